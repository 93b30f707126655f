import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { openSuite } from '../commands/open-suite.ts';
import { loadCaseFile } from '../load/load-suite.ts';
import { targetFromArgv } from '../load/load-target.ts';
import { fuzzProperty } from './fuzz.ts';
import type { Property, WrittenCase } from './property.ts';

const root = join(import.meta.dirname, '../..');
const suite = openSuite({ root, version: '0.0.0' }, undefined);

/** Words into the one argument of a witness: small enough that what is found can be told. */
const words: Property = {
  name: 'words',
  cases: fc
    .array(fc.constantFrom('a', 'b', ' ', "'"), { maxLength: 6 })
    .map((letters) => toCase(letters.join(''))),
};

function toCase(value: string): WrittenCase {
  return {
    title: 'A drawn word arrives as it is',
    clauses: ['template.one-element'],
    requires: ['packs'],
    why: 'One value, one argument, whatever it holds.',
    given: {
      packs: [{ id: 'tools', commands: [{ id: 'look', argv: ['witness', '{v}'] }] }],
      agents: { root: { skills: ['tools-look'] } },
    },
    steps: [
      {
        call: { skill: 'tools-look', arguments: { v: value } },
        expect: { outcome: 'ok', witness: { ran: 1, argv: [value] } },
      },
    ],
  };
}

function fuzz(faults: string) {
  const target = {
    ...targetFromArgv(['node', 'conformance/testing/tiny-runtime.mjs'], root),
    env: { TINY_FAULTS: faults },
  };
  const { signal } = new AbortController();
  return fuzzProperty(words, {
    suite,
    target,
    kit: { root, version: '0.0.0' },
    jobs: 2,
    seed: 3,
    runs: 12,
    signal,
  });
}

describe('drawn cases', () => {
  it('hold for a runtime that does what it has to', async () => {
    const { counterexample, drawn } = await fuzz('');
    expect(counterexample).toBeNull();
    expect(drawn).toBeGreaterThan(6);
  });

  it('find a runtime that hands values to a shell, and shrink to the smallest value that shows it', async () => {
    const { counterexample } = await fuzz('shell');
    const found = parse(counterexample?.text ?? '') as WrittenCase;
    expect(counterexample).toMatchObject({ verdict: expect.stringMatching(/fail|protocol-error/) });
    // nothing, a blank or a quote: each alone is lost on the way through a shell
    expect(JSON.stringify(found.steps)).toMatch(/"v":(""|" "|"'")/);
    const { problems } = loadCaseFile('cases/template/found.yaml', counterexample?.text ?? '', {
      requirements: suite.requirements,
      fixtures: new Map(),
    });
    expect(problems).toEqual([]);
  });
});
