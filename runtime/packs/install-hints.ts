/** The package that brings a program, by system; every program of a bundled pack has a row. */
interface Packages {
  readonly debian: string;
  readonly fedora: string;
  readonly alpine: string;
  readonly arch: string;
  readonly homebrew: string;
}

type Row = readonly [programs: string, packages: Packages];

/** One name for all systems, unless `other` says otherwise. */
function named(name: string, other: Partial<Packages> = {}): Packages {
  return { debian: name, fedora: name, alpine: name, arch: name, homebrew: name, ...other };
}

const rows: readonly Row[] = [
  ['jq', named('jq')],
  ['rg', named('ripgrep')],
  ['git', named('git')],
  ['gh', named('gh', { alpine: 'github-cli', arch: 'github-cli' })],
  ['curl', named('curl')],
  ['file', named('file', { homebrew: 'file-formula' })],
  ['sqlite3', named('sqlite3', { fedora: 'sqlite', alpine: 'sqlite', arch: 'sqlite', homebrew: 'sqlite' })],
  ['tar', named('tar', { homebrew: 'gnu-tar' })],
  ['unzip', named('unzip')],
  ['grep', named('grep')],
  ['diff', named('diffutils')],
  ['find', named('findutils')],
  ['wc head tail sort cat ls stat du sha256sum', named('coreutils')],
  ['ruff', named('ruff', { debian: '' })],
  [
    'pytest',
    named('pytest', {
      debian: 'python3-pytest',
      fedora: 'python3-pytest',
      alpine: 'py3-pytest',
      arch: 'python-pytest',
    }),
  ],
  ['npm', named('npm', { fedora: 'nodejs-npm', homebrew: 'node' })],
  ['tsc', named('typescript', { debian: 'node-typescript', fedora: '', alpine: '' })],
  ['eslint', named('eslint', { fedora: '', alpine: '' })],
];

const packages = new Map(
  rows.flatMap(([programs, row]) => programs.split(' ').map((program) => [program, row])),
);

/** Where a language's own package manager is what people use. */
const languagePackages = new Map([
  ['ruff', 'uv tool install ruff'],
  ['pytest', 'uv tool install pytest'],
  ['tsc', 'npm install --global typescript'],
  ['eslint', 'npm install --global eslint'],
]);

const managers: readonly (readonly [keyof Packages, string])[] = [
  ['debian', 'apt install'],
  ['fedora', 'dnf install'],
  ['alpine', 'apk add'],
  ['arch', 'pacman -S'],
  ['homebrew', 'brew install'],
];

/** The commands that install `program`, one for each common system. */
export function installHints(program: string): readonly string[] {
  const row = packages.get(program);
  const bySystem = managers.flatMap(([system, command]) =>
    row?.[system] ? [`${command} ${row[system]}`] : [],
  );
  const byLanguage = languagePackages.get(program);
  return byLanguage === undefined ? bySystem : [byLanguage, ...bySystem];
}
