/** What every tool here needs: running programs, finding them, and failing with one readable sentence. */
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository, with a trailing slash. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** A failure whose message tells the reader what to do; it is printed without a stack. */
export class Failure extends Error {}

/** @param {string} text one line of progress */
export function say(text) {
  console.log(`\x1b[36m▸\x1b[0m ${text}`);
}

/**
 * Where programs are: without those of packages, which npm puts first. One of them is another wasm-opt than the one that
 * em++ was made for, and with it em++ writes modules that do not fit their JavaScript.
 */
const folders = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.endsWith(join('node_modules', '.bin')));

/**
 * The environment for every program we start. Debian keeps the modules of em++'s optimiser where only Debian's own
 * Node looks for them.
 */
export const environment = {
  ...process.env,
  PATH: folders.join(delimiter),
  NODE_PATH: [process.env.NODE_PATH, '/usr/share/nodejs']
    .filter((path) => path && existsSync(path))
    .join(delimiter),
};

/**
 * Where a command is, or undefined.
 * @param {string} command
 * @returns {string | undefined}
 */
export function which(command) {
  for (const folder of folders) {
    const path = join(folder, command);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // not in this folder
    }
  }
  return undefined;
}

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string>} [env] added to the environment
 * @property {boolean} [quiet] collect the output without printing it
 * @property {(line: string) => void} [onLine] sees every line of output as it comes
 *
 * Runs a program in the repository and returns its exit code and everything it printed.
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function capture(command, parameters, { env = {}, quiet = true, onLine } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      cwd: root,
      env: { ...environment, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let rest = '';
    /** @param {Buffer} chunk @param {NodeJS.WriteStream} stream */
    const take = (chunk, stream) => {
      const text = chunk.toString();
      output += text;
      if (!quiet) stream.write(text);
      if (!onLine) return;
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(onLine);
    };
    child.stdout.on('data', (chunk) => take(chunk, process.stdout));
    child.stderr.on('data', (chunk) => take(chunk, process.stderr));
    child.on('error', (cause) => reject(new Failure(`${command} could not be started: ${cause.message}.`)));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs a program whose failure ends the tool: prints all it said, then fails with `sentence`.
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {string} sentence what a reader should know or do
 * @param {RunOptions} [options]
 * @returns {Promise<string>} what it printed
 */
export async function run(command, parameters, sentence, options = {}) {
  const { code, output } = await capture(command, parameters, options);
  if (code === 0) return output;
  if (options.quiet !== false) process.stderr.write(output);
  throw new Failure(sentence);
}

/**
 * Runs a tool's body; a Failure ends the process with its sentence alone.
 * @param {() => Promise<void>} body
 */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    console.error(
      `\n\x1b[31m✗\x1b[0m ${error instanceof Failure ? error.message : error instanceof Error ? error.stack : error}`,
    );
    process.exitCode = 1;
  }
}

/** True when `url` (an `import.meta.url`) is the program that Node was started with. */
export function isMain(/** @type {string} */ url) {
  return process.argv[1] !== undefined && fileURLToPath(url) === process.argv[1];
}
