import { mkdirSync } from 'node:fs';
import type { Given, Step } from '../model/case.ts';
import type { Json } from '../model/json.ts';
import { type Bindings, expandRepeats, fillReferences } from '../model/reference.ts';
import type { Half } from '../model/suite.ts';
import { type CaseFolder, caseFolder } from './case-folder.ts';
import { type Layout, layOut, layOutFiles, type Materials } from './layout.ts';
import { makeNonce, makeSecret } from './secrets.ts';
import { writeLayout } from './write-layout.ts';

/** One half of a case, ready to be driven: everything on disk, the environment built, the secrets planted. */
export interface Prepared {
  readonly folder: CaseFolder;
  /** The runtime's whole environment. */
  readonly env: ReadonlyMap<string, string>;
  /** What `@{name}` stands for, before any step has captured anything. */
  readonly bindings: Bindings;
  /** Values that nothing may give away: the planted secrets and the decoy. By the name to report. */
  readonly secrets: ReadonlyMap<string, string>;
  /** What was put into the folder so far. What differs from it was somebody else. */
  planted(): Layout;
  /** Lays further files over the folder: a step's `change`. */
  change(files: NonNullable<Step['change']>): void;
}

export interface PrepareContext {
  readonly materials: Materials;
  /** Where programs beside the case's own are found: the target's PATH. */
  readonly path: string;
  /** The target's variables. */
  readonly env: Readonly<Record<string, string>>;
  /** The secret that cases call by this name. Default: a new one each time. */
  readonly secretFor?: (name: string) => string;
}

/** Makes the folder `root`, which must not exist yet or be empty, and puts a half's world into it. */
export function prepare(half: Half, root: string, context: PrepareContext): Prepared {
  const folder = caseFolder(root);
  const { secretFor = makeSecret } = context;
  const named = new Map((half.given.secrets ?? []).map((name) => [name, secretFor(name)]));
  const decoy = makeSecret();
  const bindings = makeBindings(folder, named);
  const given = fillGiven(half.given, bindings);
  const layout = new Map(layOut(given, context.materials, asksForStdin(half)));
  layout.set('home/.decoy-token', { kind: 'file', bytes: Buffer.from(decoy), mode: 0o600 });
  for (const path of [folder.root, folder.workspace, folder.bin, folder.home, folder.tmp]) {
    mkdirSync(path, { recursive: true });
  }
  writeLayout(root, layout);
  return {
    folder,
    env: buildEnvironment(folder, context, given),
    bindings,
    secrets: new Map([...named, ['the decoy ~/.decoy-token', decoy]]),
    planted: () => layout,
    change: (files) => {
      const over = layOutFiles(files);
      writeLayout(root, over);
      for (const [path, entry] of over) layout.set(path, entry);
    },
  };
}

function makeBindings(folder: CaseFolder, secrets: ReadonlyMap<string, string>): Bindings {
  return new Map<string, Json>([
    ['workspace', folder.workspace],
    ['folder', folder.root],
    ['bin', folder.bin],
    ['home', folder.home],
    ['canary', folder.canary],
    ['nonce', makeNonce()],
    ...[...secrets].map(([name, value]) => [`secret.${name}`, value] as const),
  ]);
}

/** References keep the shape of what they stand in: every string of a valid `given` may hold one. */
function fillGiven(given: Given, bindings: Bindings): Given {
  return expandRepeats(fillReferences(given as Json, bindings)) as Given;
}

/** The witness reads stdin only where somebody wants to know: a pipe that is left open would hang it. */
function asksForStdin({ steps }: Half): boolean {
  return steps.some(({ expect: { witness } }) =>
    [witness].flat().some((row) => typeof row === 'object' && row.stdin !== undefined),
  );
}

/** Built, not inherited: the contract's list, then what the target says, then what the case says. */
function buildEnvironment(
  folder: CaseFolder,
  context: PrepareContext,
  given: Given,
): ReadonlyMap<string, string> {
  const env = new Map<string, string>([
    ['PATH', `${folder.bin}:${context.path}`],
    ['HOME', folder.home],
    ['TMPDIR', folder.tmp],
    ['LANG', 'C.UTF-8'],
    ['TZ', 'UTC'],
    ...Object.entries(context.env),
  ]);
  for (const [name, value] of Object.entries(given.env ?? {})) {
    if (value === null) env.delete(name);
    else env.set(name, value);
  }
  return env;
}
