import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';

/** Every module of the runtime with what it imports: at once, and when it comes to it. Types are no imports. */
const modules = new Map(
  globSync('runtime/**/*.ts', { ignore: '**/*.test.ts' }).map((file) => {
    const text = readFileSync(file, 'utf8');
    const of = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, path = '']) => resolved(file, path));
    const statics = of(/^(?:import|export)\s+(?!type\b)(?:[^'";]*?from\s+)?'([^']+)'/gm);
    return [file, { statics, dynamics: of(/\bimport\('([^']+)'\)/g) }] as const;
  }),
);

function resolved(file: string, path: string): string {
  return path.startsWith('.') ? normalize(join(dirname(file), path)) : path;
}

function importersOf(target: string): readonly string[] {
  return [...modules]
    .flatMap(([file, { statics, dynamics }]) => ([...statics, ...dynamics].includes(target) ? [file] : []))
    .sort();
}

/** Everything that is loaded with a module. */
function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const each of modules.get(file)?.statics ?? []) loadedWith(each, seen);
  return seen;
}

describe('there is one way to an effect', () => {
  it.each([
    // Who decides, who starts a program (`preview-call.ts` asks what would run), who runs every other backing.
    ['runtime/authorize/authorize.ts', ['runtime/pipeline/call.ts']],
    ['runtime/execute/execute-command.ts', ['runtime/pipeline/call.ts', 'runtime/skills/preview-call.ts']],
    ['runtime/skills/execute-skill.ts', ['runtime/pipeline/call.ts']],
    ['runtime/mcp/tool-servers.ts', ['runtime/skills/backings.ts']],
  ])('%s is reached from the pipeline alone', (target, importers) => {
    expect(importersOf(target)).toEqual(importers);
  });

  it('and it is the same for the command line and for an agent', () => {
    expect(importersOf('runtime/pipeline/call.ts')).toEqual(
      expect.arrayContaining(['runtime/agents/answer-call.ts', 'runtime/verbs/perform.ts']),
    );
  });
});

describe('what a verb does not need it does not load', () => {
  const heavy = ['openai', '@anthropic-ai/sdk', '@modelcontextprotocol/sdk', 'ajv'];

  it.each([
    'runtime/main.ts',
    'runtime/verbs/perform.ts',
    'runtime/pipeline/load-workspace.ts',
    'runtime/pipeline/call.ts',
    'runtime/pipeline/context.ts',
  ])('%s loads no client', (file) => {
    const loaded = [...loadedWith(file)];
    expect(loaded.length).toBeGreaterThan(1);
    expect(
      loaded.filter((each) => heavy.some((name) => each === name || each.startsWith(`${name}/`))),
    ).toEqual([]);
  });

  it('and the clients are there when their time comes', () => {
    expect([...loadedWith('runtime/models/openai.ts')]).toContain('openai');
    expect(
      [...loadedWith('runtime/mcp/tool-servers.ts')].some((each) =>
        each.startsWith('@modelcontextprotocol/sdk/'),
      ),
    ).toBe(true);
  });
});
