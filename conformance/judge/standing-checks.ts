import type { Request } from '../drive/exchange.ts';
import { failuresBeforeStart } from '../model/codes.ts';
import type { Finding } from '../model/finding.ts';
import { own } from '../model/json.ts';
import type { FolderChange } from '../observe/folder-changes.ts';
import type { Observation } from '../observe/observe.ts';
import type { Reply } from './read-reply.ts';

/** Changes of the case's folder that are nobody's fault. */
export interface Allowances {
  /** Paths relative to the case's folder that the case says will change. */
  readonly paths: ReadonlySet<string>;
  /** Ends of paths that a witness writes, wherever its working directory is. */
  readonly written: readonly string[];
  /** Folders that are the runtime's own: its state, TMPDIR. */
  readonly folders: readonly string[];
}

/** What must hold after every step, whatever the case expects of it. */
export function standingChecks(
  request: Request,
  replies: readonly Reply[],
  observation: Observation,
  allowances: Allowances,
): readonly Finding[] {
  return [
    ...nothingStarted(request, replies, observation),
    ...tripwires(observation.changes, allowances),
    ...observation.leaks.map((leak) => fail('secrets', leak)),
    ...observation.survivors.map(({ pid, command }) =>
      fail('processes', `a process lives on: ${command} (${pid})`),
    ),
  ];
}

/** A decision that said no, and a failure before the start, are worth nothing if the program ran all the same. */
function nothingStarted(
  { verb }: Request,
  replies: readonly Reply[],
  { witnesses }: Observation,
): readonly Finding[] {
  const calls = witnesses.filter(({ kind }) => kind === 'call');
  if (
    calls.length === 0 ||
    replies.length === 0 ||
    verb === 'argv' ||
    isServed(verb) ||
    replies.some((reply) => mayStart(verb, reply))
  )
    return [];
  const said = replies.map(({ outcome, status }) => outcome ?? `exit status ${status}`);
  const message = `${verb} came back with ${[...new Set(said)].join(', ')}, and a program was run`;
  return [
    {
      ...fail('nothing-started', message),
      wanted: [],
      got: calls.map(({ program, argv }) => [program, ...argv]),
    },
  ];
}

/** A server does what earlier requests asked for, while it answers later ones. */
function isServed(verb: string): boolean {
  return verb === 'serve' || verb === 'http' || verb === 'stop';
}

function mayStart(verb: string, { outcome, envelope }: Reply): boolean {
  if (verb === 'run') return outcome !== 'invalid' && outcome !== null;
  if (verb !== 'call') return false;
  const code = own(own(envelope ?? undefined, 'error'), 'code');
  return outcome === 'ok' || (outcome === 'failed' && !failuresBeforeStart.has(String(code)));
}

function tripwires(changes: readonly FolderChange[], allowances: Allowances): readonly Finding[] {
  return changes
    .filter((change) => !isAllowed(change, allowances))
    .map(({ path, what }) => fail('tripwires', `${path} ${what}, and no step says so`));
}

function isAllowed({ path, what }: FolderChange, { paths, written, folders }: Allowances): boolean {
  if (path === 'canary') return false;
  if (folders.some((folder) => path === folder || path.startsWith(`${folder}/`))) return true;
  if (path.startsWith('home/') && what === 'appeared') return true;
  return (
    paths.has(path) || written.some((end) => path === end || path.endsWith(`/${end}`)) || leadsTo(path, paths)
  );
}

/** A folder that had to be made for a file that is allowed. */
function leadsTo(path: string, paths: ReadonlySet<string>): boolean {
  return [...paths].some((each) => each.startsWith(`${path}/`));
}

function fail(check: string, message: string): Finding {
  return { kind: 'fail', check, message, path: '' };
}
