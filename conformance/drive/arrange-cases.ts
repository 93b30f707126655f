import type { SuiteCase } from '../model/suite.ts';

/** Cases that one lane drives one after the other. */
export type Batch = readonly SuiteCase[];

export interface Arrangement {
  /** Cases that mostly wait, for a bound of the runtime's to pass. */
  readonly waiting: readonly Batch[];
  readonly working: readonly Batch[];
}

/**
 * What is driven beside what. Cases tagged `slow` stand apart: they wait while others work, and none of them is begun last. With `share`,
 * cases whose environment has the same words of their own stand together, so that one session serves them; the others
 * keep the order they came in.
 */
export function arrangeCases(
  cases: readonly SuiteCase[],
  { share }: { readonly share: boolean },
): Arrangement {
  const [waiting, working] = [cases.filter(isSlow), cases.filter((each) => !isSlow(each))];
  return {
    waiting: waiting.map((each) => [each]),
    working: share ? inBatches(working) : working.map((each) => [each]),
  };
}

/**
 * Hands the cases out to lanes, by a lane's number: each takes the next batch when it is through with its last. Every other lane begins
 * with what waits, and every lane helps with what is left.
 */
export function dealCases({ waiting, working }: Arrangement): (lane: number) => Iterable<SuiteCase> {
  const [work, wait] = [[...working], [...waiting]];
  return function* (lane) {
    const [first, then] = lane % 2 === 0 ? [work, wait] : [wait, work];
    for (
      let batch = first.shift() ?? then.shift();
      batch !== undefined;
      batch = first.shift() ?? then.shift()
    )
      yield* batch;
  };
}

function isSlow({ tags }: SuiteCase): boolean {
  return tags.includes('slow');
}

/** So few that the lanes still share them out evenly; so many that the start of their session is paid for. */
const mostInBatch = 12;

function inBatches(cases: readonly SuiteCase[]): readonly Batch[] {
  const batches: SuiteCase[][] = [];
  const open = new Map<string, SuiteCase[]>();
  for (const each of cases) {
    const key = environmentOf(each);
    const batch = key === usual ? undefined : open.get(key);
    if (batch !== undefined && batch.length < mostInBatch) {
      batch.push(each);
      continue;
    }
    const next = [each];
    batches.push(next);
    if (key !== usual) open.set(key, next);
  }
  return batches;
}

/** The words in which a case's halves ask for variables of their own; a half with a model is told where it is. */
function environmentOf({ halves }: SuiteCase): string {
  return [
    ...new Set(halves.map(({ given: { env = {}, model } }) => JSON.stringify([env, model !== undefined]))),
  ].join();
}

const usual = JSON.stringify([{}, false]);
