/** How much a run may do. A model that never stops calling tools is stopped by these. */
export interface Limits {
  /** Model turns of one conversation. */
  readonly steps: number;
  /** Tool calls of a whole run, delegation included. */
  readonly calls: number;
}

export const defaultLimits: Limits = { steps: 100, calls: 500 };

/** `SWARMKIT_MAX_STEPS` and `SWARMKIT_MAX_TOOL_CALLS`, where they are whole numbers from 1. */
export function limitsFrom(env: ReadonlyMap<string, string>): Limits {
  const read = (name: string, fallback: number) => {
    const written = env.get(name) ?? '';
    return /^[1-9]\d{0,8}$/.test(written) ? Number(written) : fallback;
  };
  return {
    steps: read('SWARMKIT_MAX_STEPS', defaultLimits.steps),
    calls: read('SWARMKIT_MAX_TOOL_CALLS', defaultLimits.calls),
  };
}
