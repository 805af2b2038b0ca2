/** `npm start [-- --port 4173]`: installs what is missing, builds, and serves the lab until it is stopped. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.js';
import { serve } from './serve.js';
import { setup } from './setup.js';
import { Failure, main, root, say } from './shell.js';

/**
 * Serves on the wanted port, or on the next free one of the following twenty when nobody insisted.
 * @param {number} port
 * @param {boolean} insisted
 */
async function serveSomewhere(port, insisted) {
  for (let next = port; next < port + 20; next++) {
    try {
      return await serve({ root: join(root, 'dist'), port: next });
    } catch (error) {
      const code = /** @type {NodeJS.ErrnoException} */ (error).code;
      if (code !== 'EADDRINUSE') throw error;
      if (insisted) throw new Failure(`Port ${next} is taken; please name another with --port.`);
    }
  }
  throw new Failure(`Ports ${port} to ${port + 19} are all taken; please name another with --port.`);
}

await main(async () => {
  const { values } = parseArgs({ options: { port: { type: 'string' } } });
  const port = Number(values.port ?? 4173);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Failure(`--port takes a number from 0 to 65535, not ${values.port}.`);
  }
  await setup(['build']);
  await build();
  const { url } = await serveSomewhere(port, values.port !== undefined);
  say(`Attentoscope is at ${url} (stop with Ctrl+C)`);
});
