/**
 * Measures the time of a step as a model grows in length, width or batch size, and the exponent of the growth, in our core
 * (Node, one thread) and in PyTorch (peer_models.py, one thread) on the same batches.
 */
import { printLine } from '../../.tools/shell.js';
import { createScope } from '../../web/index.js';
import { median } from './ratios.js';
import { measureTorchSeconds } from './torch-training.js';

/** @typedef {import('../../web/engine/create-scope.js').ScopeOptions} Options */
/** @typedef {import('../../web/engine/schema.js').ValueLike} ParameterValue */

/** Steps of a window. */
const kWindow = 5;

/**
 * Models, with the settings that change their length, width and batch size, and the sizes.
 * @type {Record<string, { settings: Record<string, ParameterValue>, axes: Record<string, [readonly number[], (size: number) => Record<string, ParameterValue>]> }>}
 */
const models = {
  sentiment: {
    settings: { neutralClauses: 32, maximumLength: 32, hidden: 64, batchSize: 32, sentences: 1000 },
    axes: {
      length: [[8, 16, 32, 64, 128], (maximumLength) => ({ maximumLength })],
      width: [[32, 64, 128, 256], (hidden) => ({ hidden })],
      batch: [[16, 64, 256], (batchSize) => ({ batchSize })],
    },
  },
  translation: {
    settings: { task: 'reversal', minimumLength: 15, maximumLength: 15, batchSize: 32, examples: 1000 },
    axes: {
      length: [[8, 16, 32, 64], createDigitSettings],
      width: [[32, 64, 128, 256], (hidden) => ({ hidden })],
      batch: [[16, 64, 256], (batchSize) => ({ batchSize })],
    },
  },
  'self-attention': {
    settings: {
      kind: 'encoder',
      minimumLength: 15,
      maximumLength: 15,
      dModel: 64,
      batchSize: 32,
      examples: 1000,
    },
    axes: {
      length: [[8, 16, 32, 64], createDigitSettings],
      width: [[32, 64, 128, 256], (dModel) => ({ dModel })],
      batch: [[16, 64, 256], (batchSize) => ({ batchSize })],
    },
  },
};

/** Digits of one length, with the end token. @param {number} size @returns {Record<string, ParameterValue>} */
function createDigitSettings(size) {
  return { minimumLength: size - 1, maximumLength: size - 1 };
}

/** @param {Options} options @param {number} turns @returns {Promise<number>} seconds per step, the median of some windows */
async function measureCoreSeconds(options, turns) {
  const scope = await createScope({ ...options, worker: false });
  await scope.train({ steps: 2 });
  const windows = [];
  for (let turn = 0; turn < turns; turn++) {
    const { stepsPerSecond } = await scope.train({ steps: kWindow });
    windows.push(1 / stepsPerSecond);
  }
  scope.dispose();
  return median(windows);
}

/**
 * The slope of a line through the logarithms: 1 if twice the size takes twice as long.
 * @param {readonly number[]} sizes
 * @param {readonly number[]} seconds
 */
export function fitExponent(sizes, seconds) {
  const [x, y] = [sizes, seconds].map((values) => values.map(Math.log));
  const mean = (/** @type {number[]} */ values) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const up = x.reduce((sum, value, i) => sum + (value - mx) * (y[i] - my), 0);
  return up / x.reduce((sum, value) => sum + (value - mx) ** 2, 0);
}

/**
 * @typedef {object} Growth
 * @property {string} experiment
 * @property {string} axis
 * @property {readonly number[]} sizes
 * @property {readonly number[]} seconds of a step in our core
 * @property {readonly number[] | null} torch the same in PyTorch
 * @property {number} exponent
 * @property {number | null} torchExponent
 */

/**
 * @param {{ experiments?: readonly string[], torch: boolean, turns: number }} options
 * @returns {Promise<Growth[]>}
 */
export async function measureScale({ experiments, torch, turns }) {
  const found = [];
  for (const [experiment, { settings, axes }] of Object.entries(models)) {
    if (experiments && !experiments.includes(experiment)) continue;
    for (const [axis, [sizes, at]] of Object.entries(axes)) {
      printLine(`${experiment}, ${axis} ${sizes.join(', ')}`);
      /** @type {number[]} */
      const seconds = [];
      /** @type {number[]} */
      const theirs = [];
      for (const size of sizes) {
        const options = { experiment, parameters: { ...settings, ...at(size) } };
        seconds.push(await measureCoreSeconds(options, turns));
        if (torch) theirs.push((await measureTorchSeconds(options, 1, 12)).peer ?? Number.NaN);
      }
      found.push({
        experiment,
        axis,
        sizes,
        seconds,
        torch: torch ? theirs : null,
        exponent: fitExponent(sizes, seconds),
        torchExponent: torch ? fitExponent(sizes, theirs) : null,
      });
    }
  }
  return found;
}

/** @param {readonly Growth[]} growths @returns {string[][]} rows of a table */
export const createScaleRows = (growths) => [
  ['experiment', 'grows', 'sizes', 'ms a step', 'exponent', 'PyTorch, ms', 'exponent'],
  ...growths.map(({ experiment, axis, sizes, seconds, torch, ...exponents }) => [
    experiment,
    axis,
    sizes.join(' '),
    milliseconds(seconds),
    exponents.exponent.toFixed(2),
    torch ? milliseconds(torch) : '–',
    exponents.torchExponent === null ? '–' : exponents.torchExponent.toFixed(2),
  ]),
];

/** @param {readonly number[]} seconds */
const milliseconds = (seconds) => seconds.map((one) => (1000 * one).toPrecision(3)).join(' ');
