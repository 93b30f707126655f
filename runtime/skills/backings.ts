import type { Secrets } from '../execute/credentials.ts';
import type { ToolServers } from '../mcp/tool-servers.ts';
import type { ModelChoice } from '../model/model.ts';
import type { Workspace } from '../model/workspace.ts';
import type { OpenedModel } from '../models/open-model.ts';
import type { Ports } from '../ports/ports.ts';

/** What skills that are no commands live on. Each is imported when it is first needed and stays until `close`. */
export interface Backings {
  readonly workspace: Workspace;
  servers(): Promise<ToolServers>;
  /** `asker` is who needs it, for the message when there is none: `agent root`, `skill judge`. */
  model(choice: ModelChoice, asker: string): Promise<OpenedModel>;
  /** Stops the servers that were started. To be called before the process ends. */
  close(): Promise<void>;
}

export interface BackingsWorld {
  readonly workspace: Workspace;
  readonly secrets: Secrets;
  readonly ports: Ports;
}

export function openBackings(world: BackingsWorld): Backings {
  let servers: Promise<ToolServers> | undefined;
  const models = new Map<string, Promise<OpenedModel>>();
  return {
    workspace: world.workspace,
    servers() {
      servers ??= import('../mcp/tool-servers.ts').then(({ toolServers }) => toolServers(world));
      return servers;
    },
    model(choice, asker) {
      const key = JSON.stringify([choice, asker]);
      const known = models.get(key);
      if (known !== undefined) return known;
      const opened = import('../models/open-model.ts').then(({ openModel }) =>
        openModel(choice, asker, world),
      );
      models.set(key, opened);
      return opened;
    },
    async close() {
      await (await servers)?.close();
      servers = undefined;
    },
  };
}
