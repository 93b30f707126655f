import type { EventOf, RunEvent } from '../model/event.ts';
import { groupBy } from '../model/group-by.ts';
import { type Tally, tallies, type Verdict } from '../model/verdict.ts';

/** One case with everything that the stream holds of it. */
export interface ReportedCase {
  readonly started: EventOf<'case-started'>;
  readonly steps: readonly EventOf<'step'>[];
  /** `undefined` where the stream breaks off. */
  readonly ended: EventOf<'case-ended'> | undefined;
}

/** A stream put in order: what every renderer draws from. */
export interface Report {
  readonly header: EventOf<'run-started'> | undefined;
  /** In the planned order, whatever order they ran in. */
  readonly cases: readonly ReportedCase[];
  readonly footer: EventOf<'run-ended'> | undefined;
  /** True when there is a footer that says so, and an end for every planned case. */
  readonly complete: boolean;
}

export function readReport(events: readonly RunEvent[]): Report {
  const header = events.find((event) => event.type === 'run-started');
  const footer = events.find((event) => event.type === 'run-ended');
  const steps = groupBy(
    events.filter((event) => event.type === 'step'),
    ({ id }) => id,
  );
  const ended = new Map(
    events.flatMap((event) => (event.type === 'case-ended' ? [[event.id, event] as const] : [])),
  );
  const started = new Map(
    events.flatMap((event) => (event.type === 'case-started' ? [[event.id, event] as const] : [])),
  );
  const ids = header?.planned.ids ?? [];
  const cases = ids.flatMap((id) => {
    const start = started.get(id);
    return start === undefined ? [] : [{ started: start, steps: steps.get(id) ?? [], ended: ended.get(id) }];
  });
  const complete = footer?.complete === true && ids.every((id) => ended.has(id));
  return { header, cases, footer, complete };
}

/** The cases that came to an end, as a baseline looks at them. */
export function endedCases({
  cases,
}: Report): readonly Pick<
  EventOf<'case-ended'> & { readonly signature: string },
  'id' | 'verdict' | 'signature'
>[] {
  return cases.flatMap(({ ended }) =>
    ended === undefined ? [] : [{ id: ended.id, verdict: ended.verdict, signature: ended.signature ?? '' }],
  );
}

/** How many cases stand under each figure of the last line, and the warnings beside them. */
export function tallyOf({ cases }: Report): Readonly<Record<Tally, number>> {
  const tally = { passed: 0, failed: 0, skipped: 0, warned: 0 };
  for (const { ended } of cases) tally[tallies[ended?.verdict ?? 'not-run']] += 1;
  return tally;
}

export function verdictIn({ ended }: ReportedCase): Verdict {
  return ended?.verdict ?? 'not-run';
}

/** The last line of stdout. */
export function lastLine(report: Report): string {
  const { passed, failed, skipped } = tallyOf(report);
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
