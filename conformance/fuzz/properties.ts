import { effectsHonoured } from './effects-honoured.ts';
import { oneElement } from './one-element.ts';
import { oneFactor } from './one-factor.ts';
import type { Property } from './property.ts';
import { secretAbsent } from './secret-absent.ts';

/** Everything that is drawn, in the order in which it is tried. */
export const properties: readonly Property[] = [oneElement, effectsHonoured, secretAbsent, oneFactor];
