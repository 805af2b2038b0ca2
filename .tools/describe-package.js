/** Writes what describes the package to its users' tools into dist/: types, and the manifest of the element. */
import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { customElementsManifest, elementTypes } from './element-manifest.js';
import { root, run } from './shell.js';

const types = join(root, 'dist/types');

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
  const manifest = customElementsManifest(experiments());
  writeFileSync(join(root, 'dist/custom-elements.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
