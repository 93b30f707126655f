import { describeExchange, describeFinding, plain } from '../report/describe-failure.ts';
import { exchangeEvent, findingEvent } from '../report/to-event.ts';
import { type Blame, blameOf, type Climb } from './climb.ts';
import { rungs } from './rungs.ts';

const verdicts: Readonly<Record<Blame, string>> = {
  adapter: 'Adapter wrong: what came back is not an answer of the contract, whatever the runtime thinks.',
  runtime: 'Runtime wrong: the answer is a proper one, and it says the wrong thing.',
  'not-yet': 'Not yet: the runtime says that it does not offer this verb.',
  kit: 'Neither: the kit could not ask.',
};

/** The ladder as far as it goes, what is wrong with the first rung that does not hold, and the next step. */
export function renderClimb(climbed: readonly Climb[]): string {
  const width = Math.max(...rungs.map(({ name }) => name.length));
  const lines = rungs.map(({ name, holds }, index) => {
    const found = climbed[index];
    return `${String(index + 1).padStart(2)}  ${markOf(found).padEnd(5)}  ${name.padEnd(width)}  ${holds}`;
  });
  const failed = climbed.find(({ findings }) => findings.length > 0);
  const end =
    failed === undefined
      ? ['All ten hold. Next: `swarmkit-conformance run` with the same command.']
      : diagnosis(failed);
  return `${[...lines, '', ...end].join('\n')}\n`;
}

function markOf(found: Climb | undefined): string {
  if (found === undefined) return '-';
  if (found.findings.length === 0) return 'ok';
  return blameOf(found) === 'not-yet' ? 'none' : 'WRONG';
}

function diagnosis(failed: Climb): readonly string[] {
  const blame = blameOf(failed);
  const { rung, exchange, findings } = failed;
  return [
    ...(exchange === undefined ? [] : describeExchange(exchangeEvent(exchange), plain)),
    ...(blame === 'not-yet'
      ? []
      : findings.flatMap((finding) => describeFinding(findingEvent(finding), plain))),
    '',
    `${verdicts[blame]}`,
    `Next: ${rung.next}.`,
  ];
}
