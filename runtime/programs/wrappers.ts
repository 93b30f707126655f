import type { OptionSyntax } from './read-options.ts';

/** A program that starts another, named on its own command line. */
export interface Wrapper {
  readonly syntax: OptionSyntax;
  /** Its own operands before the wrapped program: the 5 of `timeout 5 sleep 1`. */
  readonly operands: number;
  /** `NAME=value` may stand before the wrapped program. */
  readonly assignments: boolean;
  /** Options with a command string for a shell. */
  readonly command: readonly string[];
  /** Options that take a text apart into an argv again: `env -S`. */
  readonly split: readonly string[];
  /** Whether the wrapped program is looked up on the same PATH, so that it can be looked up at load. */
  readonly samePath: boolean;
}

type Row = readonly [names: string, wrapper: Partial<Wrapper>];

const elsewhere = { samePath: false } as const;
const rows: readonly Row[] = [
  [
    'env genv',
    {
      syntax: { valued: 'uCSP', longValued: ['unset', 'chdir', 'split-string'] },
      assignments: true,
      split: ['S', 'split-string'],
    },
  ],
  ['nice gnice', { syntax: { valued: 'n', longValued: ['adjustment'] } }],
  ['nohup gnohup setsid eatmydata fakeroot unbuffer caffeinate linux32 linux64 setarch winpty', {}],
  ['timeout gtimeout', { syntax: { valued: 'ks', longValued: ['kill-after', 'signal'] }, operands: 1 }],
  ['stdbuf gstdbuf', { syntax: { valued: 'ioe', longValued: ['input', 'output', 'error'] } }],
  ['time gtime', { syntax: { valued: 'fo', longValued: ['format', 'output'] } }],
  ['ionice', { syntax: { valued: 'cnpPu', longValued: ['class', 'classdata', 'pid', 'pgid', 'uid'] } }],
  [
    'chrt',
    {
      syntax: { valued: 'TPD', longValued: ['sched-runtime', 'sched-period', 'sched-deadline'] },
      operands: 1,
    },
  ],
  ['taskset faketime', { operands: 1 }],
  [
    'numactl',
    {
      syntax: {
        valued: 'iNmCpl',
        longValued: ['interleave', 'membind', 'cpunodebind', 'physcpubind', 'preferred'],
      },
    },
  ],
  ['prlimit cpulimit', { syntax: { valued: 'pel' } }],
  [
    'flock',
    {
      syntax: { valued: 'wEc', longValued: ['timeout', 'wait', 'conflict-exit-code', 'command'] },
      operands: 1,
      command: ['c', 'command'],
    },
  ],
  [
    'strace',
    { syntax: { valued: 'eopsuEaIbOPSX', longValued: ['trace', 'output', 'attach', 'user', 'env'] } },
  ],
  ['ltrace', { syntax: { valued: 'aADeFlnopsuwx', longValued: ['output', 'library'] } }],
  [
    'xargs gxargs',
    {
      syntax: {
        valued: 'IdEaLnPs',
        longValued: [
          'arg-file',
          'delimiter',
          'max-lines',
          'max-args',
          'max-procs',
          'max-chars',
          'process-slot-var',
        ],
        glued: 'eil',
      },
    },
  ],
  ['unshare', { syntax: { valued: 'SGRw', longValued: ['setuid', 'setgid', 'root', 'wd'] } }],
  [
    'setpriv',
    {
      syntax: {
        longValued: ['reuid', 'regid', 'groups', 'inh-caps', 'ambient-caps', 'bounding-set', 'securebits'],
      },
    },
  ],
  ['tini dumb-init catatonit', { syntax: { valued: 'per' } }],
  // Another PATH, another root, another machine: what they start cannot be looked up here.
  ['busybox toybox', elsewhere],
  [
    'sudo',
    {
      ...elsewhere,
      syntax: {
        valued: 'ughpCrtTUDR',
        longValued: ['user', 'group', 'host', 'prompt', 'chdir', 'chroot', 'role', 'type'],
      },
      assignments: true,
      command: ['s', 'i', 'shell', 'login'],
    },
  ],
  ['doas', { ...elsewhere, syntax: { valued: 'uC' }, command: ['s'] }],
  ['chroot', { ...elsewhere, operands: 1 }],
  ['nsenter', { ...elsewhere, syntax: { valued: 'tSG', longValued: ['target', 'setuid', 'setgid'] } }],
  [
    'npx pnpx bunx uvx',
    {
      ...elsewhere,
      syntax: { valued: 'pcw', longValued: ['package', 'call', 'from', 'with', 'python', 'workspace'] },
      command: ['c', 'call'],
    },
  ],
];

const plain: Wrapper = {
  syntax: {},
  operands: 0,
  assignments: false,
  command: [],
  split: [],
  samePath: true,
};

export const wrappers: ReadonlyMap<string, Wrapper> = new Map(
  rows.flatMap(([names, wrapper]) => names.split(' ').map((name) => [name, { ...plain, ...wrapper }])),
);

/**
 * Programs that start another one somewhere behind options and subcommands of their own, too many to list. In their
 * arguments a shell with a command string, or an interpreter with a placeholder for program text, counts wherever it stands.
 */
export const carriers: ReadonlySet<string> = new Set(
  (
    'docker podman nerdctl kubectl oc lxc incus systemd-run systemd-nspawn xvfb-run dbus-run-session firejail bwrap proot ' +
    'npm pnpm yarn uv poetry pipenv pipx hatch bundle rbenv pyenv conda mamba nix nix-shell direnv mise asdf perf valgrind rr wine ' +
    'gosu su-exec chpst start-stop-daemon daemonize tmux screen xterm hyperfine entr watchexec mosh cargo go flatpak'
  ).split(' '),
);

/** Options of `find` and `fd` behind which a program stands, up to `;` or `+`. */
export const execOptions: ReadonlyMap<string, readonly string[]> = new Map([
  ['find', ['-exec', '-execdir', '-ok', '-okdir']],
  ['fd', ['-x', '-X', '--exec', '--exec-batch']],
  ['fdfind', ['-x', '-X', '--exec', '--exec-batch']],
]);
