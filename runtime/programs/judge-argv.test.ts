import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeArgv } from './judge-argv.ts';

/** `shell@2` for each finding: the code without its family, and the element. */
function findings(argv: readonly string[]): readonly string[] {
  return judgeArgv(argv).findings.map(
    ({ code, elementIndex }) => `${code.replace('command-pack.', '')}@${elementIndex}`,
  );
}

function programs(argv: readonly string[]): readonly string[] {
  return judgeArgv(argv).programs.map(({ name, elementIndex }) => `${name}@${elementIndex}`);
}

describe('judgeArgv lets plain commands pass', () => {
  it.each([
    [['jq', '-r', '{filter}', '{file}']],
    [['jq', '-r', '.a | .b', '{file}']],
    [['jq', '(.a > 1) and (.b < 2)', '{file}']],
    [['printf', '%s', 'a;b']],
    [['printf', '$HOME']],
    [['grep', '-n', '--', '{re}', '{file}']],
    [['grep', '-e', '^a|b$', '{file}']],
    [['awk', '{print $1}', '{file}']],
    [['awk', '-F', '{separator}', '-v', 'n={n}', '{print $n}', '{file}']],
    [['awk', '-f', 'sum.awk', '{file}']],
    [['sed', '-n', '1,5p', '{file}']],
    [['sed', '--sandbox', '-e', 's/{a}/{b}/', '{file}']],
    [['python3', 'report.py', '{name}']],
    [['python3', '-c', 'import sys; print(sys.argv[1])', '{v}']],
    [['python3', '-m', 'pytest', '-c', '{config}']],
    [['python3', '-W', 'ignore', 'report.py', '-c', '{v}']],
    [['node', '-e', 'console.log(process.argv[1])', '{v}']],
    [['node', '--import', './setup.js', 'main.js', '{v}']],
    [['perl', '-pe', 's/a/b/', '{file}']],
    [['perl', '-i.bak', '-ne', 'print if /x/', '{file}']],
    [['ruby', '-ne', 'puts $_', '{file}']],
    [['deno', 'run', 'main.ts', '{v}']],
    [['sh', 'scripts/build.sh', '{target}']],
    [['bash', '-eu', 'scripts/build.sh', '-c', '{target}']],
    [['bash', '-o', 'pipefail', 'scripts/build.sh', '{target}']],
    [['pwsh', '-NoProfile', '-File', 'report.ps1', '{v}']],
    [['cmd', '/?', '{v}']],
    [['env', 'A={a}', 'jq', '{filter}']],
    [['env', '-i', '-u', 'B', '-C', '/srv', 'jq', '{filter}']],
    [['env', '-S', 'jq -r', '{filter}']],
    [['env', '-']],
    [['timeout', '-k', '5', '{seconds}', 'jq', '{filter}']],
    [['nice', '-n', '{n}', 'jq', '{filter}']],
    [['nice', '-n{n}', '--', 'jq', '{filter}']],
    [['xargs', '-n', '1', 'rm']],
    [['busybox', 'wc', '-l', '{file}']],
    [['flock', '-w', '{s}', 'lock', 'make', '{target}']],
    [['taskset', '-c', '{cpus}', 'make']],
    [['find', '.', '-name', '{name}', '-exec', 'wc', '-l', '{}', '+']],
    [['find', '.', '(', '-name', 'a', ')', '!', '-empty']],
    [['docker', 'run', '--rm', 'image', 'jq', '{filter}']],
    [['kubectl', 'exec', '{pod}', '--', 'cat', '{file}']],
    [['watch', '-x', 'jq', '{filter}']],
    [['ssh', '-p', '{port}', '{host}', 'uptime']],
    [['git', '-c', 'core.pager=cat', 'log', '{ref}']],
    [['bin/tool', '{{literal}}']],
    [['{{literal}}']],
    [['tool', '<tag>', '>=1.6', '-->', '&amp;', '{a}|{b}']],
  ])('%j', (argv) => {
    expect(findings(argv)).toEqual([]);
  });
});

