import pLimit from 'p-limit';
import { judgeStep } from '../judge/judge-step.ts';
import type { Allowances } from '../judge/standing-checks.ts';
import type { ModelTurn, Step } from '../model/case.ts';
import type { Finding } from '../model/finding.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { expandRepeats, fillReferences } from '../model/reference.ts';
import type { Half } from '../model/suite.ts';
import { type ModelServer, serveModel } from '../model-server/serve-model.ts';
import { makeObserver } from '../observe/observe.ts';
import { placeOf } from '../prepare/layout.ts';
import { type PrepareContext, type Prepared, prepare } from '../prepare/prepare.ts';
import type { Exchange, Request, Runtime } from './exchange.ts';
import { fillStep } from './fill-step.ts';
import { pointTo } from './point-to.ts';
import { killAll, type ProcessTable } from './process-table.ts';
import { removeQuietly } from './remove-quietly.ts';
import { isForServer, openServer, type Server } from './server.ts';
import { toRequest } from './to-request.ts';

export interface DriveContext {
  readonly runtime: Runtime;
  /** argv of the runtime, for the server that a half may start. */
  readonly command: readonly string[];
  readonly processes: ProcessTable;
  readonly prepare: PrepareContext;
  readonly timeoutMs: number;
  /** Leave the folder behind, for people to look at. */
  readonly keep: boolean;
  /** Where the model of a half comes from. Default: a server of its own. */
  readonly serveModel?: () => Promise<ModelServer>;
}

/** One step when it is over. */
export interface StepResult {
  readonly index: number;
  readonly request: Request;
  readonly exchange: Exchange | undefined;
  readonly findings: readonly Finding[];
}

/**
 * Drives one half of a case in a folder of its own, `root`. Ends at the first step that is not as it has to be: what
 * follows rests on it. A fault of the kit's own becomes a finding too, so that one case cannot take a run down.
 */
export async function driveHalf(
  half: Half,
  root: string,
  context: DriveContext,
  onStep: (result: StepResult) => void,
): Promise<readonly Finding[]> {
  const model = half.given.model === undefined ? undefined : await (context.serveModel ?? serveModel)();
  const server = openServer(context.command);
  try {
    const prepared = prepare(half, root, withModel(context.prepare, model));
    model?.script(fillTurns(half, prepared));
    return await driveSteps(half, prepared, { ...context, server }, onStep, model);
  } catch (error) {
    // else the look behind the last step found nobody left, or killed who was
    await killAll(context.processes, root);
    const message = error instanceof Error ? error.message : String(error);
    return [{ kind: 'harness-error', check: 'kit', message, path: '' }];
  } finally {
    await endServer(server, context, root);
    await model?.close();
    if (!context.keep) void removeQuietly(root);
  }
}

/** While a server lived, nobody looked for what it had started. */
async function endServer(server: Server, { processes }: DriveContext, root: string): Promise<void> {
  if (!server.isUp()) return;
  await server.close();
  await killAll(processes, root);
}

type HalfContext = DriveContext & { readonly server: Server };

/** What a server's jobs have started may live as long as the server does. */
function settledProcesses({ processes, server }: HalfContext): ProcessTable {
  return { of: (root) => (server.isUp() ? [] : processes.of(root)) };
}

async function driveSteps(
  half: Half,
  prepared: Prepared,
  context: HalfContext,
  onStep: (result: StepResult) => void,
  model: ModelServer | undefined,
): Promise<readonly Finding[]> {
  const { programs = {}, servers = {} } = half.given;
  const observer = makeObserver(
    prepared,
    ['witness', ...Object.keys(programs), ...Object.keys(servers)],
    settledProcesses(context),
    model?.takeAsked,
  );
  const allowances = allowancesOf(half, prepared);
  const bindings = new Map(prepared.bindings);
  for (const [index, written] of half.steps.entries()) {
    const step = fillStep(written, bindings);
    if (step.change !== undefined) prepared.change(step.change);
    const request = toRequest(step, prepared.folder);
    const exchanges = await performAll(request, step, prepared, context);
    const observation = await observer.observe(
      exchanges,
      Object.keys(step.expect.files ?? {}),
      worksOn(step, half.steps[index + 1]),
    );
    const { findings, reply, shown } = judgeStep(request, step.expect, observation, allowances);
    const all = [
      ...findings,
      ...(findings.length === 0 ? capture(step, reply?.envelope ?? null, bindings) : []),
    ];
    onStep({ index, request, exchange: shown, findings: all });
    if (all.length > 0) return all;
  }
  return [];
}

/** A server works on behind its answer: whether a job's command began before the look behind a step or after it is chance. */
function worksOn({ http, expect }: Step, next: Step | undefined): boolean {
  return http !== undefined && expect.witness === undefined && next?.http !== undefined;
}

/** The runtime is told where its model is, and that this is the one to use. */
function withModel(prepared: PrepareContext, model: ModelServer | undefined): PrepareContext {
  if (model === undefined) return prepared;
  return {
    ...prepared,
    env: { ...prepared.env, CONFORMANCE_MODEL_URL: model.url, SWARMKIT_PROVIDER: 'kit' },
  };
}

/** References keep the shape of what they stand in. */
function fillTurns({ given }: Half, { bindings }: Prepared): readonly ModelTurn[] {
  return expandRepeats(
    fillReferences((given.model ?? []) as Json, bindings),
  ) as unknown as readonly ModelTurn[];
}

function performAll(
  request: Request,
  step: Step,
  prepared: Prepared,
  context: HalfContext,
): Promise<Exchange[]> {
  const limit = pLimit(step.parallel ?? 1);
  const { root, home: cwd } = prepared.folder;
  const surroundings = { env: prepared.env, cwd, timeoutMs: context.timeoutMs, root };
  const asked = isForServer(request) ? context.server : context.runtime;
  return Promise.all(
    Array.from({ length: step.times ?? 1 }, () => limit(() => asked.perform(request, surroundings))),
  );
}

/** What the steps to come need of this reply. Where it is not there they cannot be asked. */
function capture(
  { capture: wanted = {} }: Step,
  envelope: JsonObject | null,
  bindings: Map<string, Json>,
): readonly Finding[] {
  return Object.entries(wanted).flatMap(([name, pointer]): Finding[] => {
    const value = pointTo(envelope ?? undefined, pointer);
    if (value === undefined || value === null) {
      const message = `the next steps need what should be at ${pointer}`;
      return [{ kind: 'untestable', check: 'capture', message, path: pointer }];
    }
    bindings.set(name, value);
    return [];
  });
}

function allowancesOf({ given, steps }: Half, { folder, env }: Prepared): Allowances {
  const state = env.get('SWARMKIT_STATE_DIR');
  const inFolder = state?.startsWith(`${folder.root}/`) === true ? [state.slice(folder.root.length + 1)] : [];
  return {
    paths: new Set(steps.flatMap(({ expect }) => Object.keys(expect.files ?? {}).map(placeOf))),
    written: Object.values(given.programs ?? {}).flatMap(({ write }) => write?.path ?? []),
    folders: ['tmp', 'workspace/.swarmkit', ...inFolder],
  };
}
