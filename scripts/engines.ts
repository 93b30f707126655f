import { existsSync, readFileSync } from 'node:fs';
import { satisfies } from 'semver';

interface Manifest {
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The oldest Node that this package supports. Nothing that it needs may ask for a newer one. */
const oldest = '20.19.0';

/** Direct dependencies, for running and for developing, that do not say they work on the oldest supported Node. */
export function engineFaults(): readonly string[] {
  const { engines, dependencies, devDependencies } = manifestOf('package.json');
  const own =
    engines?.node === `>=${oldest.replace(/\.0$/, '')}`
      ? []
      : [`package.json engines.node is ${engines?.node}`];
  const names = Object.keys({ ...dependencies, ...devDependencies });
  return [
    ...own,
    ...names.flatMap((name) => {
      const path = `node_modules/${name}/package.json`;
      const range = existsSync(path) ? manifestOf(path).engines?.node : undefined;
      return range === undefined || satisfies(oldest, range) ? [] : [`${name} asks for Node ${range}`];
    }),
  ];
}

function manifestOf(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}
