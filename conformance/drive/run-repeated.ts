import { join } from 'node:path';
import { firstDifference, steadyText } from '../judge/steady-text.ts';
import type { EventOf, RunEvent } from '../model/event.ts';
import type { Verdict } from '../model/verdict.ts';
import { shuffle } from '../select/shuffle.ts';
import type { DriveContext } from './drive-half.ts';
import { type LanesPlan, type LanesResult, runLanes } from './run-lanes.ts';

/** Surroundings that no answer may depend on: where the letter i has two capitals, and a day ahead. */
const elsewhere = { LANG: 'tr_TR.UTF-8', TZ: 'Pacific/Apia' };
const usual = { LANG: 'C.UTF-8', TZ: 'UTC' };
const masked = [elsewhere.LANG, usual.LANG, `TZ=${elsewhere.TZ}`, `TZ=${usual.TZ}`, elsewhere.TZ];

/** What a case came to, and what was said in it, with what may differ masked. */
interface Trace {
  readonly verdict: Verdict;
  readonly said: readonly string[];
}

/**
 * Runs every case `times` times: first elsewhere (other folders, another order, another locale and time zone), then as usual. Only the last
 * time is told; a case that was not the same each time is `flaky`, whatever it came to.
 */
export async function runRepeated(
  times: number,
  plan: LanesPlan,
  context: DriveContext,
  emit: (event: RunEvent) => void,
): Promise<LanesResult> {
  const earlier: ReadonlyMap<string, Trace>[] = [];
  for (let time = 1; time < times; time += 1) earlier.push(await rehearse(time, plan, context));
  const counts = new Map<Verdict, number>();
  const traces = traceEvents();
  const { stopped } = await runLanes(plan, context, (event) => {
    traces.see(event);
    const told = event.type === 'case-ended' ? compared(event, traces.of(event.id), earlier) : event;
    if (told.type === 'case-ended') counts.set(told.verdict, (counts.get(told.verdict) ?? 0) + 1);
    emit(told);
  });
  return { counts, stopped };
}

async function rehearse(
  time: number,
  plan: LanesPlan,
  context: DriveContext,
): Promise<ReadonlyMap<string, Trace>> {
  const traces = traceEvents();
  const folder = join(plan.folder, `time-${time}`);
  const env = { ...context.prepare.env, ...elsewhere };
  const cases = shuffle(plan.cases, time);
  await runLanes(
    { ...plan, folder, cases },
    { ...context, prepare: { ...context.prepare, env } },
    traces.see,
  );
  return traces.all;
}

/** Gathers what is said in each case, until it ends. */
function traceEvents() {
  const all = new Map<string, Trace>();
  const said = new Map<string, string[]>();
  const see = (event: RunEvent): void => {
    if (event.type === 'case-started') said.set(event.id, []);
    if (event.type === 'step' && event.exchange !== null) {
      const { stdout, ended } = event.exchange;
      said.get(event.id)?.push(`${event.half} ${event.index} ${ended}\n${steadyText(stdout, masked)}`);
    }
    if (event.type === 'case-ended')
      all.set(event.id, { verdict: event.verdict, said: said.get(event.id) ?? [] });
  };
  return { all, see, of: (id: string) => all.get(id) };
}

type Ending = EventOf<'case-ended'>;

function compared(
  event: Ending,
  now: Trace | undefined,
  earlier: readonly ReadonlyMap<string, Trace>[],
): Ending {
  const differences = earlier.flatMap((traces) => differenceOf(traces.get(event.id), now) ?? []);
  const [reason] = differences;
  return reason === undefined ? event : { ...event, verdict: 'flaky', reason };
}

/** A case that one of the times did not get to is nothing to compare. */
function differenceOf(before: Trace | undefined, now: Trace | undefined): string | undefined {
  if (before === undefined || now === undefined) return undefined;
  if (before.verdict === 'not-run' || now.verdict === 'not-run') return undefined;
  if (before.verdict !== now.verdict)
    return `elsewhere the case comes to ${before.verdict}, here to ${now.verdict}`;
  for (let step = 0; step < Math.max(before.said.length, now.said.length); step += 1) {
    const difference = firstDifference(before.said[step] ?? '', now.said[step] ?? '');
    const [there, here] = (difference ?? []).map((text) => JSON.stringify(text));
    if (difference !== undefined) return `elsewhere the runtime says ${there}, here ${here}`;
  }
  return undefined;
}
