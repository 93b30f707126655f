import { accessSync, constants, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { dirSync, setGracefulCleanup } from 'tmp-promise';
import { parse } from 'yaml';
import * as z from 'zod';

/**
 * Plays a demo: `tsx demos/demo.ts <name> [--check | --record]`. The folder `demos/<name>` is copied aside, each command of its `script.yaml`
 * is run for real, and what was typed and what came back is printed. `--record` writes the transcript, `--check` compares with it.
 */
const Script = z.strictObject({
  title: z.string(),
  intro: z.string(),
  /** The demo's `workspace` is a clone of this repository, with the demo's own files laid over it. */
  repository: z.boolean().default(false),
  steps: z.array(
    z.strictObject({
      title: z.string(),
      say: z.string().optional(),
      run: z.array(z.string()).min(1),
      /** Set for this command, and shown before it. */
      env: z.record(z.string(), z.string()).default({}),
      stdin: z.json().optional(),
      /** The command is expected to say no: exit status 1. */
      fails: z.boolean().default(false),
      /** Remember the first id of this sort in the output under each name, for `@{name}`. */
      capture: z.record(z.string(), z.enum(['approval', 'run'])).default({}),
    }),
  ),
});
type Step = z.infer<typeof Script>['steps'][number];

const here = dirname(fileURLToPath(import.meta.url));
const project = resolve(here, '..');
const runtime = join(project, 'dist/swarmkit.js');

setGracefulCleanup();
process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean' }, record: { type: 'boolean' } },
  });
  const [name = 'command-packs'] = positionals;
  const folder = join(here, name);
  const recorded = join(folder, 'transcript.txt');
  const transcript = await play(folder);
  process.stdout.write(transcript);
  if (values.record) writeFileSync(recorded, normalise(transcript));
  if (!values.check || normalise(transcript) === readFileSync(recorded, 'utf8')) return 0;
  process.stderr.write(
    `\nThe transcript is not the recorded one. Compare, then record: tsx demos/demo.ts ${name} --record\n`,
  );
  process.stderr.write(firstDifference(readFileSync(recorded, 'utf8'), normalise(transcript)));
  return 1;
}

async function play(folder: string): Promise<string> {
  const script = Script.parse(parse(readFileSync(join(folder, 'script.yaml'), 'utf8')));
  const stage = dirSync({ unsafeCleanup: true, prefix: 'swarmkit-demo-' }).name;
  if (script.repository) await cloneProject(join(stage, 'workspace'), stage);
  cpSync(folder, stage, { recursive: true });
  const captured = new Map<string, string>();
  const played: string[] = [];
  for (const step of script.steps) played.push(await playStep(step, played.length + 1, stage, captured));
  return `${script.title}\n${'='.repeat(script.title.length)}\n${script.intro.trim()}\n${played.join('')}`;
}

/** Of the latest commit alone, which is all that a shallow checkout has. Whoever it belongs to: it is only read. */
async function cloneProject(to: string, scratch: string): Promise<void> {
  const settings = join(scratch, '.gitconfig');
  writeFileSync(settings, '[safe]\n\tdirectory = *\n');
  const args = ['clone', '--quiet', '--depth=1', pathToFileURL(project).href, to];
  const { exitCode, stderr } = await execa('git', args, {
    env: { GIT_CONFIG_GLOBAL: settings },
    reject: false,
  });
  if (exitCode === 0) return;
  const why = stderr === '' ? 'is git installed? apt install git, brew install git' : stderr;
  throw new Error(`this demo is played on a clone of the project, and git could not make one: ${why}`);
}

async function playStep(
  step: Step,
  number: number,
  stage: string,
  captured: Map<string, string>,
): Promise<string> {
  const args = step.run.map((arg) =>
    arg.replaceAll(/@\{(\w+)\}/g, (_, key: string) => captured.get(key) ?? ''),
  );
  const input = step.stdin === undefined ? '' : JSON.stringify(step.stdin);
  const { stdout, stderr, exitCode } = await execa(process.execPath, [runtime, ...args], {
    cwd: stage,
    input,
    env: { PATH: pathWithJq(), NO_COLOR: '1', ...step.env },
    reject: false,
    stripFinalNewline: false,
  });
  if (exitCode !== (step.fails ? 1 : 0)) {
    throw new Error(`step ${number} (${step.title}) ended with status ${exitCode}\n${stdout}${stderr}`);
  }
  for (const [name, sort] of Object.entries(step.capture)) {
    captured.set(name, new RegExp(`\\b${sort}-[a-z0-9]{6,}`).exec(stdout)?.[0] ?? '');
  }
  const typed = [
    ...(input === '' ? [] : [`echo ${quote(input)} |`]),
    ...Object.entries(step.env).map(([name, value]) => `${name}=${quote(value)}`),
    'swarmkit',
    ...args.map(quote),
  ].join(' ');
  const said = step.say === undefined ? '' : `${step.say.trim()}\n`;
  return `\n${number}. ${step.title}\n${said}\n$ ${typed}\n${stdout}${stderr}`;
}

/** The machine's jq; where it has none, the one beside this file, which is jq as WebAssembly. */
function pathWithJq(): string {
  const path = process.env.PATH ?? '';
  const hasJq = path.split(delimiter).some((entry) => isExecutable(join(entry, 'jq')));
  return hasJq ? path : [path, join(here, 'bin')].join(delimiter);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** As a person would type it. For the eye only: nothing here goes through a shell. */
function quote(text: string): string {
  return /^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** What differs from run to run, and how each version of jq words a syntax error. */
function normalise(transcript: string): string {
  return transcript
    .replaceAll(/\b(run|approval)-[a-z0-9]{6,}/g, '$1-id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/"\/[^"]*\/(jq|bin\/edit-in-place)"/g, '"/path/to/$1"')
    .replaceAll(/^( {2}ok .+?)(: \S+)? \(\/.*\)$/gm, '$1')
    .replaceAll(/"\/[^"]*\/(rg|git)"/g, '"/path/to/$1"')
    .replaceAll(/(syntax error, unexpected ';').*$/gm, '$1 ...')
    .replaceAll(/^\s*(; rm -rf \/|\^+|jq: 1 compile error)\s*$\n/gm, '');
}

function firstDifference(expected: string, actual: string): string {
  const [wanted, got] = [expected.split('\n'), actual.split('\n')];
  const line = wanted.findIndex((text, index) => text !== got[index]);
  return line < 0 ? '' : `line ${line + 1}\n  recorded: ${wanted[line]}\n  now:      ${got[line]}\n`;
}
