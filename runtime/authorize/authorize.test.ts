import { describe, expect, test } from 'vitest';
import { type CallVariation, sampleCall } from '../../fixtures/sample-call.ts';
import type { Call } from '../model/call.ts';
import type { SkillId } from '../model/ids.ts';
import { bad, ok, problem } from '../model/problem.ts';
import type { Governance } from '../model/workspace.ts';
import { type FakePorts, fakePorts } from '../ports/fake.ts';
import { approvalLifetimeMs, openApprovals } from './approvals.ts';
import { authorize } from './authorize.ts';

const builtin: Governance = { provider: 'builtin' };

function approvalsIn(
  ports: FakePorts,
  preview = async (_: Call) => ok<readonly string[]>(['/bin/tool', 'x']),
) {
  return openApprovals({
    stateDir: '/state',
    ports,
    preview,
    redact: (text) => text.replaceAll('s3cret', '[credential:t]'),
  });
}

async function decide(
  variation: CallVariation,
  world: { governance?: Governance; succeeded?: string[] } = {},
) {
  const circumstances = {
    governance: world.governance ?? builtin,
    succeeded: new Set((world.succeeded ?? []) as SkillId[]),
  };
  const found = await authorize(sampleCall(variation), circumstances, approvalsIn(fakePorts()));
  return found.decision.code ?? 'allowed';
}

describe('the tiers', () => {
  test.each([
    ['open', 'read', 'allowed'],
    ['open', 'write', 'allowed'],
    ['cautious', 'read', 'allowed'],
    ['cautious', 'write', 'allowed'],
    ['strict', 'read', 'tier.strict'],
    ['strict', 'write', 'tier.strict'],
    ['readonly', 'read', 'allowed'],
    ['readonly', 'write', 'tier.readonly'],
  ] as const)('%s and a %s: %s', async (tier, effects, expected) => {
    expect(await decide({ tier, effects })).toBe(expected);
  });

  test('readonly denies an unknown effect and names the field to add', async () => {
    const call = sampleCall({ tier: 'readonly' });
    const unknown: Call = {
      ...call,
      target: {
        kind: 'mcp_tool',
        provider: 'mcp',
        container: 'files',
        member: 'get',
        effects: 'unknown',
        tier: 'readonly',
      },
    };
    const { decision } = await authorize(
      unknown,
      { governance: builtin, succeeded: new Set() },
      approvalsIn(fakePorts()),
    );
    expect(decision).toMatchObject({
      code: 'tier.readonly',
      reason: expect.stringContaining('effects: {get: read}'),
    });
  });
});

describe('scopes', () => {
  const requiredScopes = ['repo:read', 'repo:write'];

  test('that the agent lacks are named', async () => {
    const call = sampleCall({ requiredScopes, scopes: ['repo:read'] });
    const { decision } = await authorize(
      call,
      { governance: builtin, succeeded: new Set() },
      approvalsIn(fakePorts()),
    );
    expect(decision.code).toBe('scope.missing');
    expect(decision.reason).toContain('lacks repo:write');
    expect(decision.reason).not.toContain('lacks repo:read');
  });

  test.each([
    ['that it holds are enough', { requiredScopes, scopes: requiredScopes }, builtin, 'allowed'],
    ['are not asked for by open', { requiredScopes, tier: 'open' as const }, builtin, 'allowed'],
    ['are asked for by readonly', { requiredScopes, tier: 'readonly' as const }, builtin, 'scope.missing'],
    [
      'are compared whole, never as patterns',
      { requiredScopes: ['repo:read'], scopes: ['repo:*'] },
      builtin,
      'scope.missing',
    ],
    [
      'are all granted by the mock',
      { requiredScopes },
      { provider: 'mock', allowedScopes: 'every' } as const,
      'allowed',
    ],
    [
      'are granted by the list of the mock alone',
      { requiredScopes, scopes: requiredScopes },
      { provider: 'mock', allowedScopes: new Set(['repo:read']) } as const,
      'scope.missing',
    ],
  ])('%s', async (_, variation, governance, expected) => {
    expect(await decide(variation, { governance })).toBe(expected);
  });
});

