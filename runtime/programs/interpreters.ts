import { type Element, hasPlaceholder, written } from './element.ts';
import { type ProgramFinding, shellFinding } from './finding.ts';
import { type OptionSyntax, readOptions } from './read-options.ts';

/** Where an interpreter takes program text on its command line. */
interface Interpreter {
  readonly syntax: OptionSyntax;
  /** Options whose value is program text. */
  readonly code: readonly string[];
  /** The first operand is program text, unless one of these options names a file that holds it. */
  readonly unlessFrom?: readonly string[];
  /** The first operand is program text after this one: `deno eval CODE`. */
  readonly subcommand?: string;
  /** With this option the program text cannot start anything. */
  readonly harmlessWith?: string;
}

const awk: Interpreter = {
  syntax: {
    valued: 'Fvfieo',
    longValued: ['field-separator', 'assign', 'file', 'include', 'source', 'exec'],
  },
  code: ['e', 'source'],
  unlessFrom: ['f', 'file', 'E', 'exec'],
};
const vim: Interpreter = { syntax: { valued: 'cSTuUiwWs', longValued: ['cmd'] }, code: ['c', 'cmd'] };
const lisp: Interpreter = {
  syntax: { valued: 'exl', longValued: ['eval', 'load'], words: ['eval', 'load'] },
  code: ['e', 'x', 'eval'],
};
const letterE: Interpreter = { syntax: { valued: 'e', longValued: ['eval'] }, code: ['e', 'eval'] };
const node: Interpreter = {
  syntax: {
    valued: 'eprC',
    longValued: [
      'eval',
      'print',
      'import',
      'loader',
      'experimental-loader',
      'require',
      'conditions',
      'preload',
    ],
    words: ['pe'],
  },
  // A module that is preloaded may be a data: URL, which is program text too.
  code: ['e', 'p', 'pe', 'eval', 'print', 'import', 'loader', 'experimental-loader'],
};

const interpreters: ReadonlyMap<string, Interpreter> = byName([
  ['python pythonw pypy ipython micropython', { syntax: { valued: 'cWXmQ', last: 'cm' }, code: ['c'] }],
  ['node nodejs bun', node],
  ['deno', { ...node, subcommand: 'eval' }],
  // perl evaluates what follows -M and -m as well: `-MModule;system(...)`.
  ['perl', { syntax: { valued: 'eEMmI', glued: 'iFDdVx' }, code: ['e', 'E', 'M', 'm'] }],
  ['ruby jruby mruby', { syntax: { valued: 'eICr', glued: 'iKWxFET' }, code: ['e'] }],
  [
    'php',
    {
      syntax: { valued: 'rBRFEcdftzS', longValued: ['run', 'process-begin', 'process-code', 'process-end'] },
      code: ['r', 'B', 'R', 'E', 'run', 'process-begin', 'process-code', 'process-end'],
    },
  ],
  ['lua luajit texlua', { syntax: { valued: 'el' }, code: ['e'] }],
  ['rscript r littler', { syntax: { valued: 'efg' }, code: ['e'] }],
  [
    'julia',
    {
      syntax: { valued: 'eELpJHCt', longValued: ['eval', 'print', 'load'] },
      code: ['e', 'E', 'eval', 'print'],
    },
  ],
  ['awk gawk mawk nawk original-awk bwk goawk', awk],
  // GNU sed runs programs with `e`; in a sandbox it does not.
  [
    'sed gsed',
    {
      syntax: { valued: 'efl', glued: 'i', longValued: ['expression', 'file', 'line-length'] },
      code: ['e', 'expression'],
      unlessFrom: ['e', 'expression', 'f', 'file'],
      harmlessWith: 'sandbox',
    },
  ],
  ['osascript', { syntax: { valued: 'els' }, code: ['e'] }],
  ['elixir iex escript groovy scala kotlin ghc runghc ocaml crystal gnuplot clojure clj bb racket', letterE],
  ['erl', { syntax: { words: ['eval', 'run', 's'] }, code: ['eval'] }],
  ['mongo mongosh octave', { syntax: { valued: 'fp', longValued: ['eval'] }, code: ['eval'] }],
  [
    'emacs emacsclient sbcl clisp ecl guile gosh',
    { ...lisp, syntax: { ...lisp.syntax, valued: 'exlc' }, code: [...lisp.code, 'c'] },
  ],
  ['swipl', { syntax: { valued: 'gtf' }, code: ['g', 't'] }],
  ['expect', { syntax: { valued: 'cf' }, code: ['c'] }],
  ['vi vim nvim ex view gvim', vim],
  [
    'gdb',
    {
      syntax: { words: ['ex', 'iex', 'eval-command'], longValued: ['ex', 'eval-command'] },
      code: ['ex', 'iex', 'eval-command'],
    },
  ],
]);

function byName(rows: readonly (readonly [string, Interpreter])[]): ReadonlyMap<string, Interpreter> {
  return new Map(rows.flatMap(([names, interpreter]) => names.split(' ').map((name) => [name, interpreter])));
}

/** Program text that is, or holds, a placeholder. Text that the pack spells out is fine. `undefined` otherwise. */
export function judgeInlineCode(name: string, args: readonly Element[]): ProgramFinding | undefined {
  const interpreter = interpreters.get(name);
  const code = interpreter && codeByPlaceholder(interpreter, args);
  if (code === undefined) return undefined;
  const message = `a placeholder becomes program text of ${name} (${written(code)})`;
  const hint =
    'spell the program out in the pack, or keep it in a file, and hand values to it as arguments of their own';
  return shellFinding(code, message, hint);
}

function codeByPlaceholder(interpreter: Interpreter, args: readonly Element[]): Element | undefined {
  const { options, operands } = readOptions(args, interpreter.syntax);
  if (options.some(({ name }) => name !== undefined && name === interpreter.harmlessWith)) return undefined;
  for (const { name, element, value } of options) {
    if (name === undefined) return element;
    if (interpreter.code.includes(name) && value !== undefined && hasPlaceholder(value)) return value;
  }
  return codeOperands(
    interpreter,
    operands,
    options.map(({ name }) => name),
  ).find(hasPlaceholder);
}

/** The operand that is program text, if any; behind a subcommand, what its options take counts as well. */
function codeOperands(
  interpreter: Interpreter,
  operands: readonly Element[],
  given: readonly (string | undefined)[],
): readonly Element[] {
  const { unlessFrom, subcommand, syntax } = interpreter;
  if (unlessFrom !== undefined)
    return given.some((name) => unlessFrom.includes(name ?? '')) ? [] : operands.slice(0, 1);
  const [first, ...rest] = operands;
  if (subcommand === undefined || first === undefined || written(first) !== subcommand) return [];
  const behind = readOptions(rest, syntax);
  return [...behind.options.flatMap(({ value }) => value ?? []), ...behind.operands.slice(0, 1)];
}
