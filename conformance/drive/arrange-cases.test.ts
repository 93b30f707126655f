import { describe, expect, it } from 'vitest';
import type { CaseFile } from '../model/case.ts';
import type { SuiteCase } from '../model/suite.ts';
import { sampleCase } from '../testing/sample.ts';
import { arrangeCases, type Batch, dealCases } from './arrange-cases.ts';

function caseOf(id: string, given: CaseFile['given'] = {}, tags: string[] = []): SuiteCase {
  return sampleCase({ given, tags }, { id });
}

const ids = (batches: readonly Batch[]) => batches.map((batch) => batch.map(({ id }) => id).join(' '));

const token = { env: { TOKEN: '@{secret.tok}' } };

describe('what is driven beside what', () => {
  it('lets slow cases wait apart from the others', () => {
    const { waiting, working } = arrangeCases([caseOf('a'), caseOf('b', {}, ['slow']), caseOf('c')], {
      share: true,
    });
    expect([ids(waiting), ids(working)]).toEqual([['b'], ['a', 'c']]);
  });

  it('brings cases with the same environment of their own together, and keeps the order of the rest', () => {
    const cases = [
      caseOf('a'),
      caseOf('b', token),
      caseOf('c'),
      caseOf('d', { env: {} }),
      caseOf('e', token),
    ];
    expect(ids(arrangeCases(cases, { share: true }).working)).toEqual(['a', 'b e', 'c', 'd']);
    expect(ids(arrangeCases(cases, { share: false }).working)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('keeps cases with a model to themselves: they are told its address', () => {
    const cases = [caseOf('a', { model: [] }), caseOf('b'), caseOf('c', { model: [] })];
    expect(ids(arrangeCases(cases, { share: true }).working)).toEqual(['a c', 'b']);
  });

  it('cuts what would keep one lane busy for long', () => {
    const many = Array.from({ length: 25 }, (_, index) => caseOf(`c${index}`, token));
    const { working } = arrangeCases(many, { share: true });
    expect(working.map(({ length }) => length)).toEqual([12, 12, 1]);
    expect(working.flat()).toHaveLength(25);
  });
});

describe('cases handed out to lanes', () => {
  const firstOf = (cases: Iterable<SuiteCase>) => [...cases].map(({ id }) => id);
  const arrangement = () =>
    arrangeCases([caseOf('a', token), caseOf('s', {}, ['slow']), caseOf('b'), caseOf('c', token)], {
      share: true,
    });

  it('are all driven by a lane alone, those that wait at the end', () => {
    expect(firstOf(dealCases(arrangement())(0))).toEqual(['a', 'c', 'b', 's']);
  });

  it('wait in every other lane first, and each is driven once', () => {
    const deal = dealCases(arrangement());
    const [even, odd] = [deal(0)[Symbol.iterator](), deal(1)[Symbol.iterator]()];
    const taken = [even, odd, even, odd, even].map((lane) => lane.next().value?.id);
    expect(taken).toEqual(['a', 's', 'c', 'b', undefined]);
  });
});
