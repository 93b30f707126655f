import { isAbsolute, join, resolve } from 'node:path';
import type { Files } from '../ports/ports.ts';

export interface Lookup {
  /** The value of PATH. Empty and relative entries are passed over: they depend on where somebody stands. */
  readonly pathVariable: string;
  /** Absolute: what a name with a `/` is relative to. */
  readonly workspaceRoot: string;
  readonly files: Files;
}

export type FoundProgram =
  /** Absolute. */
  | { readonly program: string }
  | {
      readonly code: 'command-pack.missing-binary' | 'command-pack.shell';
      /** A phrase that names the program as written. */
      readonly missing: string;
      readonly hint: string;
    };

/**
 * The file that `name` stands for, found once, at load. It must be a regular file that may be executed and that
 * the kernel itself can start; execvp(3) would hand any other file to `/bin/sh`.
 */
export function findProgram(name: string, lookup: Lookup): FoundProgram {
  const candidates = name.includes('/')
    ? [resolve(lookup.workspaceRoot, name)]
    : onPath(name, lookup.pathVariable);
  const found = candidates.find((path) => isProgram(path, lookup.files));
  if (found === undefined) return notFound(name, candidates, lookup.files);
  return whyNotStartable(name, found, lookup) ?? { program: found };
}

function onPath(name: string, pathVariable: string): readonly string[] {
  if (name === '' || name === '.' || name === '..') return [];
  return pathVariable.split(':').flatMap((folder) => (isAbsolute(folder) ? [join(folder, name)] : []));
}

function isProgram(path: string, files: Files): boolean {
  const status = files.status(path);
  return status?.kind === 'file' && status.executable;
}

function notFound(name: string, candidates: readonly string[], files: Files): FoundProgram {
  const present = candidates.flatMap((path) => {
    const status = files.status(path);
    return status === undefined ? [] : [{ path, kind: status.kind }];
  });
  const file = present.find((each) => each.kind === 'file');
  if (file !== undefined)
    return missing(`${name} was found but is not executable (${file.path})`, `chmod +x ${file.path}`);
  const [other] = present;
  if (other !== undefined) return missing(`${name} is no regular file (${other.path})`, 'name a program');
  if (name.includes('/')) {
    const hint = name.startsWith('~')
      ? 'nothing expands ~ here: write the path out'
      : 'a name with a / is a path, relative to the workspace';
    return missing(`there is no program ${name} (${candidates[0]})`, hint);
  }
  return missing(
    `${name === '' ? 'the empty name' : name} is not on PATH`,
    'install it, or add its folder to PATH',
  );
}

function missing(message: string, hint: string): FoundProgram {
  return { code: 'command-pack.missing-binary', missing: message, hint };
}

/** ELF, Mach-O (either byte order, thin and universal) and PE. */
const executableFormats = ['7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe', '4d5a'];
/** Linux reads 256 bytes of a first line, others more. */
const longestShebang = 4096;

function whyNotStartable(name: string, path: string, lookup: Lookup): FoundProgram | undefined {
  const head = lookup.files.read(path, longestShebang);
  // A file that may be executed and not read can only be a binary: an interpreter could not read it either.
  if (head === undefined) return undefined;
  const magic = Buffer.from(head.subarray(0, 4)).toString('hex');
  if (executableFormats.some((format) => magic.startsWith(format))) return undefined;
  const text = Buffer.from(head).toString('latin1');
  if (text.startsWith('#!'))
    return whyNoInterpreter(name, path, text.slice(2).split('\n', 1)[0] ?? '', lookup);
  return {
    code: 'command-pack.shell',
    missing: `${name} is neither a binary nor a script with a #! line, so only a shell could run it (${path})`,
    hint: 'begin the script with the interpreter it is written for, such as #!/bin/sh',
  };
}

function whyNoInterpreter(
  name: string,
  path: string,
  line: string,
  lookup: Lookup,
): FoundProgram | undefined {
  const [interpreter = '', ...args] = line.trim().split(/[ \t]+/);
  if (line.endsWith('\r')) {
    return missing(
      `the #! line of ${name} ends in a carriage return (${path})`,
      'save the script with \\n line ends',
    );
  }
  if (!isAbsolute(interpreter)) {
    return missing(
      `the #! line of ${name} names no absolute path (${path})`,
      'write it as #!/path/to/interpreter',
    );
  }
  if (!isProgram(interpreter, lookup.files)) {
    return missing(
      `${name} needs ${interpreter}, which is not there (first line of ${path})`,
      `install ${interpreter}`,
    );
  }
  const wanted = interpreter.endsWith('/env')
    ? args.find((each) => !each.startsWith('-') && !each.includes('='))
    : undefined;
  if (wanted === undefined || wanted.includes('/')) return undefined;
  const onPathToo = onPath(wanted, lookup.pathVariable).some((each) => isProgram(each, lookup.files));
  return onPathToo
    ? undefined
    : missing(`${name} needs ${wanted}, which is not on PATH (first line of ${path})`, `install ${wanted}`);
}
