import { type Step, verbOf } from '../model/case.ts';
import { contentBytes } from '../prepare/behaviour-plan.ts';
import type { CaseFolder } from '../prepare/case-folder.ts';
import type { Request, RequestParams } from './exchange.ts';

/** A step (with its references filled in) as a request. Fields that the case does not say are left out. */
export function toRequest(step: Step, { workspace }: CaseFolder): Request {
  return { verb: verbOf(step), params: { workspace, ...paramsOf(step) } };
}

function paramsOf(step: Step): RequestParams {
  if (step.argv !== undefined) return { argv: step.argv };
  if (step.serve !== undefined) return { serve_arguments: step.serve.arguments };
  if (step.http !== undefined) return { http: step.http };
  if (step.stop !== undefined) return step.stop;
  if (step.call === undefined) {
    return defined({
      ...step.validate,
      ...step.resolve,
      ...step.run,
      ...step.logs,
      ...step.approve,
      ...step.deny,
    });
  }
  const { raw_arguments, ...call } = step.call;
  return {
    ...defined(call),
    ...(raw_arguments === undefined ? {} : { raw_arguments: contentBytes(raw_arguments) }),
  };
}

function defined<Fields extends object>(fields: Fields): { [Key in keyof Fields]: NonNullable<Fields[Key]> } {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [Key in keyof Fields]: NonNullable<Fields[Key]> };
}
