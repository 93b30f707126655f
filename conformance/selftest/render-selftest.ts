import type { Power } from './judge-trials.ts';
import { isKill, type Trial } from './run-trial.ts';

/** For people at a terminal: the kill matrix, the null scoreboard, figures, and what is wrong. */
export function renderSelftest(power: Power): string {
  const { trials, complaints } = power;
  const faults = trials.filter(({ runtime }) => runtime.kind === 'fault');
  const others = trials.filter(({ runtime }) => runtime.kind !== 'fault');
  const parts = [
    ...(faults.length === 0 ? [] : [renderMatrix(power)]),
    ...(others.length === 0 ? [] : [renderScoreboard(others)]),
    figures(power),
    ...(complaints.length === 0 ? [] : [complaints.join('\n')]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Fault by clause, without the empty squares: a line for each clause that a fault breaks. */
function renderMatrix({ trials, kills }: Power): string {
  const rows = trials
    .filter(({ runtime }) => runtime.kind === 'fault')
    .flatMap(({ runtime }) =>
      runtime.breaks.map((clause) => {
        const kill = kills.find((each) => each.fault === runtime.id && each.clause === clause);
        return [runtime.id, clause, kill === undefined ? 'SURVIVES' : `${kill.by.verdict} ${kill.by.id}`];
      }),
    );
  return columns([['fault', 'clause it breaks', 'first case that notices'], ...rows]);
}

function renderScoreboard(trials: readonly Trial[]): string {
  const rows = trials.map(({ runtime, judged }) => {
    const passed = judged.filter(({ verdict }) => verdict === 'pass').length;
    const noticed = judged.filter((each) => isKill(each, null)).length;
    return [runtime.id, String(judged.length), String(passed), String(noticed)];
  });
  return columns([['runtime', 'cases', 'passed', 'failed'], ...rows]);
}

function figures({ trials, kills, clauses, complaints }: Power): string {
  const faults = trials.filter(({ runtime }) => runtime.kind === 'fault');
  const killed = faults.filter(({ judged }) => judged.some((each) => isKill(each, null)));
  const seen = new Set(kills.map(({ clause }) => clause));
  const must = clauses.filter(({ id }) => seen.has(id)).length;
  return [
    `${killed.length} of ${faults.length} faults killed`,
    `${must} of ${clauses.length} MUST clauses seen to fail`,
    `${complaints.length} complaints`,
  ].join(', ');
}

/** Left-aligned columns, two blanks apart. */
export function columns(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
