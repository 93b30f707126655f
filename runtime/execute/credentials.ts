import { done, failed, type Step } from '../model/failure.ts';
import type { CredentialId } from '../model/ids.ts';
import type { CredentialSource, Pack } from '../model/workspace.ts';
import type { Files, Host } from '../ports/ports.ts';

/** Every credential of a workspace as it is right now: its value, or why there is none. */
export interface Secrets {
  readonly values: ReadonlyMap<CredentialId, string>;
  readonly missing: ReadonlyMap<CredentialId, string>;
}

type Reading = { readonly value: string } | { readonly fault: string };

/** A secret is a token or a key, not a film. */
const largestFileBytes = 1024 * 1024;

/**
 * Reads them all, not only the one a call needs: a command may print any of them, and redaction has to know
 * it. Read anew for each call, since a credential may be rotated while the runtime lives.
 */
export function loadSecrets(
  credentials: ReadonlyMap<CredentialId, CredentialSource>,
  ports: { readonly files: Files; readonly host: Host },
): Secrets {
  const values = new Map<CredentialId, string>();
  const missing = new Map<CredentialId, string>();
  for (const [id, source] of credentials) {
    const reading =
      source.source === 'env' ? readVariable(source, ports.host) : readFile(source, ports.files);
    if ('value' in reading) values.set(id, reading.value);
    else missing.set(id, reading.fault);
  }
  return { values, missing };
}

/** What the pack's `env` may be filled with: its own credential or none. Code: `credential.missing`. */
export function credentialsOf(
  pack: Pick<Pack, 'credential'>,
  secrets: Secrets,
): Step<ReadonlyMap<CredentialId, string>> {
  if (pack.credential === null) return done(new Map());
  const value = secrets.values.get(pack.credential);
  if (value !== undefined) return done(new Map([[pack.credential, value]]));
  const fault = secrets.missing.get(pack.credential) ?? 'the workspace does not declare it';
  return failed(
    'credential.missing',
    `credential ${pack.credential} cannot be used: ${fault}`,
    'set it where the runtime is started',
  );
}

function readVariable({ variable }: CredentialSource & { source: 'env' }, host: Host): Reading {
  return judge(host.env.get(variable), `the environment variable ${variable}`);
}

/** An editor ends a file with a line break that is no part of the secret: one is taken away, and no more. */
function readFile({ path }: CredentialSource & { source: 'file' }, files: Files): Reading {
  const name = `the file ${path}`;
  const bytes = files.read(path, largestFileBytes + 1);
  if (bytes === undefined) return judge(undefined, name);
  if (bytes.length > largestFileBytes) return { fault: `${name} is larger than ${largestFileBytes} bytes` };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return judge(text.replace(/\r?\n$/, ''), name);
  } catch {
    return { fault: `${name} is not UTF-8 text` };
  }
}

function judge(value: string | undefined, name: string): Reading {
  if (value === undefined) return { fault: `${name} is not there` };
  if (value === '') return { fault: `${name} is empty` };
  if (value.includes('\0')) return { fault: `${name} holds a NUL byte, which no environment can hold` };
  return { value };
}
