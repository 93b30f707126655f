import * as z from 'zod';
import { type Loaded, loadWorkspace } from '../../pipeline/load-workspace.ts';
import { resolve } from '../../verbs/resolve.ts';
import { json, operation, type ServeWorld } from '../operation.ts';
import { Health, NoQuery, SkillRow, Validity } from '../schemas.ts';

export const listSkills = operation({
  id: 'listSkills',
  method: 'get',
  path: '/skills',
  summary: 'Every skill of the workspace, those that packs became included',
  query: NoQuery,
  answers: { status: 200, schema: z.strictObject({ skills: z.array(SkillRow) }) },
  problems: [],
  perform: (_, { workspace }) => json({ skills: resolve(workspace, []).skills }),
});

export const validateWorkspace = operation({
  id: 'validateWorkspace',
  method: 'get',
  path: '/validate',
  summary: 'What a restart would find: the workspace as it lies on disk now',
  query: NoQuery,
  answers: { status: 200, schema: Validity },
  problems: [],
  perform: async (_, world) => {
    const { workspace, problems } = await loadOnce(world);
    return json({
      valid: workspace !== undefined,
      workspace_id: world.workspace.id,
      topologies: [...world.workspace.topologies.keys()],
      problems,
    });
  },
});

const underWay = new WeakMap<ServeWorld, Promise<Loaded>>();

/** Loading starts programs to ask for their versions. Whoever asks while that goes on gets the same answer. */
function loadOnce(world: ServeWorld): Promise<Loaded> {
  const known = underWay.get(world);
  if (known !== undefined) return known;
  const loading = loadWorkspace(world.workspace.root, world.ports).finally(() => underWay.delete(world));
  underWay.set(world, loading);
  return loading;
}

export const health = operation({
  id: 'health',
  method: 'get',
  path: '/health',
  summary: 'Whether the server takes jobs on, and how much it has to do',
  isOpen: true,
  query: NoQuery,
  answers: { status: 200, schema: Health },
  problems: [],
  perform: (_, { jobs, stopping }) => json({ status: stopping() ? 'stopping' : 'ok', ...jobs.counts() }),
});
