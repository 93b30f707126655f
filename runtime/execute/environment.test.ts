import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../template/template.ts';
import { buildEnvironment, fixedVariables } from './environment.ts';
import { sampleCall, token } from './sample-command.ts';

function build(host: Record<string, string>, env: Record<string, string> = {}, secret = 's3cret') {
  const templates = new Map(Object.entries(env).map(([name, text]) => [name, parseTemplate(text)]));
  const { pack } = sampleCall({ argv: ['p'], pack: { env: templates, credential: token } });
  return Object.fromEntries(
    buildEnvironment(pack, new Map(Object.entries(host)), new Map([[token, secret]])),
  );
}

describe('buildEnvironment', () => {
  it('hands on a short list and nothing else of what the runtime has', () => {
    const listed = {
      HOME: '/h',
      LANG: 'C.UTF-8',
      LOGNAME: 'l',
      TMPDIR: '/t',
      TZ: 'UTC',
      USER: 'u',
      LC_ALL: 'C',
      LC_CTYPE: 'C',
    };
    const others = {
      ANTHROPIC_API_KEY: 'k',
      LD_PRELOAD: 'x',
      NODE_OPTIONS: '--x',
      LC_: '1',
      LC_evil: '1',
      HOMEX: '1',
      tz: '1',
    };
    expect(build({ ...listed, ...others })).toEqual({ ...listed, ...fixedVariables });
  });

  it('tells every command that nobody watches, whatever the runtime was told', () => {
    expect(build({ TERM: 'xterm', PAGER: 'less', NO_COLOR: '' })).toEqual({
      TERM: 'dumb',
      NO_COLOR: '1',
      PAGER: 'cat',
      GIT_PAGER: 'cat',
      GIT_TERMINAL_PROMPT: '0',
    });
  });

  it('takes empty and relative entries out of PATH', () => {
    expect(build({ PATH: ':/usr/bin:.:bin::/bin:' })).toMatchObject({ PATH: '/usr/bin:/bin' });
  });

  it.each(['', ':', '.:bin'])('leaves PATH out when nothing is left of it: %j', (path) => {
    expect(build({ PATH: path })).not.toHaveProperty('PATH');
  });

  it("gives the pack's own env the last word", () => {
    expect(
      build({ HOME: '/h', PATH: '/bin' }, { HOME: '/other', TERM: 'xterm', PATH: '/opt' }),
    ).toMatchObject({
      HOME: '/other',
      TERM: 'xterm',
      PATH: '/opt',
    });
  });

  it('fills in the credential byte for byte', () => {
    const secret = 'pa$&ss$$w$1{credential.tok}';
    expect(build({}, { TOK: 'Bearer {credential.tok}' }, secret)).toMatchObject({ TOK: `Bearer ${secret}` });
  });

  it('takes the names of the pack literally', () => {
    expect(build({}, { '{credential.tok}': 'x' })).toHaveProperty(['{credential.tok}'], 'x');
  });
});
