import type { CredentialId } from '../model/ids.ts';
import type { Pack } from '../model/workspace.ts';
import { fillTemplate } from '../template/template.ts';

/**
 * What a command is handed of the runtime's own environment, where it is set (`environment.*`). Nothing else gets
 * through.
 */
export const inheritedVariables = ['HOME', 'LANG', 'LOGNAME', 'TMPDIR', 'TZ', 'USER'] as const;
/** And the locale categories: `LC_ALL`, `LC_CTYPE`, ... */
const localeVariable = /^LC_[A-Z]+$/;

/** What every command is told: nobody watches, so no colour, no pager, no question. */
export const fixedVariables = {
  TERM: 'dumb',
  NO_COLOR: '1',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
} as const;

/**
 * The whole environment of a pack's command: the short list above, PATH, then the pack's own `env`, which has
 * the last word. `credentials` holds what `{credential.<id>}` stands for; the pack's own has been read before
 * this.
 */
export function buildEnvironment(
  pack: Pick<Pack, 'env'>,
  hostEnv: ReadonlyMap<string, string>,
  credentials: ReadonlyMap<CredentialId, string>,
): ReadonlyMap<string, string> {
  const values = new Map([...credentials].map(([id, value]) => [`credential.${id}`, value]));
  const own = [...pack.env].map(([name, template]): [string, string] => [
    name,
    fillTemplate(template, values),
  ]);
  return new Map([...inherited(hostEnv), ...searchPath(hostEnv), ...Object.entries(fixedVariables), ...own]);
}

function inherited(hostEnv: ReadonlyMap<string, string>): readonly [string, string][] {
  const names = new Set<string>(inheritedVariables);
  return [...hostEnv].filter(([name]) => names.has(name) || localeVariable.test(name));
}

/**
 * PATH without empty and relative entries: to a program that starts another one, they mean whatever folder it
 * happens to work in. Left out when nothing remains, since an empty PATH means that folder too.
 */
function searchPath(hostEnv: ReadonlyMap<string, string>): readonly [string, string][] {
  const entries = (hostEnv.get('PATH') ?? '').split(':').filter((entry) => entry.startsWith('/'));
  return entries.length > 0 ? [['PATH', entries.join(':')]] : [];
}
