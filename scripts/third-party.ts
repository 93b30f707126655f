import { readdirSync, readFileSync } from 'node:fs';

/** What the bundles hold of other people's work, with their licences: dependencies go in, so their terms go along. */
export function thirdPartyNotices(inputs: readonly string[]): string {
  const folders = new Set(inputs.flatMap((path) => packageFolder(path) ?? []));
  const notices = [...folders].sort().map(noticeOf);
  return `The programs in this folder contain the following packages.\n\n${notices.join('\n')}`;
}

/** `node_modules/a/b.js` -> `node_modules/a`; nested and scoped packages too. */
function packageFolder(path: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each));
  const text = file === undefined ? '' : `\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
  return `--- ${name} ${version} (${license ?? 'see its licence'})\n${text}`;
}
