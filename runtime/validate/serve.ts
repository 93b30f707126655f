import { type Problem, problem } from '../model/problem.ts';
import type { ServeSettings } from '../model/workspace.ts';
import type { Declarations, Declared } from './declare.ts';
import type { ServeDeclaration } from './schemas/workspace.ts';

/** Without a `server` block: this machine only, 8 jobs at a time, 256 that wait, half a minute for a request to arrive. */
const defaults: ServeSettings = {
  apiKey: null,
  allowedHosts: [],
  maxRunning: 8,
  maxQueued: 256,
  requestTimeoutMs: 30_000,
};

/** The `server` block with its defaults. Code: `command-pack.unknown-credential`. */
export function checkServe({ serve, credentials, broken }: Declarations): {
  readonly serve: ServeSettings;
  readonly problems: readonly Problem[];
} {
  if (serve === undefined) return { serve: defaults, problems: [] };
  const { auth, allowed_hosts, max_running, max_queued, request_timeout_seconds } = serve.value;
  const key = auth?.provider === 'api_key' ? auth.credentials_ref : null;
  const isKnown = key === null || credentials.has(key) || broken.has(`credential:${key}`);
  return {
    serve: {
      apiKey: key,
      allowedHosts: allowed_hosts ?? defaults.allowedHosts,
      maxRunning: max_running ?? defaults.maxRunning,
      maxQueued: max_queued ?? defaults.maxQueued,
      requestTimeoutMs:
        request_timeout_seconds === undefined ? defaults.requestTimeoutMs : request_timeout_seconds * 1000,
    },
    problems: isKnown ? [] : [unknownCredential(key, serve, [...credentials.keys()])],
  };
}

function unknownCredential(
  key: string,
  serve: Declared<ServeDeclaration>,
  declared: readonly string[],
): Problem {
  const message = `the server's key is credential ${key}, which the workspace does not declare`;
  const hint = `declared here: ${declared.join(', ') || 'none'}`;
  return problem('command-pack.unknown-credential', message, {
    place: serve.at('auth', 'credentials_ref'),
    hint,
  });
}
