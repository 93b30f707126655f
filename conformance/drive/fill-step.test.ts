import { expect, it } from 'vitest';
import type { Json } from '../model/json.ts';
import { sampleStep } from '../testing/sample.ts';
import { fillStep } from './fill-step.ts';

const bindings = new Map<string, Json>([
  ['port', 8080],
  ['event', { id: 7 }],
]);
const ok = { outcome: 'ok' };

it('what an earlier step captured is text on a command line and in a file, whatever it was', () => {
  const argv = sampleStep({ argv: ['logs', '--run-id', '@{port}', 'at @{event}', '@{event}'], expect: ok });
  expect(fillStep(argv, bindings).argv).toEqual(['logs', '--run-id', '8080', 'at {"id":7}', '{"id":7}']);
  const approve = sampleStep({
    approve: { request_id: '@{port}' },
    change: { 'a.txt': '@{port}' },
    expect: ok,
  });
  expect(fillStep(approve, bindings)).toMatchObject({
    approve: { request_id: '8080' },
    change: { 'a.txt': '8080' },
  });
});

it('it keeps its type among the arguments of a call, and where it is expected', () => {
  const call = sampleStep({
    call: { skill: 's', run_id: '@{port}', arguments: { port: '@{port}' } },
    expect: { ...ok, envelope: { output: '@{event}' } },
  });
  expect(fillStep(call, bindings)).toMatchObject({
    call: { run_id: '8080', arguments: { port: 8080 } },
    expect: { envelope: { output: { id: 7 } } },
  });
});
