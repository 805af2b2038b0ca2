/** What every tool here needs: running programs, finding them, and failing with one readable sentence. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository, with a trailing slash. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** A failure whose message tells the reader what to do; it is printed without a stack. */
export class Failure extends Error {}

/**
 * @typedef {object} Place where a step runs
 * @property {(text: string) => void} write takes what it prints
 * @property {(line: string) => void} progress takes how far it is
 * @property {number} threads that it may keep busy
 */

/** @type {Place} */
const terminal = {
  write: (text) => void process.stdout.write(text),
  progress: (line) => console.log(`  ${line}`),
  threads: availableParallelism(),
};
/** Other places, for steps that run side by side (side-by-side.js). @type {AsyncLocalStorage<Place>} */
export const places = new AsyncLocalStorage();
/** The place of the step that asks. */
export const here = () => places.getStore() ?? terminal;

/** @param {string} text one line of progress */
export function say(text) {
  here().write(`\x1b[36m▸\x1b[0m ${text}\n`);
}

/**
 * Runs Ninja, and shows which of its steps it is at.
 * @param {readonly string[]} parameters
 * @param {string} sentence what a reader should know if it fails
 */
export function ninja(parameters, sentence) {
  const { progress, threads } = here();
  return run('ninja', [`-j${threads}`, ...parameters], sentence, {
    onLine: (line) => {
      if (line.startsWith('[') && !line.startsWith('[0/')) progress(line);
    },
  });
}

/**
 * Where programs are: without those of packages, which npm puts first. One of them is another wasm-opt than the one that
 * em++ was made for, and with it em++ writes modules that do not fit their JavaScript.
 */
const folders = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.endsWith(join('node_modules', '.bin')));

/** Debian's own Python. Others are found through shims (pyenv) that take half a second, and em++ starts one for each file. */
const python = '/usr/bin/python3';

/**
 * The environment for every program we start, with what this process has set meanwhile. Debian keeps the modules of em++'s
 * optimiser where only Debian's own Node looks for them. The C library takes memory in huge pages where the kernel has them,
 * and 64 MiB at once, for a smaller piece has room for few of them: a source or a module needs a sixth less time.
 */
export const environment = () => ({
  GLIBC_TUNABLES: `glibc.malloc.hugetlb=1:glibc.malloc.top_pad=${64 << 20}`,
  ...(existsSync(python) ? { EMSDK_PYTHON: python } : {}),
  ...process.env,
  PATH: folders.join(delimiter),
  NODE_PATH: [process.env.NODE_PATH, '/usr/share/nodejs']
    .filter((path) => path && existsSync(path))
    .join(delimiter),
});

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
 * @property {string} [cwd] default: the repository
 * @property {boolean} [quiet] collect the output without printing it
 * @property {(line: string) => void} [onLine] sees every line of output as it comes
 *
 * Runs a program in the repository and returns its exit code and everything it printed.
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function capture(command, parameters, { env = {}, cwd = root, quiet = true, onLine } = {}) {
  const { write } = here();
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      cwd,
      env: { ...environment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let rest = '';
    /** @param {string} text */
    const take = (text) => {
      output += text;
      if (!quiet) write(text);
      if (!onLine) return;
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(onLine);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', take);
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
  if (options.quiet !== false) here().write(output);
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
