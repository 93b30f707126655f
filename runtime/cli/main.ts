import { notAnObject } from '../pipeline/not-an-object.ts';
import { interruption, nodeOutput, nodePorts, readStdin } from '../ports/node.ts';
import type { Output } from '../ports/ports.ts';
import { runtimeIdentity } from '../verbs/describe.ts';
import { exitStatusOf, invalid } from '../verbs/envelope.ts';
import type { OfferedVerb, Reply, VerbParams } from '../verbs/perform.ts';
import { showEvent } from '../verbs/show-event.ts';
import { type Invocation, parseCommandLine } from './command-line.ts';

/**
 * The command line: understands it, performs the verb, prints. Exit status: 0 ok, 1 any other outcome, 2 usage.
 */
export async function main(argv: readonly string[]): Promise<number> {
  const output = nodeOutput();
  if (argv[0] === 'packs') {
    const { packsMain } = await import('./packs.ts');
    return packsMain(argv.slice(1), nodePorts(), output);
  }
  const parsed = parseCommandLine(argv, runtimeIdentity.version);
  if (parsed.kind === 'message') {
    output.out(parsed.out);
    output.err(parsed.err);
    return parsed.status;
  }
  return performInvocation(parsed.invocation, output);
}

async function performInvocation({ verb, json, params }: Invocation, output: Output): Promise<number> {
  if (verb === 'session') return performSession(output);
  if (verb === 'serve') return performServe(params, json, output);
  if (verb === 'run') return performRun(params as VerbParams, json, output);
  const reply = await replyTo(verb as OfferedVerb, params as VerbParams);
  await printReply(reply, json, output);
  return exitStatusOf(reply.envelope);
}

async function printReply(reply: Reply, json: boolean, output: Output): Promise<void> {
  if (json) printJson(reply, output);
  else await printForPeople(reply, output);
}

/** Requests as JSON Lines, with `--json` or without: a session speaks to programs only. */
async function performSession(output: Output): Promise<number> {
  const { session } = await import('../session/session.ts');
  const { stdinLines, stdoutGone } = await import('../ports/node-lines.ts');
  const signal = AbortSignal.any([interruption(), stdoutGone()]);
  await session({ lines: stdinLines(signal), reply: output.out }, nodePorts(), signal);
  return 0;
}

/** Ends when somebody asks the process to stop. Its address stands on stdout; of its end, only what was wrong. */
async function performServe(params: Invocation['params'], json: boolean, output: Output): Promise<number> {
  const { serve } = await import('../serve/serve.ts');
  const { workspace = '.', host = '127.0.0.1', port = 8000 } = params;
  const where = { workspace: String(workspace), host: String(host), port: Number(port) };
  const end = await serve(where, nodePorts(), output, interruption());
  if (end.outcome !== 'ok') await printReply({ events: [], envelope: end }, json, output);
  return exitStatusOf(end);
}

/** A run is watched: its text is shown as it comes, and a person may be asked. */
async function performRun(params: VerbParams, json: boolean, output: Output): Promise<number> {
  const { perform } = await import('../verbs/perform.ts');
  const { watchedRun } = await import('./run-audience.ts');
  const { nodeTerminal } = await import('../ports/node-terminal.ts');
  const signal = interruption();
  const watched = watchedRun(output, nodeTerminal(), json, signal);
  const reply = await perform('run', params, nodePorts(), signal, watched.audience);
  if (json) printJson(reply, output);
  else if (watched.hasStreamed() && reply.envelope.outcome === 'ok') output.out('\n');
  else await printForPeople(reply, output);
  return exitStatusOf(reply.envelope);
}

async function replyTo(verb: OfferedVerb, params: VerbParams): Promise<Reply> {
  const { perform } = await import('../verbs/perform.ts');
  if (verb !== 'call') return perform(verb, params, nodePorts());
  const values = parseArguments(await readStdin());
  if (values.ok) return perform('call', { ...params, arguments: values.value }, nodePorts(), interruption());
  return { events: [], envelope: invalid('call', [notAnObject(values.message)]) };
}

type ParsedArguments =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

function parseArguments(text: string | undefined): ParsedArguments {
  if (text === undefined)
    return { ok: false, message: 'the arguments on stdin are not UTF-8 text, or too long' };
  if (text.startsWith('\ufeff'))
    return { ok: false, message: 'the arguments on stdin begin with a byte order mark, which is no JSON' };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    const why = text.trim() === '' ? 'stdin is empty' : error instanceof Error ? error.message : '';
    return { ok: false, message: `the arguments on stdin are not JSON: ${why}` };
  }
}

/** For `logs`, the events, and the envelope only where it has something to say. */
function printJson({ events, envelope }: Reply, output: Output): void {
  for (const event of events) output.out(`${JSON.stringify(showEvent(event))}\n`);
  const says = envelope.verb !== 'logs' || envelope.outcome !== 'ok';
  if (says) output.out(`${JSON.stringify(envelope)}\n`);
}

async function printForPeople({ events, envelope }: Reply, output: Output): Promise<void> {
  const { renderEnvelope, renderEvents } = await import('./render.ts');
  const { paint } = await import('./paint.ts');
  const { out, err } = renderEnvelope(envelope, paint(output.colour));
  output.out(renderEvents(events) + out);
  output.err(err);
}
