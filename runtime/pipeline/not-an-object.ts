import { type Problem, problem } from '../model/problem.ts';

/** Code `request.bad-arguments`: what came for arguments is not one JSON object. */
export function notAnObject(detail = 'the arguments are not a JSON object'): Problem {
  return problem('request.bad-arguments', detail, {
    hint: 'send one JSON object, such as {"file": "data.json"}',
  });
}
