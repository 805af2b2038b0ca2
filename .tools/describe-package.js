/** Writes the package metadata for other tools into dist/: types, the custom elements manifest, integrity hashes. */
import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, runOrFail } from './shell.js';

const types = join(root, 'dist/types');

/** Files that load nothing else, so that their hash covers all code that runs. */
const selfContainedFiles = ['inline.js'];

export async function writePackageMetadata() {
  const failed = 'The types of the package could not be written; the lines above say why.';
  await runOrFail(join(root, 'node_modules/.bin/tsc'), ['-p', 'web/types.tsconfig.json'], failed);
  // The public types do not refer to the generated lists.
  rmSync(join(types, 'generated'), { recursive: true });
  const engine = join(root, 'web/engine');
  for (const name of readdirSync(engine).filter((name) => name.endsWith('.d.ts'))) {
    copyFileSync(join(engine, name), join(types, 'engine', name));
  }
  const manifest = await import('./element-manifest.js');
  writeFileSync(join(types, 'element.d.ts'), manifest.createElementTypes());
  writeFileSync(join(types, 'define.d.ts'), "export {};\nimport './element.js';\n");
  writeFileSync(join(types, 'inline.d.ts'), "export * from './index.js';\nexport * from './element.js';\n");
  const { experiments } = await import(pathToFileURL(join(root, 'dist/api.js')).href);
  writeFileSync(join(types, 'react.d.ts'), manifest.createReactTypes(experiments()));
  const elements = manifest.createCustomElementsManifest(experiments());
  writeFileSync(join(root, 'dist/custom-elements.json'), `${JSON.stringify(elements, null, 2)}\n`);
  const readme = join(root, 'web/embed/README.md');
  const table = `<!-- attributes -->\n${manifest.createAttributeTable()}\n<!-- /attributes -->`;
  const text = readFileSync(readme, 'utf8');
  writeFileSync(
    readme,
    text.replace(/<!-- attributes -->[\s\S]*<!-- \/attributes -->/, () => table),
  );
  writeFileSync(join(root, 'dist/integrity.json'), `${JSON.stringify(computeIntegrity(), null, 2)}\n`);
}

/** The package version, and hashes for `<script integrity>` by file. @returns {Record<string, string>} */
function computeIntegrity() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const sums = selfContainedFiles.map((name) => {
    const sum = createHash('sha384').update(readFileSync(join(root, 'dist', name)));
    return [name, `sha384-${sum.digest('base64')}`];
  });
  return { version, ...Object.fromEntries(sums) };
}
