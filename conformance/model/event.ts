import * as z from 'zod';
import { Capability } from './capability.ts';
import { findingKinds } from './finding.ts';
import { AnyJson } from './json.ts';
import { Level } from './requirement.ts';
import { verdicts } from './verdict.ts';

/**
 * A run as a stream of events, one JSON object a line: a header, what happened, a footer. The stream is the only
 * truth of a run; every report is drawn from it. Without its footer it is a fragment.
 */

/** All of them fail a run, but `out-of-scope`, which only says that an entry had no say. */
export const baselineIssueKinds = [
  'new-failure',
  'unexpected-pass',
  'changed-signature',
  'matches-nothing',
  'expired',
  'out-of-scope',
] as const;

export const streamFormat = 'swarmkit-conformance-events/1';

const Instant = z.iso.datetime();
const Ms = z.number().min(0);

/** Why the kit could not get as far as the cases: `describe` is asked once, and everything hangs on it. */
const FindingEvent = z.strictObject({
  kind: z.enum(findingKinds),
  check: z.string(),
  message: z.string(),
  path: z.string(),
  wanted: AnyJson.optional(),
  got: AnyJson.optional(),
});

/** Long texts are cut in the middle, and say so. */
const ExchangeEvent = z.strictObject({
  argv: z.array(z.string()),
  /** `null`: stdin was empty. */
  stdin: z.string().nullable(),
  stdout: z.string(),
  stderr: z.string(),
  /** `exit status 1`, `killed by SIGSEGV`, `timed out after 20000 ms` ... */
  ended: z.string(),
  duration_ms: Ms,
});
export type ExchangeEvent = z.infer<typeof ExchangeEvent>;

const RunStarted = z.strictObject({
  type: z.literal('run-started'),
  format: z.literal(streamFormat),
  at: Instant,
  kit: z.strictObject({ name: z.string(), version: z.string() }),
  suite: z.strictObject({
    /** SHA-256 of every case file and the requirements. */
    digest: z.string(),
    cases: z.number().int(),
  }),
  /** The kit's own arguments. */
  argv: z.array(z.string()),
  /** The runtime's command. */
  command: z.array(z.string()),
  target: z.string().nullable(),
  /** What the runtime says of itself; `null` where it did not say it properly, and `findings` tell why. */
  runtime: z
    .strictObject({
      name: z.string(),
      version: z.string(),
      language: z.string(),
      capabilities: z.array(Capability),
    })
    .nullable(),
  describe: z.strictObject({ exchange: ExchangeEvent.nullable(), findings: z.array(FindingEvent) }),
  /** The ids of this run in order, and their digest. A complete stream has an end for each. */
  planned: z.strictObject({ ids: z.array(z.string()), digest: z.string() }),
  /** How most cases are asked. Absent: a process for each request. */
  mode: z.enum(['one-shot', 'session']).optional(),
  /** The order in which cases ran follows from it. Absent: the suite's own. */
  seed: z.number().int().optional(),
  /** Which part of a whole this run is. `cases` and `digest` are those of the whole, as `planned` would have them. */
  shard: z
    .strictObject({
      index: z.number().int().min(1),
      of: z.number().int().min(1),
      cases: z.number().int(),
      digest: z.string(),
    })
    .optional(),
  /** The known failures that verdicts were compared with. */
  baseline: z.strictObject({ file: z.string(), digest: z.string(), entries: z.number().int() }).optional(),
});

const CaseStarted = z.strictObject({
  type: z.literal('case-started'),
  id: z.string(),
  title: z.string(),
  level: Level,
  clauses: z.array(
    z.strictObject({ id: z.string(), level: Level, capability: Capability, text: z.string() }),
  ),
  requires: z.array(Capability),
  tags: z.array(z.string()),
  why: z.string(),
  file: z.string(),
  /** Of what it asks and expects: tells whether two runs are of the same case. */
  digest: z.string(),
  /** One command that runs this case alone. */
  reproduce: z.string(),
});

const StepEnded = z.strictObject({
  type: z.literal('step'),
  id: z.string(),
  half: z.enum(['case', 'twin']),
  /** For a twin: the one factor that differs. */
  differs: z.string().nullable(),
  /** From 0. */
  index: z.number().int().min(0),
  verb: z.string(),
  /** Where a step is repeated, the first that is not as it has to be, or the last. */
  exchange: ExchangeEvent.nullable(),
  findings: z.array(FindingEvent),
});

const CaseEnded = z.strictObject({
  type: z.literal('case-ended'),
  id: z.string(),
  verdict: z.enum(verdicts),
  /** A phrase: the first cause, or why it was not driven. Empty for a pass. */
  reason: z.string(),
  /** The reason without what differs from run to run: what a baseline compares. Absent for a pass. */
  signature: z.string().optional(),
  duration_ms: Ms,
});

/** One way in which the baseline and this run do not agree. */
const BaselineIssue = z.strictObject({
  type: z.literal('baseline'),
  id: z.string(),
  kind: z.enum(baselineIssueKinds),
  /** A phrase: what is wrong. */
  message: z.string(),
  /** What to change in the file, line by line: `-` goes, `+` comes. Empty where the runtime is what has to change. */
  edit: z.string(),
  /** Where, in the file; absent where there is no entry yet. */
  line: z.number().int().optional(),
});

const RunEnded = z.strictObject({
  type: z.literal('run-ended'),
  at: Instant,
  duration_ms: Ms,
  /** How many cases had each verdict; verdicts that none had are left out. */
  counts: z.partialRecord(z.enum(verdicts), z.number().int()),
  /** False when the run was stopped before every planned case had its turn. */
  complete: z.boolean(),
  /** By a person, or because too many cases in a row had crashed. Absent: it went to its end. */
  stopped: z.enum(['interrupted', 'crashes']).optional(),
});

export const RunEvent = z.discriminatedUnion('type', [
  RunStarted,
  CaseStarted,
  StepEnded,
  CaseEnded,
  BaselineIssue,
  RunEnded,
]);
export type RunEvent = z.infer<typeof RunEvent>;
export type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;
