import { buildRuntime } from '../faults/build-fault.ts';
import { buildLibraries } from '../faults/shared-libraries.ts';

/** The instrumented runtime, with every mutant in it and one switched on when it is started. */
const libraries = new Set<string>();
await buildRuntime('dist/mutants', undefined, libraries);
await buildLibraries(libraries, 'dist/libraries');
