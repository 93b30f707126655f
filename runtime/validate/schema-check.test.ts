import { describe, expect, test } from 'vitest';
import { readDocument } from '../load/document.ts';
import { checkSchema } from './schema-check.ts';
import { ProviderDeclaration } from './schemas/model.ts';
import { CredentialDeclaration, GovernanceDeclaration } from './schemas/workspace.ts';

function problemsOf(schema: Parameters<typeof checkSchema>[0], text: string) {
  const source = readDocument('f.yaml', new TextEncoder().encode(text));
  if (!('placeOf' in source)) throw new Error(JSON.stringify(source));
  return checkSchema(schema, source.data, source, []).problems.map(({ code, pointer }) => [code, pointer]);
}

describe('a block with variants', () => {
  test('is judged for unknown keys although no variant fits', () => {
    expect(problemsOf(GovernanceDeclaration, 'provider: opa\nconfg: {}\n')).toEqual([
      ['schema.enum-mismatch', '/provider'],
      ['schema.unknown-field', '/confg'],
    ]);
  });

  test('takes the keys of every variant for known then', () => {
    expect(problemsOf(CredentialDeclaration, 'source: vault\nconfig: { env: A }\n')).toEqual([
      ['schema.enum-mismatch', '/source'],
    ]);
  });

  test('lacks the field that chooses, and may hold an unknown key as well', () => {
    expect(problemsOf(GovernanceDeclaration, 'confg: {}\n')).toEqual([
      ['schema.required-field', ''],
      ['schema.unknown-field', '/confg'],
    ]);
  });

  test('is judged so wherever it stands', () => {
    const text =
      'apiVersion: swarmkit/v1\nkind: ModelProvider\nmetadata: { id: a }\nspec: { extends: openai, api_key: x }\n';
    expect(problemsOf(ProviderDeclaration, text)).toEqual([
      ['schema.enum-mismatch', '/spec/extends'],
      ['schema.unknown-field', '/spec/api_key'],
    ]);
  });
});

test.each(['5', 'null', 'true', '[builtin]'])(
  'a word of a closed list that is no text, %s, is of another type',
  (value) => {
    expect(problemsOf(GovernanceDeclaration, `provider: ${value}\n`)).toEqual([
      ['schema.type-mismatch', '/provider'],
    ]);
  },
);
