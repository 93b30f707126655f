import { quoteForShell } from '../prepare/behaviour-plan.ts';
import type { Entry, Layout } from '../prepare/layout.ts';
import { type Capsule, type CapsuleHalf, type CapsuleStep, rootMark } from './capsule.ts';

/** `repro.sh`: plain POSIX shell that lays the folder out, asks the runtime step by step, and shows both sides. */
export function reproScript(capsule: Capsule): string {
  return [
    '#!/bin/sh',
    ...head(capsule).map((line) => `# ${line}`.trimEnd()),
    '',
    preamble(capsule.command),
    ...capsule.halves.map((half, index) => (half.needsKit ? modelNote(capsule) : halfScript(half, index))),
    '',
  ].join('\n');
}

function head({ id, title, clauses, verdict, reason, reproduce }: Capsule): readonly string[] {
  return [
    `${id}: ${title}`,
    ...clauses,
    `${verdict}: ${reason}`.replaceAll(/\s+/g, ' '),
    '',
    'Asks the runtime once more and shows what came back beside what was wanted. It needs a shell and the runtime:',
    '  sh repro.sh                      the runtime of the run',
    '  sh repro.sh node my-runtime.js   another one: an argv, relative to the current directory',
    '  KEEP=1 sh repro.sh               and leaves the folder behind',
    'With the kit at hand:',
    `  ${reproduce}`.replaceAll('\n', ' '),
  ];
}

function preamble(command: readonly string[]): string {
  return `set -u
umask 022
LC_ALL=C
export LC_ALL
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd) || exit 2
[ "$#" -gt 0 ] || set -- ${command.map(quoteForShell).join(' ')}

# the command as one text that can be read again: a shell has one array only
runtime=
for word in "$@"; do
  [ ! -f "$word" ] || case $word in /*) ;; *) word=$PWD/$word ;; esac
  runtime="$runtime '$(printf '%s' "$word" | sed "s/'/'\\\\\\\\''/g")'"
done
limit=
! command -v timeout >/dev/null || limit='timeout -k 2 30'

base=\${TMPDIR:-/tmp}/capsule-$$
mkdir "$base" || exit 2
[ -n "\${KEEP-}" ] || trap 'rm -rf "$base"' EXIT
captured=

# fill FILE...: puts this very folder, and what earlier steps captured, in the place of their marks
fill() {
  for file in "$@"; do
    sed "s|${rootMark}|$root|g$captured" "$file" >"$base/filled" && cat "$base/filled" >"$file"
  done
}

# capture VARIABLE MARK KEY: what stands first under KEY in the last answer
capture() {
  value=$(tr '\\n' ' ' <"$base/stdout" | sed "s/\\"$3\\"[ ]*:[ ]*/\\\\
/" | sed -n '2{s/^"\\([^"]*\\)".*/\\1/;s/^\\([0-9.]*\\)[,}].*/\\1/;p;}')
  captured="$captured;s|$2|$value|g"
  eval "$1=\\$value"
}

# ask STEP SAW ARGUMENT...: SAW is how it ended in the run
ask() {
  step=$1 saw=$2
  shift 2
  stdin=/dev/null
  if [ -f "$here/$step/stdin" ]; then
    stdin=$base/stdin
    cat "$here/$step/stdin" >"$stdin"
    fill "$stdin"
  fi
  status=0
  (cd "$root/home" && eval "exec $limit env -i $environment $runtime \\"\\$@\\"") <"$stdin" >"$base/stdout" 2>"$base/stderr" || status=$?
  echo "=== $step"
  echo "ended: exit status $status (in the run: $saw)"
  echo '--- stdout'
  cat "$base/stdout"
  [ ! -s "$base/stderr" ] || { echo '--- stderr'; cat "$base/stderr"; }
  find "$root" -path '*.witness/*.argv' | sort | while read -r log; do
    printf '%s' "--- ran: \${log#"$root/"}: "
    tr '\\0' ' ' <"$log"
    echo
  done
  echo '--- wanted'
  cat "$here/$step/expected.json"
}`;
}