describe('judgeArgv refuses a placeholder for the program', () => {
  it.each([
    [['{tool}', '--version'], 0],
    [['bin/{tool}', 'x'], 0],
    [['{a}{b}'], 0],
    [['env', '{tool}', 'x'], 1],
    [['env', 'A=1', '{tool}'], 2],
    [['env', '-i', '-u', 'X', 'B={b}', 'x{tool}'], 5],
    [['/usr/bin/env', '{assignment}', 'jq'], 1],
    [['env', 'PATH={path}', 'jq'], 1],
    [['nice', '{tool}'], 1],
    [['nice', '-n', '5', '{tool}'], 3],
    [['nice', '-5', '{tool}'], 2],
    [['nohup', '{tool}'], 1],
    [['timeout', '5', '{tool}'], 2],
    [['timeout', '--signal', 'KILL', '{s}', '{tool}'], 4],
    [['timeout', '-sKILL', '5', '{tool}'], 3],
    [['stdbuf', '-oL', '{tool}'], 2],
    [['stdbuf', '-o', 'L', '{tool}'], 3],
    [['setsid', '-w', '{tool}'], 2],
    [['sudo', '-u', 'bob', '--', '{tool}'], 4],
    [['sudo', 'A=1', '{tool}'], 2],
    [['doas', '-u', 'bob', '{tool}'], 3],
    [['xargs', '-0', '-n', '1', '{tool}'], 4],
    [['busybox', '{applet}'], 1],
    [['time', '-f', '%e', '{tool}'], 3],
    [['ionice', '-c2', '-n', '7', '{tool}'], 4],
    [['chrt', '10', '{tool}'], 2],
    [['taskset', '-c', '0', '{tool}'], 3],
    [['flock', 'lock', '{tool}'], 2],
    [['flock', '-n', 'lock', '-w', '3', '{tool}'], 5],
    [['unshare', '-r', '{tool}'], 2],
    [['nsenter', '-t', '1', '-m', '{tool}'], 4],
    [['chroot', '/srv', '{tool}'], 2],
    [['strace', '-f', '-e', 'trace=file', '{tool}'], 4],
    [['npx', '--yes', '{package}'], 2],
    [['env', 'nice', 'timeout', '5', '{tool}'], 4],
    [['find', '.', '-exec', '{tool}', '+'], 3],
    [['fd', 'x', '-x', '{tool}'], 3],
    [['xargs', 'env', 'A=1', '{tool}'], 3],
  ])('%j', (argv, index) => {
    expect(findings(argv)).toContain(`placeholder-program@${index}`);
  });
});

describe('judgeArgv refuses a shell with a command string', () => {
  it.each([
    [['sh', '-c', 'ls'], 1],
    [['sh', '-c', '{command}'], 1],
    [['/bin/bash', '-lc', 'ls'], 1],
    [['bash', '-e', '-u', '-o', 'pipefail', '-c', 'ls'], 5],
    [['bash', '-eo', 'pipefail', '-c', 'ls'], 3],
    [['bash', '--rcfile', 'x', '-c', 'ls'], 3],
    [['bash', '+x', '-ec', 'ls'], 2],
    [['bash', '-c{command}'], 1],
    [['bash', '-{flags}', 'x'], 1],
    [['dash', '-c', 'ls'], 1],
    [['zsh', '-ic', 'ls'], 1],
    [['ksh93', '-c', 'ls'], 1],
    [['fish', '--command=ls'], 1],
    [['fish', '-C', 'ls'], 1],
    [['csh', '-c', 'ls'], 1],
    [['tcsh', '-fc', 'ls'], 1],
    [['C:\\Windows\\System32\\CMD.EXE', '/d', '/c', 'dir'], 2],
    [['cmd', '/K', 'dir'], 1],
    [['cmd', '/cdir'], 1],
    [['cmd', '{script}'], 1],
    [['powershell', '-NoProfile', '-Command', 'ls'], 2],
    [['powershell.exe', '-enc', 'bABzAA=='], 1],
    [['powershell', '-ExecutionPolicy', 'Bypass', '-c', 'ls'], 3],
    [['powershell', 'Get-ChildItem'], 1],
    [['pwsh', '/Command', 'ls'], 1],
    [['pwsh', '--EncodedCommand', 'bABzAA=='], 1],
    [['pwsh', '-File', '{script}'], 2],
    [['pwsh', '{script}'], 1],
    [['bash', '{script}'], 1],
    [['bash', 'scripts/{name}.sh'], 1],
    [['bash', '-eu', '--', '{script}'], 3],
    [['env', 'sh', '-c', 'ls'], 2],
    [['env', '-i', 'A=1', 'bash', '-c', 'ls'], 4],
    [['env', '-S', 'sh -c ls'], 2],
    [['env', '-Ssh -c "ls -l"'], 1],
    [['env', '--split-string=bash -c', 'ls'], 1],
    [['env', '-S', 'jq {filter}'], 2],
    [['env', '-S{command}'], 1],
    [['nice', 'sh', '-c', 'ls'], 2],
    [['timeout', '5', 'sh', '-c', 'ls'], 3],
    [['xargs', 'sh', '-c', 'ls'], 2],
    [['xargs', '-I', '%', 'sh', '-c', 'ls %'], 4],
    [['busybox', 'sh', '-c', 'ls'], 2],
    [['busybox', 'ash', '-c', 'ls'], 2],
    [['sudo', '-u', 'bob', 'sh', '-c', 'ls'], 4],
    [['sudo', '-s', 'ls'], 1],
    [['find', '.', '-exec', 'sh', '-c', 'ls', '+'], 4],
    [['find', '.', '-name', '{n}', '-execdir', 'env', 'bash', '-c', 'ls', '+'], 7],
    [['docker', 'exec', 'box', 'sh', '-c', 'ls'], 4],
    [['kubectl', 'exec', '{pod}', '--', 'bash', '-lc', 'ls'], 5],
    [['uv', 'run', 'bash', '-c', 'ls'], 3],
    [['su', '-c', 'ls', 'bob'], 1],
    [['su', '-', 'bob', '-c', 'ls'], 3],
    [['su', 'bob', '--command=ls'], 2],
    [['script', '-qc', 'ls', 'log'], 1],
    [['flock', 'lock', '-c', 'ls'], 2],
    [['flock', '-c', 'ls', 'lock'], 1],
    [['npx', '-c', 'ls'], 1],
    [['watch', '-n', '5', 'ls'], 3],
    [['parallel', '-j', '2', 'ls'], 3],
    [['ssh', 'host', 'ls {path}'], 2],
    [['ssh', '-p', '22', 'host', 'ls', '{path}'], 5],
  ])('%j', (argv, index) => {
    expect(findings(argv)).toContain(`shell@${index}`);
  });
});

