import { type Place, type Problem, problem } from '../model/problem.ts';
import type { Template } from '../model/template.ts';
import { parseTemplate, placeholdersOf } from '../template/template.ts';
import type { Declarations, Declared, PackHeader } from './declare.ts';
import { variableName } from './schemas/common.ts';

/** `${VAR}`: a variable of the runtime's own environment, expanded once, at load. */
const variable = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/;

/** Everything that a pack says about the surroundings of its commands. */
export interface PackEnvironment {
  readonly env: ReadonlyMap<string, Template>;
  readonly cwd: string;
}

/**
 * Expands `${VAR}` in `env` and `cwd`, and sees to it that a secret can stand in `env` only, and only the pack's own.
 * Codes: `schema.unset-variable`, `command-pack.unknown-credential`, `command-pack.placeholder-in-env`, `command-pack.credential-in-argv`.
 */
export function packEnvironment(
  pack: Declared<PackHeader>,
  declarations: Declarations,
  hostEnv: ReadonlyMap<string, string>,
): { environment: PackEnvironment; problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const env = new Map<string, Template>();
  for (const [name, text] of pack.value.env ?? []) {
    const place = pack.at('env', name);
    const template = expandTemplate(text, hostEnv, place, problems);
    problems.push(...nameProblems(name, text, place), ...placeholderProblems(template, pack, place));
    env.set(name, template);
  }
  problems.push(...credentialProblems(pack, declarations));
  return {
    environment: { env, cwd: workingDirectory(pack, declarations.root, hostEnv, problems) },
    problems,
  };
}

/** Literal text around each variable may hold placeholders; what a variable holds never does. */
export function expandTemplate(
  text: string,
  hostEnv: ReadonlyMap<string, string>,
  place: Place,
  problems: Problem[],
): Template {
  return expandVariables(text, hostEnv, place, problems).flatMap(
    ({ piece, written }): Template => (written ? parseTemplate(piece) : [{ kind: 'literal', text: piece }]),
  );
}

export function expandVariables(
  text: string,
  hostEnv: ReadonlyMap<string, string>,
  place: Place,
  problems: Problem[],
) {
  // Splitting on a capturing group puts the variable names at the odd positions.
  return text.split(variable).map((piece, index) => {
    if (index % 2 === 0) return { piece, written: true };
    const value = hostEnv.get(piece);
    if (value === undefined) {
      const hint = `set ${piece} where the runtime is started`;
      problems.push(problem('schema.unset-variable', `\${${piece}} is not set`, { place, hint }));
    }
    return { piece: value ?? '', written: false };
  });
}

function nameProblems(name: string, text: string, place: Place): Problem[] {
  if (!variableName.test(name)) {
    const message = `${JSON.stringify(name)} is no name for a variable`;
    return [
      problem('schema.pattern-mismatch', message, {
        place,
        hint: 'letters, digits and _; names are never filled in',
      }),
    ];
  }
  return text.includes('\0')
    ? [problem('schema.pattern-mismatch', `${name} holds a NUL byte`, { place })]
    : [];
}

function placeholderProblems(template: Template, pack: Declared<PackHeader>, place: Place): Problem[] {
  return placeholdersOf(template).flatMap((name) => {
    if (!name.startsWith('credential.')) {
      const message = `{${name}} in env: a caller's value never reaches the environment`;
      const hint = 'pass it in argv; env takes {credential.<ref>} and ${VAR}';
      return [problem('command-pack.placeholder-in-env', message, { place, hint })];
    }
    const ref = name.slice('credential.'.length);
    if (ref === pack.value.credentials_ref) return [];
    const own = pack.value.credentials_ref;
    const message = `{${name}} is not this pack's credential`;
    const hint =
      own === undefined
        ? `add credentials_ref: ${ref || '<name>'} to the pack`
        : `this pack's is {credential.${own}}`;
    return [problem('command-pack.unknown-credential', message, { place, hint })];
  });
}

function credentialProblems(pack: Declared<PackHeader>, declarations: Declarations): Problem[] {
  const ref = pack.value.credentials_ref;
  if (ref === undefined || declarations.credentials.has(ref) || declarations.broken.has(`credential:${ref}`))
    return [];
  const known = [...declarations.credentials.keys()];
  const hint =
    known.length > 0
      ? `declared here: ${known.join(', ')}`
      : 'declare it under credentials in workspace.yaml';
  const message = `pack ${pack.value.id} asks for credential ${ref}, which the workspace does not declare`;
  return [problem('command-pack.unknown-credential', message, { place: pack.at('credentials_ref'), hint })];
}

function workingDirectory(
  pack: Declared<PackHeader>,
  root: string,
  hostEnv: ReadonlyMap<string, string>,
  problems: Problem[],
): string {
  const written = pack.value.cwd;
  if (written === undefined) return root;
  const place = pack.at('cwd');
  if (written.includes('{credential.')) {
    problems.push(
      problem('command-pack.credential-in-argv', 'a credential cannot stand in cwd', {
        place,
        hint: 'secrets reach a command through env',
      }),
    );
  }
  const cwd = expandVariables(written, hostEnv, place, problems)
    .map(({ piece }) => piece)
    .join('');
  return cwd.startsWith('/') ? cwd : `${root}/${cwd}`;
}
