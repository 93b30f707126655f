import type { CaseFile, Step } from '../model/case.ts';
import { isJsonArray, isJsonObject, type Json, own } from '../model/json.ts';
import { namesIn, standingNames } from '../model/reference.ts';
import type { DocumentPath } from './read-yaml.ts';

type Report = (path: DocumentPath, message: string) => void;

/**
 * A reference must name a standing name, a secret that the half plants, or what an earlier step of the same half
 * captured. Row fields are filled in already.
 */
export function checkReferences({ given, steps, twin }: CaseFile, raw: Json, report: Report): void {
  const known = (secrets: readonly string[]) =>
    new Set([...standingNames, ...secrets.map((name) => `secret.${name}`)]);
  const ownNames = known(given.secrets ?? []);
  checkText(own(raw, 'given') ?? null, ['given'], ownNames, report);
  checkSteps(steps, own(raw, 'steps') ?? null, ['steps'], ownNames, report);
  if (twin === undefined) return;
  const twinRaw = own(raw, 'twin');
  const twinNames = known(twin.given?.secrets ?? given.secrets ?? []);
  checkText(own(twinRaw, 'given') ?? null, ['twin', 'given'], twinNames, report);
  checkSteps(twin.steps, own(twinRaw, 'steps') ?? null, ['twin', 'steps'], twinNames, report);
}

function checkSteps(
  steps: readonly Step[],
  raw: Json,
  path: DocumentPath,
  standing: ReadonlySet<string>,
  report: Report,
): void {
  const names = new Set(standing);
  for (const [index, step] of steps.entries()) {
    checkText(isJsonArray(raw) ? (raw[index] ?? null) : null, [...path, index], names, report);
    for (const name of Object.keys(step.capture ?? {})) names.add(name);
  }
}

function checkText(value: Json, path: DocumentPath, names: ReadonlySet<string>, report: Report): void {
  if (isJsonArray(value)) {
    for (const [index, each] of value.entries()) checkText(each, [...path, index], names, report);
  } else if (isJsonObject(value)) {
    for (const [key, each] of Object.entries(value)) {
      reportUnknown(key, [...path, key], names, report);
      checkText(each, [...path, key], names, report);
    }
  } else if (typeof value === 'string') reportUnknown(value, path, names, report);
}

function reportUnknown(text: string, path: DocumentPath, names: ReadonlySet<string>, report: Report): void {
  for (const name of namesIn(text)) {
    if (!names.has(name)) {
      report(path, `@{${name}} stands for nothing here; known: ${[...names].sort().join(', ')}`);
    }
  }
}
