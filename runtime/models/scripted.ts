import { parse } from 'yaml';
import * as z from 'zod';
import type { Failure } from '../model/call.ts';
import { failure } from '../model/failure.ts';
import type { ScriptedProvider } from '../model/model.ts';
import type { Files } from '../ports/ports.ts';
import { answered, type Model, type Speaker, type ToolCall, type Turn, unanswered } from './model.ts';

const ScriptedCall = z.strictObject({
  tool: z.string(),
  /** Any JSON, sent as such; text is sent as it stands, so that a script can be malformed on purpose. */
  arguments: z.unknown().optional(),
});
const ScriptedTurn = z.strictObject({
  text: z.string().default(''),
  calls: z.array(ScriptedCall).default([]),
});

/** What each agent says, turn by turn, and what each prompt skill answers, whenever it is asked. */
const Script = z.strictObject({
  agents: z.record(z.string(), z.array(ScriptedTurn)).default({}),
  skills: z.record(z.string(), z.string()).default({}),
});
type Script = z.infer<typeof Script>;

/**
 * A model that says what a file has it say, for demos and cases. Which turn comes next follows from the run alone, so that a run
 * goes on where it was left. Codes: `model.bad-response` for a script that is none, `model.script-ended`.
 */
export function scriptedModel(provider: ScriptedProvider, files: Files): Model {
  const script = readScript(provider, files);
  return {
    turn({ speaker, onText }) {
      if (!script.ok) return Promise.resolve(unanswered(script.error));
      const turn = turnOf(script.value, speaker);
      if (turn === undefined) return Promise.resolve(unanswered(ended(provider, speaker)));
      if (turn.text !== '') onText?.(turn.text);
      return Promise.resolve(answered(turn));
    },
  };
}

type Read = { readonly ok: true; readonly value: Script } | { readonly ok: false; readonly error: Failure };

function readScript({ id, script }: ScriptedProvider, files: Files): Read {
  const unusable = (what: string): Read => {
    const message = `provider ${id} has no usable script in ${script}: ${what}`;
    return {
      ok: false,
      error: failure('model.bad-response', message, 'agents: {root: [{text: ..., calls: [...]}]}'),
    };
  };
  const bytes = files.read(script);
  if (bytes === undefined) return unusable('the file cannot be read');
  try {
    const parsed = Script.safeParse(parse(new TextDecoder().decode(bytes)));
    if (parsed.success) return { ok: true, value: parsed.data };
    const issue = parsed.error.issues[0];
    return unusable(`${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim());
  } catch (error) {
    return unusable(error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'it is no YAML');
  }
}

function turnOf(script: Script, speaker: Speaker): Turn | undefined {
  if (speaker.kind === 'skill') {
    const text = Object.hasOwn(script.skills, speaker.id) ? script.skills[speaker.id] : undefined;
    return text === undefined ? undefined : { text, toolCalls: [] };
  }
  const turns = Object.hasOwn(script.agents, speaker.id) ? script.agents[speaker.id] : undefined;
  const turn = turns?.[speaker.turn];
  if (turn === undefined) return undefined;
  const toolCalls = turn.calls.map(({ tool, arguments: values = {} }, index): ToolCall => {
    const argumentsText = typeof values === 'string' ? values : JSON.stringify(values);
    return { id: `call-${speaker.turn + 1}-${index + 1}`, name: tool, argumentsText };
  });
  return { text: turn.text, toolCalls };
}

function ended({ script }: ScriptedProvider, speaker: Speaker): Failure {
  const which =
    speaker.kind === 'agent'
      ? `turn ${speaker.turn + 1} of agent ${speaker.id}`
      : `an answer of skill ${speaker.id}`;
  return failure(
    'model.script-ended',
    `the script ${script} lacks ${which}`,
    'add it, or end the turn before with text alone',
  );
}
