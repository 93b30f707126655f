import { describe, expect, it } from 'vitest';
import { nodePorts } from '../ports/node.ts';
import { parseTemplate, placeholdersOf } from '../template/template.ts';
import { bundledPacks, declarationOf } from './bundled.ts';
import { installHints } from './install-hints.ts';

const bundled = bundledPacks(nodePorts().files);
const packs = bundled.ids().map((id) => {
  const pack = bundled.get(id);
  if (pack === undefined) throw new Error(`${id} is listed and cannot be read`);
  return { id, pack, declaration: declarationOf(pack) };
});
const commands = packs.flatMap(({ id, declaration }) =>
  declaration.commands.map((command) => ({ name: `${id}/${command.id}`, command })),
);

describe('the bundled packs', () => {
  it('are these', () => {
    expect(bundled.ids()).toEqual(
      'archive-read code-search file-tools git-read git-write github http-read json-tools node-dev python-dev sqlite-read text-tools'.split(
        ' ',
      ),
    );
  });

  it('find nothing under another name', () => {
    for (const id of ['', 'json', 'constructor', '../packs/json-tools', 'json-tools.yaml'])
      expect(bundled.get(id)).toBeUndefined();
  });
});

describe.each(packs)('$id', ({ id, pack, declaration }) => {
  it('is named as its file and says what it is for', () => {
    expect(declaration.id).toBe(id);
    expect(pack.description).toMatch(/^[A-Z].+\.$/);
  });

  it('declares bounds and what it requires, and how to install that', () => {
    expect(declaration).toMatchObject({ timeout: expect.any(String), max_output: expect.any(String) });
    expect(declaration.requires?.map(({ binary }) => binary)).toEqual(
      expect.arrayContaining([...new Set(declaration.commands.map(({ argv }) => argv[0]))]),
    );
    for (const { binary } of declaration.requires ?? [])
      expect(installHints(binary).length).toBeGreaterThan(1);
  });
});

describe.each(commands)('$name', ({ command }) => {
  it('says what it does, and of every placeholder what may stand there', () => {
    expect(command.description).toMatch(/\.$|[a-z]$/);
    const placeholders = command.argv.flatMap((element) => placeholdersOf(parseTemplate(element)));
    expect([...(command.params?.keys() ?? [])].sort()).toEqual([...new Set(placeholders)].sort());
    for (const [, { type, enum: values }] of command.params ?? []) expect(type ?? values).toBeDefined();
  });

  it('lets a value begin with a dash only where an option takes it', () => {
    for (const [name, { allow_leading_dash: allowed }] of command.params ?? []) {
      if (allowed === true) expect(command.argv[command.argv.indexOf(`{${name}}`) - 1]).toBe('-e');
    }
  });
});

it('a program that no pack requires has no hints', () => {
  expect(installHints('no-such-program')).toEqual([]);
});
