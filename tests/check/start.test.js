/** `npm start` serves a site with one module for everything, which must compute the same bits as the published modules. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { root } from '../../.tools/shell.js';

/** @param {string} folder a built site @returns {Promise<string>} the fingerprint after some steps */
async function trainIn(folder) {
  const { createScope } = await import(pathToFileURL(`${root}/${folder}/api.js`).href);
  const scope = await createScope({ experiment: 'self-attention', worker: false });
  await scope.train({ steps: 5 });
  return await scope.fingerprint();
}

test('npm start builds and serves the site', { tags: 'full' }, async () => {
  const server = spawn(process.execPath, ['.tools/start.js', '--port', '0'], { cwd: root });
  try {
    let address = '';
    for await (const line of createInterface(server.stdout)) {
      address = /http:\S+/.exec(line)?.[0] ?? '';
      if (address) break;
    }
    for (const file of ['', 'worker.js', 'site.wasm', 'unicode.wasm'])
      expect((await fetch(address + file)).status, file).toBe(200);
    expect(await trainIn('build/start/dist')).toBe(await trainIn('dist'));
  } finally {
    server.kill();
    await once(server, 'exit');
  }
});
