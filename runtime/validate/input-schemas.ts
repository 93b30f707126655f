import { compileSchema } from '../execute/input-schema.ts';
import { type Json, toJson } from '../model/json.ts';
import { type Problem, problem } from '../model/problem.ts';
import type { Declarations } from './declare.ts';

/** The `inputs` of hand-written skills are JSON Schemas of an object. Code: `schema.invalid-inputs`. */
export async function inputSchemaProblems({ skills }: Declarations): Promise<readonly Problem[]> {
  const checks = skills.map(async (skill): Promise<Problem[]> => {
    const { inputs, metadata } = skill.value;
    if (inputs === undefined) return [];
    const fault = await faultOf(toJson(inputs));
    if (fault === undefined) return [];
    const hint = 'inputs is a JSON Schema of an object: {type: object, properties: {...}}';
    return [
      problem('schema.invalid-inputs', `skill ${metadata.id}: ${fault}`, { place: skill.at('inputs'), hint }),
    ];
  });
  return (await Promise.all(checks)).flat();
}

async function faultOf(schema: Json): Promise<string | undefined> {
  if (!(schema instanceof Map)) return 'the inputs are no map';
  const type = schema.get('type');
  if (type !== undefined && type !== 'object') return 'the inputs are of a type other than object';
  const compiled = await compileSchema(schema);
  return compiled.ok ? undefined : compiled.fault;
}
