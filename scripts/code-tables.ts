import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { codes as contractCodes } from '../conformance/model/codes.ts';
import { codes as runtimeCodes } from '../runtime/model/codes.ts';

const begin = '<!-- codes:begin -->';
const end = '<!-- codes:end -->';

/** CONTRACT.md with its table of codes made anew from the registry. */
export function withCodeTable(contract: string): string {
  const rows = Object.entries(contractCodes).map(
    ([code, { where, severity, meaning }]) =>
      `| <a id="${code}"></a>\`${code}\` | ${where} | ${severity ?? ''} | ${meaning} |`,
  );
  const table = ['| code | where | severity | meaning |', '|---|---|---|---|', ...rows].join('\n');
  const start = contract.indexOf(begin) + begin.length;
  return `${contract.slice(0, start)}\n${table}\n${contract.slice(contract.indexOf(end))}`;
}

/** What is wrong with the codes: not registered on both sides, never raised, or in no case. */
export function codeFaults(): readonly string[] {
  const known = new Set<string>(Object.keys(contractCodes));
  const raised = new Set<string>(Object.keys(runtimeCodes));
  const source = textOf(['runtime/**/*.ts', '!runtime/model/codes.ts', '!**/*.test.ts']);
  const tested = textOf(['conformance/cases/**/*.yaml', 'runtime/**/*.test.ts']);
  return [
    ...[...raised].filter((code) => !known.has(code)).map((code) => `${code} is not in the contract`),
    ...[...known].filter((code) => !raised.has(code)).map((code) => `${code} is not known to the runtime`),
    ...[...raised]
      .filter((code) => !isRaised(code, source))
      .map((code) => `${code} is never raised by the runtime`),
    ...[...known]
      .filter((code) => !tested.includes(code))
      .map((code) => `${code} is expected by no case and no test`),
  ];
}

/** Written out, or put together from its family: `request.unknown-${what}`. */
function isRaised(code: string, source: string): boolean {
  const family = code.replace(/[^-]+$/, '');
  return source.includes(`'${code}'`) || source.includes(`\`${family}\${`);
}

function textOf(patterns: readonly string[]): string {
  return globSync([...patterns])
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}
