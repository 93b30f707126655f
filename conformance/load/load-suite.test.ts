import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { showSuiteProblem } from '../model/suite-problem.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { loadSuite } from './load-suite.ts';
import { readSuiteFiles } from './suite-files.ts';

const requirements = `
- { id: argv.verbatim, level: MUST, capability: packs, from: [note], text: A value reaches the program as one element. }
- { id: argv.dashes, level: SHOULD, capability: packs, from: [note], text: A value that begins with a dash is refused. }
- { id: approvals.asked, level: MUST, capability: approvals, from: [note], text: A strict call waits for a person. }
`;

const head = `title: A value arrives as it is
clauses: [argv.verbatim]
requires: [packs]
why: Injection starts where a value is looked at again.
`;

function load(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder({ 'requirements.yaml': requirements, ...files });
  return loadSuite(readSuiteFiles({ folder, fixtures: join(folder, 'fixtures') }));
}

/** Problems of one case file, without its name. */
function problemsOf(text: string): readonly string[] {
  return load({ 'cases/argv/x.yaml': text }).problems.map((each) =>
    showSuiteProblem(each).replace('cases/argv/x.yaml:', ''),
  );
}

describe('a suite that loads', () => {
  it('gives a case without a matrix the id of its path', () => {
    const { suite, problems } = load({
      'cases/argv/verbatim.yaml': `${head}given: {}\nsteps: [{ validate: {}, expect: { outcome: ok } }]\n`,
    });
    expect(problems).toEqual([]);
    expect(suite.cases.map(({ id, level, timeoutMs }) => ({ id, level, timeoutMs }))).toEqual([
      { id: 'argv/verbatim', level: 'MUST', timeoutMs: null },
    ]);
  });

  it('makes a case of each row, filled in before it is checked', () => {
    const { suite, problems } = load({
      'cases/argv/rows.yaml': `${head}matrix:
  yes: { outcome: ok, times: 2 }
  no: { outcome: invalid, times: 1 }
given: {}
steps:
  - { validate: {}, times: '@{times}', expect: { outcome: '@{outcome}' } }
twin:
  differs: nothing at all
  steps: [{ validate: {}, expect: { outcome: ok } }]
timeout_seconds: 3
`,
    });
    expect(problems).toEqual([]);
    expect(suite.cases.map(({ id }) => id)).toEqual(['argv/rows[yes]', 'argv/rows[no]']);
    expect(suite.cases[1]?.halves[0]?.steps[0]).toMatchObject({ times: 1, expect: { outcome: 'invalid' } });
    expect(suite.cases[1]?.timeoutMs).toBe(3000);
  });

  it('lays the given of a twin over that of its case', () => {
    const { suite } = load({
      'cases/argv/twin.yaml': `${head}given: { packs: [1], env: { A: a, B: b }, files: { x: y } }
steps: [{ validate: {}, expect: { outcome: invalid } }]
twin:
  differs: another pack
  given: { packs: [2], env: { B: c } }
  steps: [{ validate: {}, expect: { outcome: ok } }]
`,
    });
    expect(suite.cases[0]?.halves[1]).toMatchObject({
      name: 'twin',
      differs: 'another pack',
      given: { packs: [2], env: { A: 'a', B: 'c' }, files: { x: 'y' } },
    });
  });

  it('is a SHOULD only when every clause is one', () => {
    const body = 'given: {}\nsteps: [{ validate: {}, expect: { outcome: ok } }]\n';
    const { suite } = load({
      'cases/argv/both.yaml': `${head.replace('[argv.verbatim]', '[argv.dashes, argv.verbatim]')}${body}`,
      'cases/argv/only.yaml': `${head.replace('[argv.verbatim]', '[argv.dashes]')}${body}`,
    });
    expect(suite.cases.map(({ level }) => level)).toEqual(['MUST', 'SHOULD']);
  });

  it('has a digest that changes with any byte of it', () => {
    const digest = (text: string) => load({ 'cases/argv/x.yaml': text }).suite.digest;
    expect(digest(head)).toBe(digest(head));
    expect(digest(head)).not.toBe(digest(`${head} `));
  });

  it('keeps argument keys that JavaScript treats as special', () => {
    const { suite } = load({
      'cases/argv/proto.yaml': `${head}given: {}
steps: [{ call: { skill: a, arguments: { __proto__: x, constructor: y } }, expect: { outcome: ok } }]
`,
    });
    const call = suite.cases[0]?.halves[0]?.steps[0]?.call;
    expect(JSON.stringify(call?.arguments)).toBe('{"__proto__":"x","constructor":"y"}');
  });
});

