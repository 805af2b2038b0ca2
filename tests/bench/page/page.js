/** The benchmark runner inside a browser: the driver calls `globalThis.bench`. */
import { engines } from '../engines/all.js';
import { createRunner } from '../runner.js';

/** Files of the repository are served from the root of this origin. @type {import('../runner.js').Host} */
const host = {
  name: 'chromium',
  api: 'dist/api.js',
  async bytes(path) {
    const response = await fetch(`/${path}`);
    if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  },
  module: (path) => import(/* @vite-ignore */ `/${path}`),
};

Object.assign(globalThis, { bench: createRunner(host, engines) });
