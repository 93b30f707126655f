import type { Requirement } from '../model/requirement.ts';
import type { Kill, Power } from './judge-trials.ts';
import { isKill, type Trial } from './run-trial.ts';

/** What the figures were measured on: they are stale as soon as one of the two is another. */
export interface Measured {
  /** Of every case and every requirement. */
  readonly suiteDigest: string;
  /** Of the list of faulty runtimes. */
  readonly faultsDigest: string;
  readonly cases: number;
}

/** `POWER.md`. The same measurement gives the same page: no times, no machine. */
export function renderPower(power: Power, measured: Measured): string {
  const { trials } = power;
  const ofKind = (kind: Trial['runtime']['kind']) => trials.filter(({ runtime }) => runtime.kind === kind);
  return [
    introduction,
    figures(power, measured),
    '## Runtimes that only pretend',
    'None may pass a single case. Each is handed the true answer to `describe`, so that every case gets as far as it.',
    table(['null runtime', 'what it does', 'cases', 'passed'], ofKind('null').map(scoreRow)),
    '## What keeps the measurement honest',
    'The control must be noticed by nearly every case, a harmless change by none.',
    table(
      ['runtime', 'what it does', 'cases', 'noticed by'],
      [...ofKind('control'), ...ofKind('harmless')].map(noticeRow),
    ),
    '## Faults',
    'Each is the reference runtime with one module replaced. Without a mark, it was thought of for its clause; with one, somebody reported it.',
    table(['fault', 'what it does', 're-enacts'], ofKind('fault').map(faultRow)),
    '## Kill matrix',
    'For each clause: the faults that break it, and the first case that noticed.',
    table(
      ['clause', 'fault', 'case'],
      power.clauses.flatMap((clause) => clauseRows(clause, power.kills)),
    ),
    '## MUST clauses that no case can show',
    table(
      ['clause', 'why'],
      power.excluded.map(({ id, excluded = '' }) => [id, oneLine(excluded)]),
    ),
    footer(measured),
  ].join('\n\n');
}

const introduction = `# Power

A green run means something only if wrong runtimes cannot reach it. So the suite is run against runtimes that are wrong in one known
way each, and against programs that are no runtimes at all. \`npx just selftest --write\` measures and writes this page; nothing on it is
written by hand.`;

function figures({ trials, kills, clauses, complaints }: Power, { cases }: Measured): string {
  const faults = trials.filter(({ runtime }) => runtime.kind === 'fault');
  const survivors = faults.filter(({ runtime }) =>
    runtime.breaks.some((clause) => !isKilled(runtime.id, clause, kills)),
  );
  const nulls = trials.filter(({ runtime }) => runtime.kind === 'null');
  const seen = new Set(kills.map(({ clause }) => clause));
  const passed = nulls.reduce((sum, trial) => sum + passedBy(trial), 0);
  return table(
    ['', ''],
    [
      ['cases', String(cases)],
      ['faults killed', `${faults.length - survivors.length} of ${faults.length}`],
      [
        'MUST clauses seen to fail on a fault',
        `${clauses.filter(({ id }) => seen.has(id)).length} of ${clauses.length}`,
      ],
      ['cases passed by the null runtimes', `${passed} of ${nulls.length} times ${cases}`],
      ['complaints', String(complaints.length)],
    ],
  );
}

function isKilled(fault: string, clause: string, kills: readonly Kill[]): boolean {
  return kills.some((kill) => kill.fault === fault && kill.clause === clause);
}

function passedBy({ judged }: Trial): number {
  return judged.filter(({ verdict }) => verdict === 'pass').length;
}

function scoreRow(trial: Trial): readonly string[] {
  return [trial.runtime.id, trial.runtime.does, String(trial.judged.length), String(passedBy(trial))];
}

function noticeRow({ runtime, judged }: Trial): readonly string[] {
  const noticed = judged.filter((each) => isKill(each, null)).length;
  return [runtime.id, runtime.does, String(judged.length), String(noticed)];
}

function faultRow({ runtime }: Trial): readonly string[] {
  return [runtime.id, runtime.does, runtime.reenacts ?? ''];
}

function clauseRows({ id }: Requirement, kills: readonly Kill[]): readonly (readonly string[])[] {
  const found = kills.filter(({ clause }) => clause === id);
  if (found.length === 0) return [[id, '**none**', '']];
  return found.map(({ fault, by }, index) => [index === 0 ? id : '', fault, by.id]);
}

function footer({ suiteDigest, faultsDigest }: Measured): string {
  return `Measured on suite \`${suiteDigest.slice(0, 16)}\` and faults \`${faultsDigest.slice(0, 16)}\`.\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
