/** Writes what describes the package to its users' tools into dist/: types, manifest of the element, sums of files. */
import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { customElementsManifest, elementTypes, reactTypes } from './element-manifest.js';
import { root, run } from './shell.js';

const types = join(root, 'dist/types');

/** Files that a page may load by one line and nothing else, so that their sum vouches for all that runs. */
const alone = ['inline.js'];

export async function describePackage() {
  const failed = 'The types of the package could not be written.';
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', 'web/types.tsconfig.json'], failed);
  // Lists, whose types the public interface names itself.
  rmSync(join(types, 'generated'), { recursive: true });
  const engine = join(root, 'web/engine');
  for (const name of readdirSync(engine).filter((name) => name.endsWith('.d.ts'))) {
    copyFileSync(join(engine, name), join(types, 'engine', name));
  }
  writeFileSync(join(types, 'element.d.ts'), elementTypes());
  writeFileSync(join(types, 'define.d.ts'), "export {};\nimport './element.js';\n");
  writeFileSync(join(types, 'inline.d.ts'), "export * from './index.js';\nexport * from './element.js';\n");
  const { experiments } = await import(pathToFileURL(join(root, 'dist/api.js')).href);
  writeFileSync(join(types, 'react.d.ts'), reactTypes(experiments()));
  const manifest = customElementsManifest(experiments());
  writeFileSync(join(root, 'dist/custom-elements.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(root, 'dist/integrity.json'), `${JSON.stringify(integrity(), null, 2)}\n`);
}

/** For `<script integrity>`, by file, with the version that they are of. @returns {Record<string, string>} */
function integrity() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const sums = alone.map((name) => {
    const sum = createHash('sha384').update(readFileSync(join(root, 'dist', name)));
    return [name, `sha384-${sum.digest('base64')}`];
  });
  return { version, ...Object.fromEntries(sums) };
}
