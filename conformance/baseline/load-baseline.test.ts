import { describe, expect, it } from 'vitest';
import { BaselineError, loadBaseline, parseBaseline } from './load-baseline.ts';

const text = `# why they are here
- id: a/one
  expect: fail
  signature: "fail outcome: wanted"
  reason: it is hard

# the second
- { id: a/two, expect: flaky, reason: timing, expires: 2026-12-31, issue: '#7' }
`;

describe('a baseline file', () => {
  it('is a list of entries, each with the lines that it takes up', () => {
    const { entries } = parseBaseline('b.yaml', text);
    expect(entries).toMatchObject([
      { id: 'a/one', expect: 'fail', line: 2, lines: text.split('\n').slice(1, 5) },
      {
        id: 'a/two',
        expect: 'flaky',
        signature: '',
        expires: '2026-12-31',
        line: 8,
        lines: [text.split('\n')[7]],
      },
    ]);
  });

  it.each(['', '# nothing yet\n', '[]\n'])('may be empty: %j', (empty) => {
    expect(parseBaseline('b.yaml', empty).entries).toEqual([]);
  });

  it.each([
    ['- { id: a/b, expect: fail, reason: x }', /b\.yaml:1:\d+: 0\.signature: .*has a signature/],
    ['- { id: a/b, expect: fail, signature: s }', /0\.reason/],
    ['- { id: a/b, expect: maybe, signature: s, reason: x }', /0\.expect/],
    ['- { id: a/b, expect: crash, signature: s, reason: x, expires: soon }', /0\.expires/],
    ['- { id: a/b, expect: crash, signature: s, reason: x, owner: me }', /"owner" is not a key/],
    [
      '- { id: a/b, expect: flaky, reason: x }\n- { id: a/b, expect: flaky, reason: y }',
      /b\.yaml:2:\d+: a\/b has an entry already/,
    ],
    ['[{ id: a/b, expect: flaky, reason: x }]', /a list with dashes/],
    ['a: 1', /b\.yaml:1:1/],
    ['- {', /b\.yaml:1:/],
  ])('%s is refused at its place', (wrong, message) => {
    expect(() => parseBaseline('b.yaml', wrong)).toThrow(BaselineError);
    expect(() => parseBaseline('b.yaml', wrong)).toThrow(message);
  });

  it('has to be there where it was named', () => {
    expect(() => loadBaseline('/nowhere/b.yaml')).toThrow(/cannot be read/);
  });
});
