import { readFileSync, writeFileSync } from 'node:fs';
import { play, withoutChance } from './tutorial/play.ts';

/** Types the tutorial's commands again and writes what comes back. Needs `dist/`. Leaves the page alone where only chance differs. */
const path = 'conformance/TUTORIAL.md';
const page = readFileSync(path, 'utf8');
const played = play(page);
if (withoutChance(played) !== withoutChance(page)) writeFileSync(path, played);
