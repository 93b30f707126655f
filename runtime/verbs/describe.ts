import { largestAttachment } from '../attachments/attachment.ts';
import { defaultMaxOutputBytes, defaultTimeoutMs } from '../validate/bounds.ts';
import { contractVersion, type Envelope, envelope } from './envelope.ts';

export const runtimeIdentity = { name: 'swarmkit', version: '0.1.0', language: 'typescript' } as const;

/** What this runtime offers. A capability that is not listed is one that no case may ask for. */
export const capabilities = [
  'packs',
  'grants',
  'governance',
  'secrets',
  'bounds',
  'audit',
  'approvals',
  'prerequisites',
  'mcp',
  'llm_prompt',
  'composed',
  'agents',
  'attachments',
  'serve',
  'session',
  'bundled-packs',
] as const;

export function describe(): Envelope {
  return envelope('describe', 'ok', [], {
    runtime: runtimeIdentity,
    contracts: [contractVersion],
    capabilities,
    limits: {
      timeout_seconds: defaultTimeoutMs / 1000,
      max_output_bytes: defaultMaxOutputBytes,
      attachment_max_bytes: largestAttachment,
    },
  });
}