describe('the first no wins', () => {
  const everything: CallVariation = {
    held: [],
    tier: 'readonly',
    effects: 'write',
    requires: { 'tools-run': ['first'] },
    requiredScopes: ['a:b'],
  };

  test.each([
    ['grant before prerequisites', everything, 'grant.not-held'],
    ['prerequisites before the tier', { ...everything, held: ['tools-run'] }, 'prerequisite.unmet'],
    ['the tier before scopes', { ...everything, held: ['tools-run'], requires: {} }, 'tier.readonly'],
    ['scopes before approval', { requiredScopes: ['a:b'], tier: 'strict' as const }, 'scope.missing'],
  ])('%s', async (_, variation, expected) => {
    expect(await decide(variation)).toBe(expected);
  });

  test('open skips neither the grant nor prerequisites', async () => {
    expect(await decide({ tier: 'open', held: [] })).toBe('grant.not-held');
    const requires = { 'tools-run': ['first'] };
    expect(await decide({ tier: 'open', requires })).toBe('prerequisite.unmet');
    expect(await decide({ tier: 'open', requires }, { succeeded: ['first'] })).toBe('allowed');
  });

  test('a skill that does not exist is one that nobody holds', async () => {
    const attempt = { ...sampleCall(), skillId: 'nothing' as SkillId, skill: null, target: null };
    const { decision } = await authorize(
      attempt,
      { governance: builtin, succeeded: new Set() },
      approvalsIn(fakePorts()),
    );
    expect(decision).toMatchObject({ code: 'grant.not-held', tier: null });
  });
});

describe('an approval', () => {
  const circumstances = { governance: builtin, succeeded: new Set<SkillId>() };
  const strict = sampleCall({ tier: 'strict', arguments: { v: 's3cret' } });

  async function requested(ports: FakePorts) {
    const approvals = approvalsIn(ports);
    const found = await authorize(strict, circumstances, approvals);
    const id = 'refusal' in found ? (found.refusal.approvalRequest ?? '') : '';
    return { approvals, id };
  }

  test('is asked for once, with what would run and without secrets', async () => {
    const { approvals, id } = await requested(fakePorts());
    await authorize(strict, circumstances, approvals);
    expect(approvals.pending()).toMatchObject([
      { request_id: id, arguments: { v: '[credential:t]' }, argv: ['/bin/tool', 'x'] },
    ]);
  });

  test('that is given lets exactly that call run, once', async () => {
    const { approvals, id } = await requested(fakePorts());
    expect(approvals.decide(id, 'granted', null)).toBeDefined();
    const other = sampleCall({ tier: 'strict', arguments: { v: 'other' } });
    expect((await authorize(other, circumstances, approvals)).decision.code).toBe('tier.strict');
    expect((await authorize(strict, circumstances, approvals)).decision.allowed).toBe(true);
    expect((await authorize(strict, circumstances, approvals)).decision.code).toBe('tier.strict');
  });

  test('that is denied denies, with the person’s words', async () => {
    const { approvals, id } = await requested(fakePorts());
    approvals.decide(id, 'denied', 'not today');
    const { decision } = await authorize(strict, circumstances, approvals);
    expect(decision).toMatchObject({ code: 'approval.denied', reason: expect.stringContaining('not today') });
  });

  test('cannot be decided twice', async () => {
    const { approvals, id } = await requested(fakePorts());
    expect(approvals.decide(id, 'denied', null)).toBeDefined();
    expect(approvals.decide(id, 'granted', null)).toBeUndefined();
  });

  test('expires', async () => {
    const ports = fakePorts();
    const { approvals, id } = await requested(ports);
    approvals.decide(id, 'granted', null);
    await ports.clock.advance(approvalLifetimeMs);
    expect((await authorize(strict, circumstances, approvals)).decision.code).toBe('tier.strict');
  });

  test('is not asked for where the arguments could not run', async () => {
    const approvals = approvalsIn(fakePorts(), async () =>
      bad(problem('command.missing-argument', 'argument v is missing')),
    );
    const found = await authorize(strict, circumstances, approvals);
    expect(found).toMatchObject({
      refusal: {
        code: 'tier.strict',
        approvalRequest: null,
        reason: expect.stringContaining('v is missing'),
      },
    });
    expect(approvals.pending()).toEqual([]);
  });

  test('file that somebody broke by hand approves nothing', async () => {
    const ports = fakePorts();
    const { approvals } = await requested(ports);
    ports.files.replace('/state/approvals/granted/x.json', '{');
    expect((await authorize(strict, circumstances, approvals)).decision.code).toBe('tier.strict');
  });
});
