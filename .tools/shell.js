/** Helpers of all tools: finding and running programs, printing progress, and errors without a stack trace. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository, with a trailing slash. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** An error whose message tells the user what to do; it is printed without a stack trace. */
export class UserError extends Error {}

/**
 * @typedef {object} StepContext the output and the resources of a step
 * @property {(text: string) => void} write prints text
 * @property {(line: string) => void} progress shows the step's progress
 * @property {number} threads number of threads that it may use
 */

/** @type {StepContext} */
const terminal = {
  write: (text) => void process.stdout.write(text),
  progress: (line) => console.log(`  ${line}`),
  threads: availableParallelism(),
};
/** Places of steps that run in parallel (parallel-steps.js). @type {AsyncLocalStorage<StepContext>} */
export const stepContexts = new AsyncLocalStorage();
/** The place of the calling step. */
export const getStepContext = () => stepContexts.getStore() ?? terminal;

/** Prints a line. @param {string} text */
export function printLine(text) {
  getStepContext().write(`\x1b[36m▸\x1b[0m ${text}\n`);
}

/**
 * Runs Ninja and shows its progress.
 * @param {readonly string[]} parameters
 * @param {string} errorMessage error message if it fails
 */
export function runNinja(parameters, errorMessage) {
  const { progress, threads } = getStepContext();
  return runOrFail('ninja', [`-j${threads}`, ...parameters], errorMessage, {
    onLine: (line) => {
      if (line.startsWith('[') && !line.startsWith('[0/')) progress(line);
    },
  });
}

/**
 * PATH without node_modules/.bin, which npm puts first. It has a different wasm-opt than em++ expects, with which em++
 * writes modules that do not match their JavaScript.
 */
const searchPath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.endsWith(join('node_modules', '.bin')));

/** Debian's Python. Shims such as pyenv's take half a second, and em++ starts Python for each file. */
const python = '/usr/bin/python3';

/**
 * The environment of every program that we start; it includes later changes of process.env. NODE_PATH is for em++'s
 * JavaScript optimizer, whose modules Debian installs where only its own Node looks. GLIBC_TUNABLES allocates 64 MiB at
 * once in huge pages, which makes compiling a sixth faster.
 */
export const createEnvironment = () => ({
  GLIBC_TUNABLES: `glibc.malloc.hugetlb=1:glibc.malloc.top_pad=${64 << 20}`,
  ...(existsSync(python) ? { EMSDK_PYTHON: python } : {}),
  ...process.env,
  PATH: searchPath.join(delimiter),
  NODE_PATH: [process.env.NODE_PATH, '/usr/share/nodejs']
    .filter((path) => path && existsSync(path))
    .join(delimiter),
});

/**
 * Returns the path of a command, or undefined.
 * @param {string} command
 * @returns {string | undefined}
 */
export function findExecutable(command) {
  for (const folder of searchPath) {
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
export function captureOutput(command, parameters, { env = {}, cwd = root, quiet = true, onLine } = {}) {
  const { write } = getStepContext();
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      cwd,
      env: { ...createEnvironment(), ...env },
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
    child.on('error', (cause) => reject(new UserError(`${command} could not be started: ${cause.message}.`)));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs a program. If it fails, prints its output and throws a Failure with `sentence`.
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {string} sentence error message that says what to do
 * @param {RunOptions} [options]
 * @returns {Promise<string>} what it printed
 */
export async function runOrFail(command, parameters, sentence, options = {}) {
  const { code, output } = await captureOutput(command, parameters, options);
  if (code === 0) return output;
  if (options.quiet !== false) getStepContext().write(output);
  throw new UserError(sentence);
}

/**
 * Runs the main function of a tool. A Failure is printed without a stack trace.
 * @param {() => Promise<void>} body
 */
export async function runMain(body) {
  try {
    await body();
  } catch (error) {
    console.error(
      `\n\x1b[31m✗\x1b[0m ${error instanceof UserError ? error.message : error instanceof Error ? error.stack : error}`,
    );
    process.exitCode = 1;
  }
}

/** Whether `url` (an `import.meta.url`) is the program that Node was started with. */
export function isMainModule(/** @type {string} */ url) {
  return process.argv[1] !== undefined && fileURLToPath(url) === process.argv[1];
}
