import fc, { type Arbitrary } from 'fast-check';
import type { Property, WrittenCase } from './property.ts';
import { hostileText, placeholderName } from './words.ts';

type Part = { readonly literal: string } | { readonly placeholder: string };
type Value = string | number | boolean;

/** Text of a template that no check takes for a shell's: it never makes up an element alone with what only a shell reads. */
const literal: Arbitrary<Part> = fc
  .constantFrom('x', '--at=', 'a b', './', '=', 'it"s', '.a | .b', '$x', 'é', ':', '{}', '{a-b}', '%')
  .map((text) => ({ literal: `x${text}` }));
const placeholder: Arbitrary<Part> = placeholderName.map((name) => ({ placeholder: name }));
const element = fc.array(fc.oneof(literal, placeholder), { minLength: 1, maxLength: 4 });
const template = fc.array(element, { minLength: 1, maxLength: 5 });
const value: Arbitrary<Value> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.boolean(),
  fc.constantFrom(0, 1.5, -0.25, 9_007_199_254_740_991, -9_007_199_254_740_991),
);

/** Values fill a template one for one: as many elements as the template has, each byte for byte what it says. */
export const oneElement: Property = {
  name: 'one-element',
  cases: fc
    .record({ template, values: fc.array(value, { minLength: 13, maxLength: 13 }) })
    .map((drawn) => toCase(drawn.template, drawn.values)),
};

function toCase(parts: readonly (readonly Part[])[], values: readonly Value[]): WrittenCase {
  const names = [
    ...new Set(parts.flat().flatMap((part) => ('placeholder' in part ? [part.placeholder] : []))),
  ];
  const sent = new Map(names.map((name, index) => [name, values[index] ?? '']));
  const params = Object.fromEntries(names.map((name) => [name, { allow_leading_dash: true }]));
  return {
    title: 'Drawn values fill a drawn template, one element for one',
    clauses: [
      'template.one-element',
      'template.verbatim',
      'template.one-pass',
      'values.scalars',
      'process.argv0',
    ],
    requires: ['packs'],
    why: 'Whatever a value holds, it is one argument and nothing else: the founding promise of command packs.',
    given: {
      packs: [
        {
          id: 'tools',
          requires: [{ binary: 'witness' }],
          commands: [
            {
              id: 'look',
              effects: 'read',
              argv: ['witness', ...parts.map((each) => each.map(written).join(''))],
              ...(names.length === 0 ? {} : { params }),
            },
          ],
        },
      ],
      agents: { root: { skills: ['tools-look'] } },
    },
    steps: [
      {
        call: { skill: 'tools-look', arguments: Object.fromEntries(sent) },
        expect: { outcome: 'ok', witness: { ran: 1, argv: parts.map((each) => filled(each, sent)) } },
      },
    ],
  };
}

function written(part: Part): string {
  return 'literal' in part ? part.literal : `{${part.placeholder}}`;
}

function filled(parts: readonly Part[], sent: ReadonlyMap<string, Value>): string {
  return parts
    .map((part) => ('literal' in part ? part.literal : asText(sent.get(part.placeholder) ?? '')))
    .join('');
}

function asText(sent: Value): string {
  return typeof sent === 'string' ? sent : JSON.stringify(sent);
}
