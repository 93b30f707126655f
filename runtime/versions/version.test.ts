import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions, parseVersion, type Version } from './version.ts';

function version(text: string): Version {
  const parsed = parseVersion(text);
  if (parsed === undefined) throw new Error(`${text} is no version`);
  return parsed;
}

describe('parseVersion', () => {
  it.each([
    ['1.7.1-apple', [1, 7, 1], []],
    ['2.39.2.windows.1', [2, 39, 2], []],
    ['9.2p1', [9, 2], []],
    ['1.07.1', [1, 7, 1], []],
    ['20.10.24+dfsg1', [20, 10, 24], []],
    ['5.1.9-0+deb12u1', [5, 1, 9], []],
    ['6.9.11-60', [6, 9, 11], []],
    ['1.1.1w', [1, 1, 1], []],
    ['1.1.1b', [1, 1, 1], []],
    ['1.8.0_431', [1, 8, 0, 431], []],
    ['131.0.6778.85', [131, 0, 6778, 85], []],
    ['v20.20.2', [20, 20, 2], []],
    ['2022-01-14', [2022, 1, 14], []],
    ['252', [252], []],
    ['1.6-137-gd18b2d0', [1, 6], []],
    ['2.0.0.post1', [2, 0, 0], []],
    ['1.7rc1', [1, 7], ['rc', 1]],
    ['2.45.0.rc0', [2, 45, 0], ['rc', 0]],
    ['2.45.0-rc0.windows.1', [2, 45, 0], ['rc', 0, 'windows', 1]],
    ['1.7~beta2', [1, 7], ['beta', 2]],
    ['3.13.0a1', [3, 13, 0], ['alpha', 1]],
    ['3.13.0b2+', [3, 13, 0], ['beta', 2]],
    ['1.0.dev3', [1, 0], ['dev', 3]],
    ['1.3-SNAPSHOT', [1, 3], ['snapshot']],
    ['1.2-pre', [1, 2], ['pre']],
    ['1.19.0-nightly', [1, 19, 0], ['nightly']],
    ['2.0.0-alpha.beta.3', [2, 0, 0], ['alpha', 'beta', 3]],
  ] as const)('reads %s as the release it carries and what comes before it', (text, parts, prerelease) => {
    expect(parseVersion(text)).toMatchObject({ parts, prerelease });
  });

  it.each(['', 'dev', 'N-117827-g3d2e1d2', '-1.2', '1.9999999999999999'])('reads nothing from %j', (text) => {
    expect(parseVersion(text)).toBeUndefined();
  });

  it('keeps the text as printed, without the punctuation behind it', () => {
    expect(version('v2.39.2.windows.1.').text).toBe('2.39.2.windows.1');
  });
});

describe('compareVersions', () => {
  it('puts each of these below the next', () => {
    const rising = [
      '1.2',
      '1.2.0.1',
      '1.02.1',
      '1.10-alpha',
      '1.10a2',
      '1.10-alpha.3',
      '1.10.0-alpha.beta',
      '1.10b1',
      '1.10.0.dev1',
      '1.10rc1',
      '1.10-rc.2',
      '1.10-rc.10',
      '1.10',
      '1.10.0.1',
      '2022-01-14',
    ];
    const shuffled = rising.toReversed().map(version).sort(compareVersions);
    expect(shuffled.map((each) => each.text)).toEqual(rising);
  });

  it.each([
    ['1.7', '1.7.0'],
    ['1.7.1-apple', '1.7.1'],
    ['9.2p1', '9.2'],
    ['1.07.1', '1.7.1'],
    ['2.39.2.windows.1', '2.39.2'],
  ])('takes %s and %s for the same release', (a, b) => {
    expect(compareVersions(version(a), version(b))).toBe(0);
  });

  it('is a total order', () => {
    const any = fc
      .record({
        parts: fc.array(fc.nat(3), { minLength: 1, maxLength: 5 }),
        prerelease: fc.array(fc.oneof(fc.nat(2), fc.constantFrom('alpha', 'rc')), { maxLength: 2 }),
      })
      .map((each): Version => ({ text: '', ...each }));
    fc.assert(
      fc.property(any, any, any, (a, b, c) => {
        expect(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a))).toBe(0);
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0) {
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
        }
      }),
    );
  });
});