describe('a suite with faults', () => {
  it('says where YAML breaks', () => {
    expect(problemsOf('title: [\nb: 1\n')[0]).toMatch(/^2:1: Flow sequence/);
    expect(problemsOf(`${head}title: again\n`)[0]).toMatch(/^5:1: Map keys must be unique/);
  });

  it('points to a key that nothing reads, however deep', () => {
    const text = `${head}given: {}
steps:
  - validate: {}
    expect: { outcome: ok, witness: { rann: 1 } }
`;
    expect(problemsOf(text)).toEqual(['8:39: "rann" is not a key that belongs here']);
  });

  it('says what is wrong with a value of a union', () => {
    const text = `${head}given: { files: { a: { content: x, mode: 7 } } }
steps: [{ validate: {}, expect: { outcome: ok } }]
`;
    expect(problemsOf(text)).toEqual([expect.stringMatching(/^5:42: given\.files\.a\.mode: .*string/)]);
  });

  it('points to a missing field at the mapping that lacks it', () => {
    expect(problemsOf(`${head}given: {}\n`)).toEqual([expect.stringMatching(/^1:1: steps: .*array/)]);
  });

  it('knows every clause, fixture and capability that a case names', () => {
    const text = `${head.replace('[argv.verbatim]', '[argv.nope, approvals.asked]')}given: { fixture: nowhere }
steps: [{ validate: {}, expect: { outcome: invalid } }]
twin:
  differs: it is there
  given: { fixture: elsewhere }
  steps: [{ validate: {}, expect: { outcome: ok } }]
`;
    expect(problemsOf(text)).toEqual([
      '2:11: clause argv.nope is not in requirements.yaml',
      '3:11: clause approvals.asked is about approvals: add it here, or runtimes without it fail',
      '5:19: fixtures/workspaces/nowhere is not there',
      '9:21: fixtures/workspaces/elsewhere is not there',
    ]);
  });

  it('wants a yes beside every no', () => {
    const text = `${head}given: {}\nsteps: [{ validate: {}, expect: { outcome: invalid } }]\n`;
    expect(problemsOf(text)).toEqual([expect.stringContaining('add a twin whose step succeeds')]);
  });

  it('does not take an answer to describe for that yes', () => {
    const text = `${head}given: {}
steps:
  - { describe: {}, expect: { outcome: ok } }
  - { argv: [nope], expect: { exit: 2 } }
`;
    expect(problemsOf(text)).toEqual([expect.stringContaining('add a twin')]);
  });

  it('refuses steps that cannot fail, that have no verb or two, and repetitions that make no sense', () => {
    const text = `${head}given: {}
steps:
  - { validate: {}, expect: { witness: none } }
  - { validate: {}, parallel: 2, expect: { outcome: ok } }
  - { approvals: {}, capture: { id: requests }, expect: { outcome: ok } }
`;
    expect(problemsOf(text)).toEqual([
      expect.stringMatching(/^7:29: say what must come of the step/),
      '8:31: parallel is more than times',
      '9:37: a JSON pointer begins with /',
    ]);
    const verbs = `${head}given: {}\nsteps: [{ validate: {}, resolve: {}, expect: { outcome: ok } }]\n`;
    expect(problemsOf(verbs)).toEqual([expect.stringContaining('a step has exactly one verb')]);
  });

  it('knows what every reference stands for, in both halves', () => {
    const text = `${head}given: { secrets: [token], env: { A: '@{secret.token}', B: '@{secret.other}' } }
steps:
  - { approvals: {}, capture: { first: /requests/0 }, expect: { outcome: ok } }
  - { approve: { request_id: '@{first}' }, expect: { outcome: ok } }
  - { approve: { request_id: '@{second}' }, expect: { outcome: ok } }
twin:
  differs: another secret
  given: { secrets: [other], files: { '@{oops}': '@{secret.other}' } }
  steps: [{ approve: { request_id: '@{first}' }, expect: { outcome: ok } }]
`;
    expect(problemsOf(text).map((problem) => problem.replace(/ here; .*/, ''))).toEqual([
      '5:60: @{secret.other} stands for nothing',
      '9:30: @{second} stands for nothing',
      '12:50: @{oops} stands for nothing',
      '13:36: @{first} stands for nothing',
    ]);
  });

  it('refuses matchers that are none', () => {
    const text = `${head}given: {}
steps:
  - validate: {}
    expect:
      outcome: ok
      text: { $regx: a }
      problems: [{ message: { $regex: '(' } }]
      files: { a.txt: { $contains: x, other: y } }
      event_count: [{ of: { $any: thing }, is: 1 }]
      witness: { argv: [{ $length: many }] }
`;
    expect(problemsOf(text)).toEqual([
      expect.stringMatching(/^11:39: \$regex: Invalid regular expression/),
      expect.stringMatching(/^10:22: \$regx is no matcher; known: /),
      '12:36: $contains stands alone in its mapping',
      expect.stringMatching(/^13:35: \$any: one of string/),
      '14:36: $length: a length is a number',
    ]);
  });

  it('says once what every row of a matrix meets', () => {
    const text = `${head}matrix: { a: { v: 1, unused: 2 }, b: { v: 2 } }
given: { nope: '@{v}' }
steps: [{ validate: {}, expect: { outcome: ok } }]
`;
    expect(problemsOf(text)).toEqual([
      '5:22: no text refers to @{unused}',
      '6:10: "nope" is not a key that belongs here',
    ]);
  });

  it('refuses a matrix that is none', () => {
    expect(problemsOf(`${head}matrix: { UP: {} }\n`)[0]).toMatch(
      /^5:15: matrix\.UP: Invalid key in record: .*pattern/,
    );
  });

  it('refuses files that would silently be no case', () => {
    const { problems } = load({
      'cases/top.yaml': head,
      'cases/argv/Big.yaml': head,
      'cases/argv/.hidden': '',
    });
    expect(problems.map(({ file }) => file)).toEqual(['cases/argv/Big.yaml', 'cases/top.yaml']);
  });

  it('reports what is wrong with the requirements', () => {
    const problems = (text: string) => load({ 'requirements.yaml': text }).problems.map(showSuiteProblem);
    expect(problems(`${requirements}${requirements.trim().split('\n')[0]}\n`)).toEqual([
      'requirements.yaml:5:9: clause argv.verbatim is there twice',
    ]);
    expect(problems('- id: 3\n')[0]).toMatch(/^requirements\.yaml:1:7: 0\.id/);
    expect(problems('a: [')[0]).toMatch(/^requirements\.yaml:1:/);
    const { problems: missing } = loadSuite(
      readSuiteFiles({ folder: temporaryFolder(), fixtures: '/nowhere' }),
    );
    expect(missing[0]?.message).toContain('there is no such file');
  });
});
