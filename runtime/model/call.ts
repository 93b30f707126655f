import type { FailureCode, RefusalCode } from './codes.ts';
import type { RequestId, RunId, SkillId, TopologyId } from './ids.ts';
import type { Json, JsonMap } from './json.ts';
import type { Problem } from './problem.ts';
import type { Agent, Command, Effects, Pack, Skill, Tier } from './workspace.ts';

/** One agent asking for one skill. Whether there is such a skill, and whether it may, is not decided yet. */
export interface Attempt {
  readonly runId: RunId;
  readonly topology: TopologyId;
  readonly agent: Agent;
  readonly skillId: SkillId;
  readonly skill: Skill | null;
  readonly target: Target | null;
  /** As sent: checked against `inputs` and filled into the template only after the decision. */
  readonly arguments: JsonMap;
}

/** An attempt at a skill that exists. */
export interface Call extends Attempt {
  readonly skill: Skill;
  readonly target: Target;
}

/** What backs the skill, with the fields that policy and audit go by. */
export type Target = CommandTarget | OtherTarget;
export interface CommandTarget extends TargetFields {
  readonly kind: 'command';
  readonly provider: 'command';
  readonly pack: Pack;
  readonly command: Command;
}
/** A backing that a later capability executes. */
export interface OtherTarget extends TargetFields {
  readonly kind: 'mcp_tool' | 'llm_prompt' | 'composed';
}
interface TargetFields {
  readonly provider: string;
  /** Pack or server. */
  readonly container: string;
  /** Command or tool. */
  readonly member: string;
  readonly effects: Effects;
  readonly tier: Tier;
}

/** A yes, which only `authorize` can make, and the only thing that `execute` takes. */
export interface Permit {
  readonly [permitted]: true;
  readonly call: Call;
  readonly decision: Decision;
}
declare const permitted: unique symbol;

export interface Decision {
  readonly allowed: boolean;
  readonly code: RefusalCode | null;
  readonly reason: string;
  /** Null where no skill was found to have one. */
  readonly tier: Tier | null;
}

export interface Refusal {
  readonly code: RefusalCode;
  readonly reason: string;
  /** Set where a person can turn this no into a yes. */
  readonly approvalRequest: RequestId | null;
}

/** What a command that succeeded gave. */
export interface CommandOutput {
  /** stdout, decoded; what the agent is handed. */
  readonly text: string;
  /** The parsed value: JSON, an array of lines, or the text again. */
  readonly data: Json;
  /** Null where no program of our own ran. */
  readonly exitCode: number | null;
  readonly stderr: string;
  readonly durationMs: number;
  /** Set when bytes that are no UTF-8 were replaced. */
  readonly lossy: boolean;
}

/**
 * What the operating system was handed and what it gave back, for the audit. Redacted; the output itself is not
 * here, only its size and digest.
 */
export interface CommandFacts {
  /** The program's absolute path, then its arguments. */
  readonly argv: readonly string[];
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly durationMs: number;
  readonly stdout: OutputDigest;
  readonly stderr: OutputDigest;
}

export interface OutputDigest {
  /** As the program wrote them, counted until reading stopped. */
  readonly bytes: number;
  /** SHA-256 (hex) of the redacted text: a digest of raw output would let a short secret be guessed. */
  readonly sha256: string;
}

/** What came of a permitted call. `facts` is there when a program was started. */
export type Outcome =
  | CommandOutcome
  | { readonly kind: 'ok'; readonly output: CommandOutput; readonly facts?: ToolFacts }
  | { readonly kind: 'failed'; readonly error: Failure; readonly facts?: ToolFacts }
  /** A member of a composed skill was refused, and the whole with it. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly facts?: ToolFacts };

export type CommandOutcome =
  | { readonly kind: 'ok'; readonly output: CommandOutput; readonly facts?: CommandFacts }
  | { readonly kind: 'failed'; readonly error: Failure; readonly facts?: CommandFacts };

export type Facts = CommandFacts | ToolFacts;

/** The same of a backing that is no program of ours. */
interface ToolFacts {
  readonly durationMs: number;
  readonly output: OutputDigest;
}

export type Failure = Problem & { readonly code: FailureCode };
