import fc from 'fast-check';
import type { Behaviour } from '../model/case.ts';
import type { Property, WrittenCase } from './property.ts';

const mark = '@{secret.tok}';
const around = fc.constantFrom(
  '',
  ' ',
  '\n',
  '"',
  'token=',
  'https://a:',
  '@b/c',
  '\u001b[1m',
  'é',
  '[credential:tok]',
  '\\',
);
const piece = fc.oneof(
  { weight: 2, arbitrary: fc.constant(mark) },
  { weight: 1, arbitrary: fc.constant('@{secret.other}') },
  { weight: 3, arbitrary: around },
);
const printed = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));

/** However a command prints a credential, and whatever becomes of the call, the value stays inside. */
export const secretAbsent: Property = {
  name: 'secret-absent',
  cases: fc
    .record({
      stdout: printed,
      stderr: printed,
      chunks: fc.array(printed, { maxLength: 3 }),
      variable: fc.boolean(),
      exit: fc.constantFrom(0, 0, 0, 1, 7),
      parse: fc.constantFrom('text', 'lines'),
      argument: printed,
      source: fc.constantFrom('env', 'file'),
    })
    .map(toCase),
};

interface Drawn {
  readonly stdout: string;
  readonly stderr: string;
  readonly chunks: readonly string[];
  readonly variable: boolean;
  readonly exit: number;
  readonly parse: string;
  readonly argument: string;
  readonly source: string;
}

function toCase(drawn: Drawn): WrittenCase {
  const { exit, parse, argument, source } = drawn;
  return {
    title: 'However a credential is printed, its value stays inside the runtime',
    clauses: ['redaction.everywhere', 'redaction.arguments', 'redaction.failures', 'credentials.into-env'],
    requires: ['secrets'],
    why: 'Whoever reads the answer, the audit or an error must not find the key to the account in it.',
    given: {
      workspace: {
        credentials: { tok: tokSource(source), other: { source: 'env', config: { env: 'OTHER_TOKEN' } } },
      },
      packs: [
        {
          id: 'tools',
          credentials_ref: 'tok',
          env: { TOKEN: '{credential.tok}' },
          requires: [{ binary: 'printer' }, { binary: 'witness' }],
          commands: [
            {
              id: 'look',
              effects: 'read',
              argv: ['printer', 'x{v}'],
              output: { parse },
            },
            { id: 'quiet', effects: 'read', argv: ['witness', 'x{v}'] },
          ],
        },
      ],
      agents: { root: { skills: ['tools-look', 'tools-quiet'] } },
      secrets: ['tok', 'other'],
      env: { MY_TOKEN: '@{secret.tok}', OTHER_TOKEN: '@{secret.other}' },
      files: { 'keys/tok': '@{secret.tok}\n' },
      programs: { printer: behaviourOf(drawn) },
    },
    steps: [
      {
        call: { skill: 'tools-look', arguments: { v: argument }, run_id: 'run-1' },
        expect: {
          outcome: exit === 0 ? 'ok' : 'failed',
          ...(exit === 0 && drawn.stdout.includes(mark) ? { text: { $contains: '[credential:tok]' } } : {}),
          witness: { program: 'printer', ran: 1, argv: [`x${argument}`], env: { TOKEN: '@{secret.tok}' } },
        },
      },
      {
        call: { skill: 'tools-quiet', arguments: { v: argument }, run_id: 'run-1' },
        expect: { outcome: 'ok', text: '', witness: { ran: 1, argv: [`x${argument}`] } },
      },
      {
        logs: { run_id: 'run-1' },
        expect: { event_count: [{ of: { event_type: 'skill.executed' }, is: 2 }] },
      },
    ],
  };
}

function tokSource(source: string) {
  return source === 'env'
    ? { source, config: { env: 'MY_TOKEN' } }
    : { source: 'file', config: { path: 'keys/tok' } };
}

function behaviourOf({ stdout, stderr, chunks, variable, exit }: Drawn): Behaviour {
  return {
    ...(stdout === '' ? {} : { stdout }),
    ...(stderr === '' ? {} : { stderr }),
    ...(chunks.length === 0 ? {} : { stdout_chunks: [...chunks] }),
    ...(variable ? { print: { variable: 'TOKEN' } } : {}),
    ...(exit === 0 ? {} : { exit }),
  };
}
