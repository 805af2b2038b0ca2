/** Vite plugins that write, after the bundle, the files that depend on it or are bundled apart. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { assetFileNames } from './chunks.js';
import { isStartBuild } from './module-addresses.js';
import { writeNotices } from './notices.js';
import { writeOffline } from './offline.js';
import { root } from './shell.js';
import { writeSingleFiles } from './single-file.js';

/**
 * Builds the worker as a single file: under `worker-src blob:` Firefox lets a worker import a module by its address, but
 * not the static imports of that module. Then writes the notices of the licenses and, but not for `npm start`, builds the
 * single-file versions of the package and the lab, which contain the notices.
 * @param {import('vite').UserConfig & { build: import('vite').BuildEnvironmentOptions & { outDir: string } }} config shared by all builds
 * @returns {import('vite').Plugin}
 */
export const createFurtherBuilds = (config) => ({
  name: 'further-builds',
  async writeBundle() {
    await build({
      ...config,
      configFile: false,
      root: join(root, 'web/engine'),
      build: {
        ...config.build,
        emptyOutDir: false,
        rolldownOptions: {
          input: join(root, 'web/engine/worker.js'),
          output: { entryFileNames: 'worker.js', assetFileNames, codeSplitting: false },
        },
      },
    });
    const notices = writeNotices(config.build.outDir);
    if (!isStartBuild) await writeSingleFiles(config, notices);
  },
});

/**
 * Writes the service worker last, because it lists all files.
 * @type {import('vite').Plugin}
 */
export const serviceWorker = {
  name: 'service-worker',
  writeBundle: {
    order: 'post',
    sequential: true,
    handler: ({ dir = '' }) =>
      writeOffline(readFileSync(join(root, 'web/lab/offline-worker.js'), 'utf8'), dir),
  },
};
