/** Runs the steps of a long command in parallel and prints the output of each step as a block. */
import { availableParallelism } from 'node:os';
import { printLine, stepContexts, UserError } from './shell.js';

/**
 * @typedef {{ passed: number, failed: number, retried?: number, skipped?: number }} Counts
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {readonly string[]} [after] steps that must have succeeded
 * @property {() => Promise<Counts | void>} run
 */

/** The message of a UserError; other errors with their stack trace. @param {unknown} error */
const formatError = (error) =>
  error instanceof UserError ? error.message : error instanceof Error ? error.stack : String(error);

/** @param {number} since */
function formatDuration(since) {
  const seconds = Math.round((performance.now() - since) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Runs `slots` steps at a time, each with its share of the processors, and starts the first one of the list that can start.
 * The output of a step is printed when it ends; until then, a line shows the progress every `everyMs`. A step that throws
 * counts as one failure, and the steps that depend on it are skipped.
 * @param {readonly Step[]} steps
 * @param {{ slots?: number, everyMs?: number }} [options]
 * @returns {Promise<Required<Counts>>} the sum
 */
export async function runInParallel(steps, { slots = 2, everyMs = 20_000 } = {}) {
  const threads = Math.max(1, Math.floor(availableParallelism() / slots));
  const began = performance.now();
  const total = { passed: 0, failed: 0, retried: 0, skipped: 0 };
  /** @type {Map<string, boolean>} */
  const succeeded = new Map();
  /** The progress of each step. @type {Map<string, string>} */
  const running = new Map();
  const waiting = [...steps];

  /** @param {Step} step */
  async function startStep({ name, run }) {
    let output = '';
    const start = performance.now();
    const place = {
      write: (/** @type {string} */ text) => {
        output += text;
      },
      progress: (/** @type {string} */ line) => void running.set(name, line),
      threads,
    };
    running.set(name, '');
    let summary = 'done';
    try {
      const counts = await stepContexts.run(place, run);
      succeeded.set(name, true);
      if (counts) {
        const { passed, failed, retried = 0, skipped = 0 } = counts;
        summary = `${passed} passed, ${failed} failed`;
        total.passed += passed;
        total.failed += failed;
        total.retried += retried;
        total.skipped += skipped;
      }
    } catch (error) {
      succeeded.set(name, false);
      summary = 'FAILED';
      output += `${formatError(error)}\n`;
      total.failed++;
    }
    running.delete(name);
    process.stdout.write(output);
    printLine(`${name}: ${summary} (${formatDuration(start)})`);
  }

  await new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = [...running].map(([name, line]) => (line ? `${name} ${line.slice(0, 60)}` : name));
      printLine(`${formatDuration(began)}  ${now.join('  ·  ')}`);
    }, everyMs);
    const startReadySteps = () => {
      for (const step of [...waiting]) {
        const dependencies = (step.after ?? []).map((name) => succeeded.get(name));
        if (dependencies.includes(false)) {
          waiting.splice(waiting.indexOf(step), 1);
          succeeded.set(step.name, false);
          printLine(`${step.name}: skipped, because a step that it needs has failed`);
          return startReadySteps();
        }
        if (running.size < slots && dependencies.every(Boolean)) {
          waiting.splice(waiting.indexOf(step), 1);
          startStep(step).then(startReadySteps);
        }
      }
      if (running.size === 0) {
        clearInterval(timer);
        resolve(undefined);
      }
    };
    startReadySteps();
  });
  return total;
}
