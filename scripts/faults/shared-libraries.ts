import { build, type Plugin } from 'esbuild';
import { bundling } from './bundling.ts';

/** A package's name as the name of a file. */
function fileOf(specifier: string): string {
  return `${specifier.replaceAll(/[^a-z0-9]+/gi, '_')}.js`;
}

/**
 * Leaves libraries out of a bundle: whatever is imported by name comes from `folder` (as the bundle sees it). Every
 * specifier that is met is noted in `met`.
 */
export function sharingLibraries(folder: string, met: Set<string>): Plugin {
  return {
    name: 'share libraries',
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
        if (kind === 'entry-point' || path.startsWith('node:')) return undefined;
        met.add(path);
        return { path: `${folder}/${fileOf(path)}`, external: true };
      });
    },
  };
}

/** Bundles each library once, for all faults: it is nine tenths of what a runtime is made of, and never wrong. */
export async function buildLibraries(specifiers: ReadonlySet<string>, outdir: string): Promise<void> {
  const texts = new Map(
    await Promise.all([...specifiers].map(async (each) => [fileOf(each), await passOn(each)] as const)),
  );
  await build({
    ...bundling,
    entryPoints: [...texts.keys()].map((file) => ({ in: `library:${file}`, out: file.replace(/\.js$/, '') })),
    outdir,
    minify: true,
    plugins: [
      {
        name: 'one module for each library',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^library:/ }, ({ path }) => ({
            path: path.slice('library:'.length),
            namespace: 'library',
          }));
          onLoad({ filter: /.*/, namespace: 'library' }, ({ path }) => ({
            contents: texts.get(path) ?? '',
            resolveDir: process.cwd(),
          }));
        },
      },
    ],
  });
}

/** Names one by one: `export *` of a CommonJS module exports nothing that a bundler can see. */
async function passOn(specifier: string): Promise<string> {
  const names = Object.keys((await import(specifier)) as object).filter((name) =>
    /^[A-Za-z_$][\w$]*$/.test(name),
  );
  return `export { ${names.join(', ')} } from ${JSON.stringify(specifier)};\n`;
}