function modelNote({ reproduce }: Capsule): string {
  return `\necho 'In this case the kit plays a part of its own (the model, or the client of the server), and only the kit can:' >&2\necho ${quoteForShell(`  ${reproduce}`)} >&2\nexit 2`;
}

function halfScript(half: CapsuleHalf, index: number): string {
  const title = half.name === 'case' ? 'The case' : `The twin, in which ${half.differs}`;
  return [
    '',
    `# ${title}`.replaceAll(/\s+/g, ' '),
    `root=$base/${index + 1} captured=`,
    'mkdir "$root" "$root/workspace" "$root/bin" "$root/home" "$root/tmp"',
    ...layDown(half.world, `${half.name}/world`),
    `environment=${quoteForShell(environmentWords(half.env))}`,
    ...half.steps.flatMap((step, position) => stepLines(half, step, position + 1)),
  ].join('\n');
}

/** Read again by \`eval\`, which puts the folder in. */
function environmentWords(env: ReadonlyMap<string, string>): string {
  return [...env].map(([name, value]) => shellWord(`${name}=${value}`)).join(' ');
}

function stepLines(half: CapsuleHalf, step: CapsuleStep, number: number): readonly string[] {
  const at = `${half.name}/step-${number}`;
  const saw = step.actual.exchange?.ended ?? 'not asked';
  const line = `ask ${at} ${quoteForShell(saw)} ${step.args.map(shellWord).join(' ')}`;
  const repeated = step.times === 1 ? [line] : [`for _ in ${counts(step.times)}; do ${line}; done`];
  const captures = [...step.captures].map(
    ([name, pointer]) =>
      `capture ${variableOf(name)} ${quoteForShell(`@{${name}}`)} ${pointer.slice(pointer.lastIndexOf('/') + 1)}`,
  );
  return [...layDown(step.change, `${at}/change`), ...repeated, ...captures];
}

function counts(times: number): string {
  return Array.from({ length: times }, (_, index) => index + 1).join(' ');
}

/** Files are copied; what a copy or an archive would lose (modes, links, pipes, empty folders) is said here. */
function layDown(layout: Layout, folder: string): readonly string[] {
  const rows = [...layout];
  const files = rows.some(([, { kind }]) => kind === 'file') ? [`cp -R "$here/${folder}/." "$root"`] : [];
  return [...files, ...rows.flatMap(([path, entry]) => layEntry(path, entry))];
}

function layEntry(path: string, entry: Entry): readonly string[] {
  const at = shellWord(`${rootMark}/${path}`);
  switch (entry.kind) {
    case 'directory':
      return [`mkdir -p ${at}`];
    case 'absent':
      return [`rm -rf ${at}`];
    case 'symlink':
      return [`rm -rf ${at}; mkdir -p ${parentOf(path)}; ln -s ${shellWord(entry.target)} ${at}`];
    case 'fifo':
      return [`mkdir -p ${parentOf(path)}; mkfifo ${at}`];
    case 'file':
      return [
        ...(Buffer.from(entry.bytes).includes(rootMark) ? [`fill ${at}`] : []),
        ...(entry.mode === 0o644 ? [] : [`chmod ${entry.mode.toString(8)} ${at}`]),
      ];
  }
}

function parentOf(path: string): string {
  return shellWord(`${rootMark}/${path.slice(0, Math.max(0, path.lastIndexOf('/')))}`);
}

/** One word of shell: the mark becomes the folder, a captured name its value, and all else stands for itself. */
function shellWord(text: string): string {
  return (
    text
      .split(/(@CAPSULE_ROOT@|@\{[a-z][a-z0-9-]*\})/)
      .filter((part) => part !== '')
      .map((part) => {
        if (part === rootMark) return '"$root"';
        const [, name] = /^@\{([a-z0-9-]+)\}$/.exec(part) ?? [];
        return name === undefined ? quoteForShell(part) : `"$${variableOf(name)}"`;
      })
      .join('') || "''"
  );
}

function variableOf(name: string): string {
  return `captured_${name.replaceAll('-', '_')}`;
}
