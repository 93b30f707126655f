import { join } from 'node:path';
import { writeLayout } from '../prepare/write-layout.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What `describe` of a fake runtime says. */
const describeEnvelope = {
  contract: '1',
  verb: 'describe',
  outcome: 'ok',
  problems: [],
  runtime: { name: 'fake', version: '1.0.0', language: 'sh' },
  contracts: ['1'],
  capabilities: ['packs', 'grants', 'governance', 'secrets', 'bounds', 'audit'],
  limits: { timeout_seconds: 30, max_output_bytes: 1000, attachment_max_bytes: 1000 },
};

export const okLine = '{"contract":"1","verb":"validate","outcome":"ok","problems":[]}';

/**
 * A runtime in shell, which starts in 2 ms: answers `describe` properly, and runs `body` for every other verb.
 * Gives the absolute path of the program.
 */
export function shRuntime(body: string, describe = `echo '${JSON.stringify(describeEnvelope)}'`): string {
  const folder = temporaryFolder();
  const text = `#!/bin/sh\nif [ "$1" = describe ]; then ${describe}; exit; fi\n${body}\n`;
  writeLayout(folder, new Map([['runtime', { kind: 'file', bytes: Buffer.from(text), mode: 0o755 }]]));
  return join(folder, 'runtime');
}
