import { renderEvent, visible } from '../audit/render.ts';
import type { AuditEvent } from '../model/audit-event.ts';
import type { Problem } from '../model/problem.ts';
import type { Envelope } from '../verbs/envelope.ts';
import type { Paint } from './paint.ts';

/** What a person sees of an envelope: results on stdout, what went wrong on stderr. Control characters are shown, never sent. */
export interface Rendered {
  readonly out: string;
  readonly err: string;
}

type Fields = Readonly<Record<string, unknown>>;
type Renderer = (envelope: Envelope, paint: Paint) => string;

/** Renders any envelope. Each verb has its own view; problems look alike everywhere. */
export function renderEnvelope(envelope: Envelope, paint: Paint): Rendered {
  const out = envelope.outcome === 'invalid' ? '' : (renderers.get(envelope.verb)?.(envelope, paint) ?? '');
  const count = envelope.problems.filter((each) => each.severity === 'error').length;
  const blocks = envelope.problems.map((each) => renderProblem(each, paint));
  const summary = count === 0 ? [] : [paint.bad(`${count} ${count === 1 ? 'problem' : 'problems'}`)];
  const err = [...blocks, ...summary].map((block) => `${block}\n`).join('');
  return { out: out === '' ? '' : `${out}\n`, err };
}

export function renderEvents(events: readonly AuditEvent[]): string {
  return events.map((event) => `${renderEvent(event)}\n`).join('');
}

/** What is wrong, where, what to do. */
export function renderProblem(problem: Problem, paint: Paint): string {
  const place = placeOf(problem);
  const kind = problem.severity === 'error' ? paint.bad('error') : paint.warn('warning');
  const lines = [
    `${kind} ${visible(problem.message)} ${paint.dim(`[${problem.code}]`)}`,
    ...(place === '' ? [] : [`  at   ${place}`]),
    ...problem.related.map(
      (each) => `  and  ${[visible(each.name), placeOf(each)].filter(Boolean).join(' at ')}`,
    ),
    ...(problem.hint === null ? [] : [`  try  ${visible(problem.hint)}`]),
  ];
  return lines.join('\n');
}

function placeOf({ path, line, column }: Pick<Problem, 'path' | 'line' | 'column'>): string {
  return [path, line, column].filter((part) => part !== null).join(':');
}

const renderers: ReadonlyMap<string, Renderer> = new Map<string, Renderer>([
  ['describe', renderDescribe],
  ['validate', (_, paint) => paint.good('the workspace loads')],
  ['resolve', renderResolve],
  ['call', renderCall],
  ['run', renderRun],
  ['approvals', renderApprovals],
  ['approve', (_, paint) => paint.good('approved: the call may run once')],
  ['deny', () => 'denied'],
]);

function renderDescribe(envelope: Envelope): string {
  const runtime = envelope.runtime as Fields;
  const limits = Object.entries(envelope.limits as Fields).map(([name, value]) => `${name} ${String(value)}`);
  return [
    `${String(runtime.name)} ${String(runtime.version)} (${String(runtime.language)})`,
    `capabilities  ${(envelope.capabilities as string[]).join(' ')}`,
    `limits        ${limits.join(', ')}`,
  ].join('\n');
}

interface ResolvedView {
  readonly packs: readonly {
    readonly id: string;
    readonly permission: string;
    readonly commands: readonly {
      readonly skill: string;
      readonly effects: string;
      readonly permission: string;
      readonly argv: readonly string[];
    }[];
  }[];
  readonly topologies: readonly {
    readonly id: string;
    readonly agents: readonly {
      readonly id: string;
      readonly role: string;
      readonly skills: readonly string[];
    }[];
  }[];
}

function renderResolve(envelope: Envelope, paint: Paint): string {
  const { packs, topologies } = envelope as unknown as ResolvedView;
  const packLines = packs.flatMap((pack) => [
    `${paint.bold(`pack ${pack.id}`)} (${pack.permission})`,
    ...pack.commands.map((command) => {
      const tier = command.permission === pack.permission ? '' : ` (${command.permission})`;
      return `  ${command.skill.padEnd(24)} ${(command.effects + tier).padEnd(16)} ${visible(command.argv.join(' '))}`;
    }),
  ]);
  const agentLines = topologies.flatMap((topology) => [
    paint.bold(`topology ${topology.id}`),
    ...topology.agents.map(
      (agent) => `  ${agent.id} (${agent.role}) holds ${agent.skills.join(', ') || 'no skills'}`,
    ),
  ]);
  return [...packLines, ...agentLines].join('\n');
}

function renderCall(envelope: Envelope, paint: Paint): string {
  const text = visible(String(envelope.text).replace(/\n$/, ''), { keepLines: true });
  if (envelope.outcome === 'ok') return text;
  const request = (envelope.refusal as { approval_request?: string | null } | undefined)?.approval_request;
  const next =
    typeof request === 'string'
      ? `\n${paint.dim(`approve it with: swarmkit approve WORKSPACE ${request}`)}`
      : '';
  return `${paint.bad(text)}${next}`;
}

function renderRun(envelope: Envelope, paint: Paint): string {
  const text = visible(String(envelope.text).replace(/\n$/, ''), { keepLines: true });
  if (envelope.outcome === 'ok') return text;
  if (envelope.outcome === 'failed') return renderProblem(envelope.error as Problem, paint);
  const request = String((envelope.refusal as { approval_request?: unknown }).approval_request);
  const approve = `swarmkit approve WORKSPACE ${request}`;
  const resume = `swarmkit run WORKSPACE --resume ${String(envelope.run_id)}`;
  return `${paint.bad(text)}\n${paint.dim(`the run waits: ${approve}, then ${resume}`)}`;
}

interface RequestView {
  readonly request_id: string;
  readonly agent: string;
  readonly skill: string;
  readonly argv: readonly string[];
  readonly expires_at: string;
}

function renderApprovals(envelope: Envelope, paint: Paint): string {
  const requests = envelope.requests as readonly RequestView[];
  if (requests.length === 0) return 'nothing waits for a decision';
  return requests
    .map(({ request_id, agent, skill, argv, expires_at }) =>
      [
        `${paint.bold(request_id)} ${agent} wants ${skill}`,
        `  would run  ${argv.map((element) => visible(JSON.stringify(element))).join(' ')}`,
        `  until      ${expires_at}`,
      ].join('\n'),
    )
    .join('\n');
}