describe('judgeArgv refuses a placeholder for program text', () => {
  it.each([
    [['python3', '-c', '{code}'], 2],
    [['python3.11', '-Ic', '{code}'], 2],
    [['/usr/bin/python3', '-c{code}'], 1],
    [['python', '-c', 'print("{v}")'], 2],
    [['python3', '-W', 'ignore', '-c', '{code}'], 4],
    [['python3', '-{flag}'], 1],
    [['pypy3', '-c', '{code}'], 2],
    [['node', '-e', '{code}'], 2],
    [['node', '--eval', '{code}'], 2],
    [['node', '--eval={code}'], 1],
    [['node', '-p', '{code}'], 2],
    [['node', '-pe', '{code}'], 2],
    [['node', '--print={code}'], 1],
    [['node', '--import', '{module}', 'x.js'], 2],
    [['bun', '-e', '{code}'], 2],
    [['deno', 'eval', '{code}'], 2],
    [['deno', 'eval', '-p', '{code}'], 3],
    [['perl', '-e', '{code}'], 2],
    [['perl', '-lane', '{code}'], 2],
    [['perl', '-E{code}'], 1],
    [['perl', '-M{module}', '-e', '1'], 1],
    [['ruby', '-e', 'puts {v}'], 2],
    [['php', '-r', '{code}'], 2],
    [['lua5.4', '-e', '{code}'], 2],
    [['Rscript', '-e', '{code}'], 2],
    [['julia', '--eval={code}'], 1],
    [['awk', '{program}', '{file}'], 1],
    [['gawk', '-F', ':', 'BEGIN {{x}} {program}', '{file}'], 3],
    [['gawk', '-e', '{program}', '{file}'], 2],
    [['mawk', '--', '{program}'], 2],
    [['busybox', 'awk', '{program}'], 2],
    [['sed', '{script}', '{file}'], 1],
    [['sed', '-i', '-e', 's/{a}/{b}/', '{file}'], 3],
    [['osascript', '-e', '{code}'], 2],
    [['emacs', '--batch', '--eval', '{code}'], 3],
    [['emacs', '-batch', '-eval', '{code}'], 3],
    [['erl', '-noshell', '-eval', '{code}'], 3],
    [['vim', '-c', '{command}', '{file}'], 2],
    [['gdb', '-ex', '{command}', 'prog'], 2],
    [['env', 'python3', '-c', '{code}'], 3],
    [['xargs', 'perl', '-ne', '{code}'], 3],
    [['docker', 'run', 'image', 'python3', '-c', '{code}'], 5],
  ])('%j', (argv, index) => {
    expect(findings(argv)).toContain(`shell@${index}`);
  });
});

