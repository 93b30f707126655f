import { describe, expect, it } from 'vitest';
import { elementOf, written } from './element.ts';
import { type OptionSyntax, readOptions } from './read-options.ts';

function read(argv: readonly string[], syntax: OptionSyntax) {
  const { options, operands } = readOptions(argv.map(elementOf), syntax);
  return {
    options: options.map(({ name, value }) => (value === undefined ? [name] : [name, written(value)])),
    operands: operands.map(written),
  };
}

describe('readOptions', () => {
  it.each([
    [['-a', 'x'], {}, [['a']], ['x']],
    [['-ab', 'x'], {}, [['a'], ['b']], ['x']],
    [['-n', '5', 'x'], { valued: 'n' }, [['n', '5']], ['x']],
    [['-an5', 'x'], { valued: 'n' }, [['a'], ['n', '5']], ['x']],
    [['-n{count}', 'x'], { valued: 'n' }, [['n', '{count}']], ['x']],
    [['-n', '{count}', 'x'], { valued: 'n' }, [['n', '{count}']], ['x']],
    [['-n'], { valued: 'n' }, [['n']], []],
    [['-i.bak', 'x'], { glued: 'i' }, [['i', '.bak']], ['x']],
    [['-i', 'x'], { glued: 'i' }, [['i', '']], ['x']],
    [['--file=x=y', 'z'], {}, [['file', 'x=y']], ['z']],
    [['--file=pre-{f}', 'z'], {}, [['file', 'pre-{f}']], ['z']],
    [['--file', 'x', 'z'], { longValued: ['file'] }, [['file', 'x']], ['z']],
    [['--quiet', 'x'], { longValued: ['file'] }, [['quiet']], ['x']],
    [['-eval', 'x', 'y'], { words: ['eval'], valued: 'e' }, [['eval', 'x']], ['y']],
    [['-a', '--', '-b', 'x'], {}, [['a']], ['-b', 'x']],
    [['x', '-a'], {}, [], ['x', '-a']],
    [['-', '-a'], {}, [], ['-', '-a']],
    [['+x', '-a', 'y'], { plus: true }, [['x'], ['a']], ['y']],
    [['+x', '-a'], {}, [], ['+x', '-a']],
    [['-{flag}', 'x'], {}, [[undefined]], ['x']],
    [['-a{flag}', 'x'], {}, [['a'], [undefined]], ['x']],
    [['--{flag}', 'x'], {}, [[undefined]], ['x']],
    [['{first}', '-a'], {}, [], ['{first}', '-a']],
    [['-c', 'code', '-c', 'x'], { valued: 'c', last: 'c' }, [['c', 'code']], ['-c', 'x']],
  ])('%j with %j', (argv, syntax, options, operands) => {
    expect(read(argv, syntax)).toEqual({ options, operands });
  });
});
