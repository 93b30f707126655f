import { readReply } from '../judge/read-reply.ts';
import { Describe } from '../model/envelope.ts';
import type { Finding } from '../model/finding.ts';
import { prepare } from '../prepare/prepare.ts';
import type { DriveContext } from './drive-half.ts';
import type { Exchange, Request } from './exchange.ts';
import { killAll } from './process-table.ts';
import { removeQuietly } from './remove-quietly.ts';

/** What a runtime says of itself, or why nobody can know. */
export interface Described {
  readonly describe: Describe | null;
  readonly exchange: Exchange;
  readonly findings: readonly Finding[];
}

/** Asks `describe` once, in a folder of its own. Without an answer no case can be judged. */
export async function askDescribe(root: string, context: DriveContext): Promise<Described> {
  const { folder, env } = prepare(
    { name: 'case', differs: null, given: {}, steps: [] },
    root,
    context.prepare,
  );
  const request: Request = { verb: 'describe', params: {} };
  const surroundings = { env, cwd: folder.home, timeoutMs: context.timeoutMs, root };
  const exchange = await context.runtime.perform(request, surroundings);
  await killAll(context.processes, root);
  void removeQuietly(root);
  const read = readReply(request, exchange);
  if ('findings' in read) return { describe: null, exchange, findings: read.findings };
  if (read.reply.envelope === null)
    return { describe: null, exchange, findings: [notOffered(read.reply.status)] };
  return { describe: Describe.parse(read.reply.envelope), exchange, findings: [] };
}

function notOffered(status: number): Finding {
  const message = `describe is not offered (exit status ${status})`;
  return { kind: 'protocol-error', check: 'envelope', message, path: '' };
}
