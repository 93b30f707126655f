import { describe, expect, it } from 'vitest';
import { sampleWorkspace, workspaceYaml } from '../../fixtures/sample-workspace.ts';
import type { CommandId, PackId } from '../model/ids.ts';
import { loadWorkspace } from '../pipeline/load-workspace.ts';

/** Stands for the tools that the packs of these tests require. */
const programs = {
  jq: '#!/bin/sh\necho jq-1.7\n',
  git: '#!/bin/sh\necho git version 2.50.1\n',
};

async function load(rows: string) {
  const { root, ports } = sampleWorkspace(
    { 'workspace.yaml': workspaceYaml(`command_packs:\n${rows}`) },
    { programs },
  );
  const { workspace, problems } = await loadWorkspace(root, ports);
  return { packs: workspace?.packs, problems };
}

async function pack(row: string, id: string) {
  const { packs, problems } = await load(`  - ${row}\n`);
  const found = packs?.get(id as PackId);
  if (found === undefined) throw new Error(JSON.stringify(problems));
  return { ...found, tierOf: (command: string) => found.commands.get(command as CommandId)?.permission };
}

describe('{bundled: <id>}', () => {
  it('is the pack as it ships', async () => {
    const { permission, timeoutMs, maxOutputBytes, commands } = await pack(
      '{ bundled: json-tools }',
      'json-tools',
    );
    expect({ permission, timeoutMs, maxOutputBytes }).toEqual({
      permission: 'cautious',
      timeoutMs: 30_000,
      maxOutputBytes: 1_048_576,
    });
    expect([...commands.keys()]).toContain('query');
  });

  it('takes permission and bounds from the workspace, in either spelling', async () => {
    const row =
      '{ bundled: json-tools, permission: readonly, timeout_seconds: 5, max_output_bytes: 1000, timeout_overrides: { query: 1m } }';
    const { permission, timeoutMs, maxOutputBytes, commands } = await pack(row, 'json-tools');
    expect({ permission, timeoutMs, maxOutputBytes }).toEqual({
      permission: 'readonly',
      timeoutMs: 5000,
      maxOutputBytes: 1000,
    });
    expect(commands.get('query' as CommandId)?.timeoutMs).toBe(60_000);
  });

  it("keeps the pack's stricter word for a command, unless the workspace has one for it", async () => {
    expect((await pack('{ bundled: git-write }', 'git-write')).tierOf('push')).toBe('strict');
    expect((await pack('{ bundled: git-write, permission: open }', 'git-write')).tierOf('push')).toBe(
      'strict',
    );
    const own = await pack('{ bundled: git-write, permission_overrides: { push: cautious } }', 'git-write');
    expect([own.tierOf('push'), own.tierOf('restore'), own.tierOf('add')]).toEqual([
      'cautious',
      'strict',
      'cautious',
    ]);
  });

  it('is not weakened by the pack where the workspace says readonly', async () => {
    const { tierOf } = await pack('{ bundled: git-write, permission: readonly }', 'git-write');
    expect([tierOf('push'), tierOf('add')]).toEqual(['readonly', 'readonly']);
  });

  it.each([
    [
      '{ bundled: json-tool }',
      'schema.enum-mismatch',
      '"json-tool" is no bundled pack; there are archive-read',
      'packs list',
    ],
    ['{ bundled: 7 }', 'schema.enum-mismatch', '7 is no bundled pack; there are archive-read', 'packs list'],
    [
      '{ bundled: constructor }',
      'schema.enum-mismatch',
      '"constructor" is no bundled pack; there are archive-read',
      'packs list',
    ],
    [
      '{ bundled: ../packs/json-tools }',
      'schema.enum-mismatch',
      'is no bundled pack; there are archive-read',
      'packs list',
    ],
    [
      '{ bundled: json-tools, id: mine }',
      'schema.unknown-field',
      'id of a bundled pack cannot be overridden',
      'packs show json-tools',
    ],
    [
      '{ bundled: json-tools, env: { A: b } }',
      'schema.unknown-field',
      'env of a bundled pack cannot be overridden',
      'permission',
    ],
    ['{ bundled: json-tools, permission: opne }', 'schema.enum-mismatch', 'open', ''],
    [
      '{ bundled: json-tools, permission_overrides: { qurey: open } }',
      'command-pack.unknown-override',
      'qurey',
      'query',
    ],
    ['{ bundled: json-tools, permission_overrides: [query] }', 'schema.type-mismatch', '', ''],
    ['{ bundled: json-tools, timeout: 1s, timeout_seconds: 1 }', 'schema.conflicting-fields', '', ''],
  ])('tells what is wrong in %s, and where', async (row, code, message, hint) => {
    const { packs, problems } = await load(`  - ${row}\n`);
    expect(packs).toBeUndefined();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      code,
      path: 'workspace.yaml',
      line: 5,
      message: expect.stringContaining(message),
    });
    expect(problems[0]?.hint ?? '').toContain(hint);
  });

  it('stands for its whole row when something in the pack itself is at fault', async () => {
    const row = '  - { permission: readonly, bundled: sqlite-read }\n';
    const { root, ports } = sampleWorkspace(
      { 'workspace.yaml': workspaceYaml(`command_packs:\n${row}`) },
      { programs: { sqlite3: '#!/bin/sh\necho 3.36.0\n' } },
    );
    const { problems } = await loadWorkspace(root, ports);
    expect(problems).toMatchObject([
      {
        code: 'command-pack.version-mismatch',
        line: 5,
        column: 38,
        message: expect.stringContaining('sqlite3 is 3.36.0'),
      },
    ]);
  });

  it('twice is the same id twice', async () => {
    const { problems } = await load('  - { bundled: json-tools }\n  - { bundled: json-tools }\n');
    expect(problems).toMatchObject([{ code: 'command-pack.duplicate-id', line: 6, related: [{ line: 5 }] }]);
  });
});
