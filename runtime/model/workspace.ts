import type {
  AgentId,
  ArchetypeId,
  CommandId,
  CredentialId,
  PackId,
  ProviderId,
  ServerId,
  SkillId,
  TopologyId,
} from './ids.ts';
import type { Json, JsonMap } from './json.ts';
import type { ModelChoice, ModelProvider } from './model.ts';
import type { Template } from './template.ts';

/** Permission tiers, weakest gate first. */
export const tiers = ['open', 'cautious', 'strict', 'readonly'] as const;
export type Tier = (typeof tiers)[number];

/** `unknown` only for an MCP tool that nobody has declared. */
export type Effects = 'read' | 'write' | 'unknown';

export type Parse = 'text' | 'json' | 'lines';

/** A loaded workspace: everything checked, every default filled in, nothing left to look up. */
export interface Workspace {
  readonly id: string;
  /** Absolute, real. */
  readonly root: string;
  /** Absolute folder of audit, approvals and other state. */
  readonly stateDir: string;
  readonly governance: Governance;
  readonly credentials: ReadonlyMap<CredentialId, CredentialSource>;
  readonly packs: ReadonlyMap<PackId, Pack>;
  readonly servers: ReadonlyMap<ServerId, Server>;
  readonly skills: ReadonlyMap<SkillId, Skill>;
  readonly topologies: ReadonlyMap<TopologyId, Topology>;
  readonly providers: ReadonlyMap<ProviderId, ModelProvider>;
  /** For agents that name no model. */
  readonly model: ModelChoice;
  readonly serve: ServeSettings;
}

/** How `serve` listens and how much it takes on. */
export interface ServeSettings {
  /** Whose value every request has to bring, or `null`: then only this machine is listened to. */
  readonly apiKey: CredentialId | null;
  /** Names under which the server is reached, besides its address. */
  readonly allowedHosts: readonly string[];
  readonly maxRunning: number;
  readonly maxQueued: number;
  /** Milliseconds from the first byte of a request to its last. */
  readonly requestTimeoutMs: number;
}

/** Who decides on scopes. `builtin` compares with what the agent holds; `mock` allows all, or a list. */
export type Governance =
  | { readonly provider: 'builtin' }
  | { readonly provider: 'mock'; readonly allowedScopes: ReadonlySet<string> | 'every' };

export type CredentialSource =
  | { readonly source: 'env'; readonly variable: string }
  | { readonly source: 'file'; readonly path: string };

/** A command pack. Times in milliseconds, sizes in bytes. */
export interface Pack {
  readonly id: PackId;
  readonly permission: Tier;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  /** Absolute. */
  readonly cwd: string;
  /** Values with `${VAR}` expanded; only `{credential.x}` is left to fill. */
  readonly env: ReadonlyMap<string, Template>;
  readonly credential: CredentialId | null;
  readonly commands: ReadonlyMap<CommandId, Command>;
}

export interface Command {
  readonly id: CommandId;
  readonly pack: PackId;
  readonly description: string | null;
  /** argv[0] as written, then one template per element. */
  readonly argv: readonly [string, ...Template[]];
  /** The absolute path found at load, which is what runs. */
  readonly program: string;
  readonly effects: 'read' | 'write';
  /** The override, else the pack's tier. */
  readonly permission: Tier;
  readonly timeoutMs: number;
  readonly parse: Parse;
  readonly okExitCodes: ReadonlySet<number>;
  readonly params: ReadonlyMap<string, Param>;
}

/** What a pack author says of one placeholder: JSON Schema keywords, and whether `-x` may stand there. */
export interface Param {
  readonly schema: Json;
  readonly allowLeadingDash: boolean;
}

export interface Server {
  readonly id: ServerId;
  readonly permission: Tier;
  readonly permissionOverrides: ReadonlyMap<string, Tier>;
  readonly effects: ReadonlyMap<string, 'read' | 'write'>;
  readonly trustAnnotations: boolean;
  readonly timeoutMs: number;
  /** Tool -> milliseconds. */
  readonly timeoutOverrides: ReadonlyMap<string, number>;
  /** Everything that the server sends during one call. */
  readonly maxOutputBytes: number;
  readonly credential: CredentialId | null;
  readonly transport: Transport;
}

/** How a server is reached. Values with `${VAR}` expanded; only `{credential.x}` is left to fill, in `env` and `headers`. */
export type Transport =
  | {
      readonly kind: 'stdio';
      /** As written: looked up when the server is first needed. */
      readonly program: string;
      readonly args: readonly string[];
      /** Absolute. */
      readonly cwd: string;
      readonly env: ReadonlyMap<string, Template>;
    }
  | { readonly kind: 'http'; readonly url: string; readonly headers: ReadonlyMap<string, Template> };

export type Implementation =
  | { readonly type: 'command'; readonly pack: PackId; readonly command: CommandId }
  | { readonly type: 'mcp_tool'; readonly server: ServerId; readonly tool: string; readonly fixed: JsonMap }
  | { readonly type: 'llm_prompt'; readonly prompt: string; readonly model: ModelChoice }
  | { readonly type: 'composed'; readonly composes: readonly SkillId[]; readonly strategy: Strategy };

type Strategy = 'sequential' | 'parallel-consensus';

export interface Skill {
  readonly id: SkillId;
  readonly description: string;
  /** Synthesised from a pack, or written by hand. */
  readonly origin: 'pack' | 'file';
  readonly implementation: Implementation;
  /** JSON Schema of the arguments. */
  readonly inputs: Json;
  readonly requiredScopes: readonly string[];
}

export interface Topology {
  readonly id: TopologyId;
  readonly agents: ReadonlyMap<AgentId, Agent>;
}

export interface Agent {
  readonly id: AgentId;
  readonly role: 'root' | 'leader' | 'worker';
  readonly parent: AgentId | null;
  readonly archetype: ArchetypeId | null;
  readonly prompt: string | null;
  /** For whoever may delegate to it. */
  readonly description: string | null;
  readonly model: ModelChoice;
  /** Grant order, bulk grants expanded, duplicates dropped. */
  readonly skills: readonly SkillId[];
  readonly scopes: ReadonlySet<string>;
  /** guarded skill -> skills that must have succeeded first in the same run. */
  readonly requires: ReadonlyMap<SkillId, readonly SkillId[]>;
}
