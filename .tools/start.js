/** `npm start [-- --port 4173]`: installs what is missing, builds, and serves the lab until it is stopped. */
import { parseArgs } from 'node:util';
import { buildSite } from './build.js';
import { serve } from './serve.js';
import { installRequirements } from './setup.js';
import { printLine, runMain, UserError } from './shell.js';

/**
 * Serves on `port`, or on the next free one of twenty if the user did not choose it.
 * @param {string} folder
 * @param {number} port
 * @param {boolean} isPortChosen whether the user chose the port
 */
async function serveOnFreePort(folder, port, isPortChosen) {
  for (let next = port; next < port + 20; next++) {
    try {
      return await serve({ root: folder, port: next });
    } catch (error) {
      const code = /** @type {NodeJS.ErrnoException} */ (error).code;
      if (code !== 'EADDRINUSE') throw error;
      if (isPortChosen)
        throw new UserError(
          `Port ${next} is in use; please choose another one, as in \`npm start -- --port 8080\`.`,
        );
    }
  }
  throw new UserError(
    `Ports ${port} to ${port + 19} are all in use; please choose another one, as in \`npm start -- --port 8080\`.`,
  );
}

await runMain(async () => {
  const { values } = parseArgs({ options: { port: { type: 'string' } } });
  const port = Number(values.port ?? 4173);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new UserError(`--port takes a number from 0 to 65535, not ${values.port}.`);
  }
  await installRequirements(['build']);
  const folder = await buildSite();
  const { url } = await serveOnFreePort(folder, port, values.port !== undefined);
  printLine(`Attentoscope is running at ${url} (press Ctrl+C to stop)`);
});
