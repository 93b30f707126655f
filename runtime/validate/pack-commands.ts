import { type Problem, problem, type Related } from '../model/problem.ts';
import { judgeArgv } from '../programs/judge-argv.ts';
import { parseTemplate, placeholdersOf } from '../template/template.ts';
import type { Declared, DeclaredPack } from './declare.ts';
import type { CommandDeclaration } from './schemas/pack.ts';

/** What a pack says about its commands, held against itself: argv, params, ids, overrides. */
export function commandProblems(pack: DeclaredPack): readonly Problem[] {
  return [
    ...duplicateCommands(pack),
    ...overrideProblems(pack),
    ...pack.commands.flatMap(argvProblems),
    ...pack.commands.flatMap(paramProblems),
  ];
}

function duplicateCommands({ header, commands }: DeclaredPack): Problem[] {
  return commands.flatMap((command, index) => {
    const earlier = commands.slice(0, index).find((each) => each.value.id === command.value.id);
    if (earlier === undefined) return [];
    const name = `${header.value.id}/${command.value.id}`;
    const message = `pack ${header.value.id} declares command ${command.value.id} twice`;
    const related: Related[] = [{ name, ...earlier.at('id') }];
    return [
      problem('command-pack.duplicate-command', message, {
        place: command.at('id'),
        related,
        hint: 'rename one of them',
      }),
    ];
  });
}

/** A mistyped tier override would leave a write at the weaker tier: an error. A mistyped timeout is only a wish that does nothing. */
function overrideProblems({ header, commands }: DeclaredPack): Problem[] {
  const known = new Set<string>(commands.map((each) => each.value.id));
  const unknown = (field: 'permission_overrides' | 'timeout_overrides', severity: 'error' | 'warning') =>
    [...(header.value[field]?.keys() ?? [])]
      .filter((command) => !known.has(command))
      .map((command) =>
        problem(
          'command-pack.unknown-override',
          `${field} names ${command}, which pack ${header.value.id} does not have`,
          {
            place: header.keyAt(field, command),
            severity,
            hint: `its commands: ${[...known].join(', ') || 'none'}`,
          },
        ),
      );
  return [...unknown('permission_overrides', 'error'), ...unknown('timeout_overrides', 'warning')];
}

/** `{{credential.x}}` is the text `{credential.x}`, as every name in double braces is. */
const escapedCredential = /\{\{credential\.[^{}]*\}\}/g;

function argvProblems(command: Declared<CommandDeclaration>): Problem[] {
  const { argv } = command.value;
  const secrets = argv.flatMap((element, index) => {
    if (!element.replaceAll(escapedCredential, '').includes('{credential.')) return [];
    const message = `command ${command.value.id} puts a credential into argv[${index}], where ps and the audit would show it`;
    return [
      problem('command-pack.credential-in-argv', message, {
        place: command.at('argv', index),
        hint: 'give it to the pack as env: {NAME: "{credential.<ref>}"}',
      }),
    ];
  });
  const nul = argv.flatMap((element, index) =>
    element.includes('\0')
      ? [
          problem('schema.pattern-mismatch', `argv[${index}] holds a NUL byte`, {
            place: command.at('argv', index),
          }),
        ]
      : [],
  );
  const empty =
    argv[0] === ''
      ? [
          problem('schema.length', 'argv[0] is empty where the program is named', {
            place: command.at('argv', 0),
          }),
        ]
      : [];
  const found = judgeArgv(argv).findings.map(({ code, elementIndex, message, hint }) =>
    problem(code, `command ${command.value.id}: ${message}`, {
      place: command.at('argv', elementIndex),
      hint,
    }),
  );
  return [...secrets, ...nul, ...empty, ...found];
}

function paramProblems(command: Declared<CommandDeclaration>): Problem[] {
  const known = new Set(command.value.argv.flatMap((element) => placeholdersOf(parseTemplate(element))));
  return [...(command.value.params ?? [])].flatMap(([name, param]) => {
    if (!known.has(name)) {
      const message = `params names ${name}, which stands in no element of argv`;
      const hint = `its placeholders: ${[...known].join(', ') || 'none'}`;
      return [problem('schema.unknown-field', message, { place: command.keyAt('params', name), hint })];
    }
    return isPattern(param.pattern)
      ? []
      : [
          problem('schema.invalid-inputs', `the pattern of ${name} is no regular expression`, {
            place: command.at('params', name, 'pattern'),
          }),
        ];
  });
}

function isPattern(pattern: string | undefined): boolean {
  try {
    // ECMA-262 with the u flag is what JSON Schema asks of a pattern.
    new RegExp(pattern ?? '', 'u');
    return true;
  } catch {
    return false;
  }
}
