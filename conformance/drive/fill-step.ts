import type { Step } from '../model/case.ts';
import type { Json } from '../model/json.ts';
import { type Bindings, expandRepeats, fillReferences, fillTexts } from '../model/reference.ts';

/**
 * A step with its references filled in. The arguments of a call and what is expected are values: there a number that an earlier step
 * captured stays a number. Everywhere else stands text: on a command line, in a file.
 */
export function fillStep({ expect, call, ...said }: Step, bindings: Bindings): Step {
  const value = (each: unknown) => expandRepeats(fillReferences(each as Json, bindings));
  const text = (each: unknown) => expandRepeats(fillTexts(each as Json, bindings));
  return {
    ...(text(said) as object),
    ...(call && { call: { ...(text(call) as typeof call), arguments: value(call.arguments) } }),
    expect: value(expect) as Step['expect'],
  };
}