describe('judgeArgv refuses what only a shell would understand', () => {
  it.each([
    '|',
    '||',
    '|&',
    '&&',
    '&',
    ';',
    ';;',
    '>',
    '>>',
    '<',
    '<<',
    '<<<',
    '<<-',
    '<>',
    '>|',
    '>&',
    '2>',
    '2>>',
    '2>&1',
    '1>&2',
    '&>',
    '&>>',
    '>&2',
    '2>&-',
    '2>/dev/null',
    '>/dev/null',
    '&>/dev/null',
  ])('an element that is the operator %s', (operator) => {
    expect(findings(['tool', 'a', operator, 'b'])).toEqual(['shell@2']);
  });

  it.each(['$(date)', '$(cat {file})', '`date`'])('an element that is the substitution %s', (element) => {
    expect(findings(['tool', element])).toEqual(['shell@1']);
  });

  it.each([
    'jq -r',
    'jq|less',
    'a&&b',
    'a;b',
    'jq>out',
    '$HOME/bin/jq',
    '$(which jq)',
    '`which jq`',
    'jq\t',
    'A=1',
  ])('the program %j', (program) => {
    expect(findings([program, 'x'])).toEqual(['shell@0']);
  });

  it('and says it once for each element', () => {
    expect(findings(['sh', '-c', 'a', '|', '$(b)', '{c}'])).toEqual(['shell@1', 'shell@3', 'shell@4']);
  });
});

describe('judgeArgv names the programs to look up', () => {
  it.each([
    [['jq', '.'], ['jq@0']],
    [
      ['env', '-i', 'A=1', 'nice', '-n', '5', 'timeout', '5', 'jq', '.'],
      ['env@0', 'nice@3', 'timeout@6', 'jq@8'],
    ],
    [
      ['env', '-S', 'jq -r', '.'],
      ['env@0', 'jq@2'],
    ],
    [
      ['find', '.', '-exec', 'wc', '-l', '{}', '+'],
      ['find@0', 'wc@3'],
    ],
    [['find', '.', '-exec', '{}', '+'], ['find@0']],
    [['sudo', 'jq'], ['sudo@0']],
    [['busybox', 'wc'], ['busybox@0']],
    [['chroot', '/srv', 'jq'], ['chroot@0']],
    [['docker', 'run', 'image', 'jq'], ['docker@0']],
    [
      ['env', 'sudo', 'jq'],
      ['env@0', 'sudo@1'],
    ],
    [['{tool}'], []],
    [['env'], ['env@0']],
    [['timeout', '5'], ['timeout@0']],
    [[], []],
  ])('%j', (argv, expected) => {
    expect(programs(argv)).toEqual(expected);
  });
});

describe('judgeArgv', () => {
  const wrapper = fc.constantFrom(
    ['env'],
    ['env', 'A=1'],
    ['nice', '-n', '5'],
    ['nohup'],
    ['timeout', '5'],
    ['stdbuf', '-oL'],
    ['setsid'],
    ['sudo'],
    ['xargs', '-n1'],
    ['busybox'],
    ['time'],
    ['find', '.', '-exec'],
  );

  it('judges through any stack of wrappers', () => {
    fc.assert(
      fc.property(fc.array(wrapper, { maxLength: 5 }), (stack) => {
        const before = stack.flat();
        expect(findings([...before, '{tool}'])).toContain(`placeholder-program@${before.length}`);
        expect(findings([...before, 'sh', '-c', 'ls'])).toContain(`shell@${before.length + 1}`);
        expect(findings([...before, 'jq', '-r', '{filter}'])).toEqual([]);
      }),
    );
  });

  it('judges any argv without throwing, and only elements that are there', () => {
    const element = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom(
        'env',
        'sh',
        '-c',
        '{x}',
        '-{x}',
        '--',
        '-',
        'python3',
        'find',
        '-exec',
        '-S',
        'A={x}',
        'pwsh',
        '-pe',
        'awk',
        '|',
      ),
    );
    fc.assert(
      fc.property(fc.array(element, { maxLength: 8 }), (argv) => {
        for (const { elementIndex, message, hint } of judgeArgv(argv).findings) {
          expect(argv[elementIndex]).toBeDefined();
          expect(message && hint).not.toBe('');
        }
      }),
    );
  });

  it('says what is wrong and what to do', () => {
    expect(judgeArgv(['bash', '-c', '{x}']).findings).toEqual([
      {
        code: 'command-pack.shell',
        elementIndex: 1,
        message: 'bash is given a command string (-c)',
        hint: 'a command is an argv that no shell reads: put the program itself first and one argument into each element',
      },
    ]);
  });
});
