import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { openSuite } from '../commands/open-suite.ts';
import { loadCaseFile } from '../load/load-suite.ts';
import { properties } from './properties.ts';
import { writeCase } from './write-case.ts';

const root = join(import.meta.dirname, '../..');
const { requirements } = openSuite({ root, version: '0.0.0' }, undefined);

describe.each(properties.map((property) => [property.name, property] as const))(
  'what %s draws',
  (name, { cases }) => {
    const drawn = fc.sample(cases, { seed: 7, numRuns: 60 });

    it('is written as a case file that says the same when it is read back', () => {
      for (const each of drawn) expect(JSON.stringify(parse(writeCase(each)))).toBe(JSON.stringify(each));
    });

    it('is a proper case of the suite', () => {
      for (const each of drawn) {
        const file = `cases/fuzz/${name}.yaml`;
        const { cases: loaded, problems } = loadCaseFile(file, writeCase(each), {
          requirements,
          fixtures: new Map(),
        });
        expect(problems).toEqual([]);
        expect(loaded).toHaveLength(1);
      }
    });

    it('is the same for the same seed, and varied', () => {
      expect(fc.sample(cases, { seed: 7, numRuns: 60 })).toEqual(drawn);
      expect(new Set(drawn.map(writeCase)).size).toBeGreaterThan(30);
    });
  },
);
