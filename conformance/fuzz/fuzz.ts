import fc from 'fast-check';
import { loadCaseFile } from '../load/load-suite.ts';
import type { LoadedTarget } from '../load/load-target.ts';
import type { Suite, SuiteCase } from '../model/suite.ts';
import { showSuiteProblem } from '../model/suite-problem.ts';
import { tallies, type Verdict } from '../model/verdict.ts';
import { type RunPlan, run } from '../run.ts';
import type { Property } from './property.ts';
import { writeCase } from './write-case.ts';

export interface FuzzPlan {
  readonly suite: Suite;
  readonly target: LoadedTarget;
  readonly kit: RunPlan['kit'];
  readonly jobs: number;
  readonly seed: number;
  /** Cases drawn for each property. */
  readonly runs: number;
  readonly signal: AbortSignal;
}

/** What came of one property. `counterexample`: the text of the smallest case that was found to fail, and why it does. */
export interface FuzzResult {
  readonly property: string;
  readonly drawn: number;
  readonly counterexample: {
    readonly text: string;
    readonly verdict: Verdict;
    readonly reason: string;
  } | null;
}

/** Each smaller case costs a run of the runtime: this many are tried. */
const mostShrinks = 150;

interface Ending {
  readonly verdict: Verdict;
  readonly reason: string;
}

/**
 * Draws cases and runs them all at once; where one fails, draws the same ones again, up to that one, and looks for the
 * smallest that still fails.
 */
export async function fuzzProperty({ name, cases }: Property, plan: FuzzPlan): Promise<FuzzResult> {
  const { seed, runs } = plan;
  const texts = [...new Set(fc.sample(cases, { seed, numRuns: runs }).map(writeCase))];
  const endings = await endingsOf(name, texts, plan);
  if (plan.signal.aborted || ![...endings.values()].some(isFailure)) {
    return { property: name, drawn: texts.length, counterexample: null };
  }
  let shrinks = 0;
  let smallest: FuzzResult['counterexample'] = null;
  const property = fc.asyncProperty(cases, async (drawn) => {
    const text = writeCase(drawn);
    const known = endings.get(text);
    if (known === undefined) shrinks += 1;
    if (shrinks > mostShrinks) return true;
    const ending = known ?? (await endingsOf(name, [text], plan)).get(text);
    if (ending === undefined || !isFailure(ending)) return true;
    smallest = { text, ...ending };
    return false;
  });
  await fc.check(property, { seed, numRuns: runs });
  return { property: name, drawn: texts.length, counterexample: smallest };
}

function isFailure({ verdict }: Ending): boolean {
  return tallies[verdict] === 'failed' || verdict === 'warn';
}

async function endingsOf(
  name: string,
  texts: readonly string[],
  plan: FuzzPlan,
): Promise<Map<string, Ending>> {
  const planned = texts.map((text, index) =>
    toCase(`cases/fuzz/${name}-${index + 1}.yaml`, text, plan.suite),
  );
  const byId = new Map(planned.map(({ id }, index) => [id, texts[index] ?? '']));
  const endings = new Map<string, Ending>();
  const selection = { planned, skipped: new Set<string>() };
  const { suite, target, kit, jobs, signal } = plan;
  const reproduce = (id: string) => id;
  await run(
    { suite, selection, target, jobs, keep: false, kit, argv: ['fuzz'], reproduce, signal },
    (event) => {
      if (event.type === 'case-ended')
        endings.set(byId.get(event.id) ?? '', { verdict: event.verdict, reason: event.reason });
    },
  );
  return endings;
}

/** A drawn case has to be a proper one. Throws where it is not: that is a fault of the generator. */
function toCase(file: string, text: string, { requirements }: Suite): SuiteCase {
  const { cases, problems } = loadCaseFile(file, text, { requirements, fixtures: new Map() });
  const [drawn] = cases;
  if (drawn === undefined) throw new Error(`${problems.map(showSuiteProblem).join('\n')}\n${text}`);
  return drawn;
}
