/** Builds everything: the module, the registry it describes, and the site and package in dist/. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mathTree } from './formulas.js';
import { setup } from './setup.js';
import { Failure, isMain, main, root, run, say } from './shell.js';

/** Builds the module, writes web/generated/ from its description, and bundles the front end into dist/. */
export async function build() {
  await buildModule();
  await writeRegistry();
  await bundle();
}

async function buildModule() {
  const tree = 'build/wasm';
  if (!existsSync(join(root, tree, 'build.ninja'))) {
    await run('emcmake', ['cmake', '-B', tree, '-G', 'Ninja'], 'CMake could not configure the module.');
  }
  say('Building the attention core (WebAssembly)');
  await run('ninja', ['-C', tree], 'The module could not be built.', {
    onLine: (line) => {
      if (line.startsWith('[') && !line.startsWith('[0/')) console.log(`  ${line}`);
    },
  });
}

/** The lists of experiments and of mechanisms as plain modules, so that pages know them before any WebAssembly is loaded. */
async function writeRegistry() {
  const folder = join(root, 'build/wasm');
  const { default: createCore } = await import(pathToFileURL(join(folder, 'describe.mjs')).href);
  const core = await createCore({ wasmBinary: readFileSync(join(folder, 'describe.wasm')) });
  const { mechanisms, ...registry } = JSON.parse(core.describe());
  if (!Array.isArray(registry.experiments) || registry.experiments.length === 0) {
    throw new Failure('The module describes no experiment.');
  }
  for (const { lines } of mechanisms) {
    for (const line of lines) line.math = mathTree(line.formula);
  }
  const target = join(root, 'web/generated');
  mkdirSync(target, { recursive: true });
  for (const [name, value] of Object.entries({ registry, mechanisms })) {
    writeFileSync(
      join(target, `${name}.js`),
      `// Written by the build from the module's own description.\n` +
        `export const ${name} = ${JSON.stringify(value, null, 2)};\n`,
    );
  }
}

async function bundle() {
  say('Bundling the pages (Vite)');
  const { build } = await import('vite');
  await build({ configFile: join(root, 'web/vite.config.js'), logLevel: 'warn' });
}

if (isMain(import.meta.url)) {
  await main(async () => {
    await setup(['build']);
    await build();
    say('Ready: dist/ can be served by any static host, from any path');
  });
}
