import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { callEnvelopes, okEnvelope } from '../../conformance/testing/fake-exchange.ts';
import { staleSchemas } from './schema-files.ts';

const ajv = new Ajv2020({
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
  validateFormats: false,
});

function compile(path: string): ValidateFunction {
  return ajv.compile(JSON.parse(readFileSync(`${path}.schema.json`, 'utf8')));
}

/** By the folder that a file lies in. */
const validators: Readonly<Record<string, ValidateFunction>> = {
  skills: compile('schemas/skill'),
  topologies: compile('schemas/topology'),
  archetypes: compile('schemas/archetype'),
  providers: compile('schemas/provider'),
};
const workspace = compile('schemas/workspace');

/** What an editor would underline: `file: path reason`. */
function faultsOf(folder: string): readonly string[] {
  return globSync(['workspace.yaml', '{skills,topologies,archetypes,providers}/*.yaml'], {
    cwd: folder,
  }).flatMap((file) => {
    const validate = validators[dirname(file)] ?? workspace;
    const document = readYaml(`${folder}/${file}`);
    if (document === undefined || validate(document)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${file}: ${instancePath} ${message}`);
  });
}

/** What is no YAML is not for a schema to say. */
function readYaml(path: string): unknown {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

const fixtures = readdirSync('fixtures/workspaces');

/** Faults of one document that JSON Schema cannot see, each with the reason. */
const beyondSchemas: ReadonlyMap<string, string> = new Map([
  ['schema.unset-variable', 'what the environment holds is known when the workspace is loaded'],
  [
    'schema.invalid-inputs',
    'whether inputs are JSON Schema is for the meta-schema, which editors do not fetch',
  ],
]);

/** Faults that do not begin with schema. and that a schema sees all the same. */
const seenToo: ReadonlySet<string> = new Set(['twelve-faults', 'workspace.kind-mismatch']);

describe('the schemas for editors', () => {
  it('are as the zod schemas have them', () => {
    expect(staleSchemas()).toEqual([]);
  });

  it.each(fixtures.filter((name) => name.startsWith('schema.') && !beyondSchemas.has(name)))(
    'underline %s',
    (name) => {
      expect(faultsOf(`fixtures/workspaces/${name}`)).not.toEqual([]);
    },
  );

  it.each(
    fixtures.filter((name) => (!name.startsWith('schema.') || beyondSchemas.has(name)) && !seenToo.has(name)),
  )('let %s pass', (name) => {
    expect(faultsOf(`fixtures/workspaces/${name}`)).toEqual([]);
  });

  it.each([...seenToo])('underline %s too', (name) => {
    expect(faultsOf(`fixtures/workspaces/${name}`)).not.toEqual([]);
  });

  it('let the workspaces of the demos pass, and underline what a bundled pack does not let one say', () => {
    const found = globSync('demos/*/workspace/workspace.yaml');
    expect(found.length).toBeGreaterThan(0);
    for (const file of found) expect(faultsOf(dirname(file)), file).toEqual([]);
    expect(faultsOf('demos/bundled-packs/rewritten')).not.toEqual([]);
  });
});

describe('the schemas of the contract', () => {
  it('take the envelopes that the contract shows, and no other field', () => {
    const call = compile('conformance/schemas/call');
    for (const envelope of [callEnvelopes.ok(), callEnvelopes.denied(), callEnvelopes.failed()])
      expect(call(envelope), JSON.stringify(call.errors)).toBe(true);
    expect(call({ ...callEnvelopes.ok(), surprise: 1 })).toBe(false);
    expect(call({ ...callEnvelopes.ok(), refusal: null })).toBe(false);
    const validate = compile('conformance/schemas/validate');
    expect(validate(okEnvelope)).toBe(true);
    expect(validate({ ...okEnvelope, outcome: 'denied' })).toBe(false);
  });

  it('take every case of the suite, matrix rows aside', () => {
    const validate = compile('conformance/schemas/case');
    for (const file of globSync('conformance/cases/**/*.yaml')) {
      const content = parse(readFileSync(file, 'utf8')) as object;
      if (!('matrix' in content))
        expect(validate(content), `${file} ${JSON.stringify(validate.errors)}`).toBe(true);
    }
  });

  it('take every target file', () => {
    const validate = compile('conformance/schemas/target');
    const files = globSync(['conformance/targets/*.yaml', 'conformance/skeletons/*/conformance-target.yaml']);
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) expect(validate(parse(readFileSync(file, 'utf8'))), file).toBe(true);
  });
});
