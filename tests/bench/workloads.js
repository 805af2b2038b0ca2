/**
 * The workloads: data, initial parameters, and expected losses. Every engine gets the same numbers, so the loss after a fixed
 * number of steps shows whether it computes the same thing.
 *
 * Conventions:
 * - Parameters have the names, the order and the layouts of our models: a dense matrix is [inputs, outputs], y = x · W + b.
 *   Gates stand as in PyTorch along the last axis: i, f, g, o of an LSTM; r, z, n of a GRU, whose n has a second bias within
 *   r ⊙ (U h + b'). Pictures are channels last, filters of a convolution [row, column, channel, output].
 * - Step t trains on batch t mod batches; batch k is the rows from k·B on. Losses are means over the batch (and over the
 *   positions where there is one for each).
 * - Adam 0.001, 0.9, 0.999, 1e-8 moves every parameter in every step, all rows of a table included.
 * - The final loss is that of one further batch, never trained on, after `checkSteps` steps.
 *
 * The expected losses are those of PyTorch. The order in which random numbers are drawn is part of the definition.
 */

import { countElements } from './workload-numbers.js';
import { createGlimpsesWorkload } from './workloads-glimpses.js';
import { createGraphsWorkload } from './workloads-graphs.js';
import { createCaptionsWorkload, createDrawingsWorkload } from './workloads-pictures.js';
import { createMachineReaderWorkload } from './workloads-reader.js';
import {
  createFeatureGateWorkload,
  createGateWorkload,
  createSentimentWorkload,
  createTransformerWorkload,
  createTranslationWorkload,
} from './workloads-sequences.js';

/**
 * @typedef {Float32Array | Int32Array} Numbers
 * @typedef {Record<string, Numbers>} Batch one array for each input, rows one after the other
 *
 * @typedef {object} Tensor
 * @property {string} name
 * @property {readonly number[]} shape
 * @property {Float32Array} values
 *
 * @typedef {object} Workload
 * @property {string} name
 * @property {'W1' | 'W2' | 'W3' | 'W4' | 'W5' | 'W6' | 'W7' | 'W8' | 'W9' | 'W10'} kind
 * @property {number} batch rows of a training batch
 * @property {number} batches how many there are
 * @property {Record<string, number>} dims
 * @property {Record<string, readonly number[]>} inputs the shape of one row of each input
 * @property {Batch} data
 * @property {number} heldOutRows
 * @property {Batch} heldOut
 * @property {readonly Tensor[]} parameters
 * @property {number} initialLoss expected loss before the first step
 * @property {number} checkSteps
 * @property {number} finalLoss expected loss after `checkSteps` steps
 * @property {number} flops of the products of one step: forward, and twice that backward
 *
 * @typedef {Omit<Workload, 'name' | 'kind' | 'data' | 'heldOutRows' | 'heldOut'> & {
 *   seed: number, sample: (rows: number, seed: number) => Batch, rows?: number, heldOutRows?: number }} WorkloadDefinition
 *   `sample` draws the training data from `seed`, and the held-out data from the next one. By default there are as many rows
 *   as all training batches have, and one batch of held-out rows
 */

export const adam = { rate: 1e-3, beta1: 0.9, beta2: 0.999, epsilon: 1e-8 };

/**
 * Relative tolerances of the loss: for our core, and for other engines, which round differently. The second one matters in W5
 * only: in step 16 an input of a ReLU is −9e-8 in double precision, half of the rounding error of single precision there.
 * Whether it is above or below zero is chance, and after sixty steps the losses differ by 1e-5.
 */
export const tolerance = { ours: 1e-5, others: 5e-5 };

/** @type {Record<string, () => WorkloadDefinition>} */
const makers = {
  W1b1: () => createGateWorkload(1),
  W1b128: () => createGateWorkload(128),
  W2: createFeatureGateWorkload,
  W3: createSentimentWorkload,
  W4: createTranslationWorkload,
  W5: createTransformerWorkload,
  W6: createCaptionsWorkload,
  W7: createDrawingsWorkload,
  W8: createMachineReaderWorkload,
  W9: createGlimpsesWorkload,
  W10: createGraphsWorkload,
};

export const workloadNames = Object.keys(makers);

/** @param {string} name @returns {Workload} */
export function createWorkload(name) {
  const { seed, sample, rows, heldOutRows, ...work } = makers[name]();
  const heldOutCount = heldOutRows ?? work.batch;
  return {
    ...work,
    name,
    kind: /** @type {Workload['kind']} */ (name.replace(/b.*/, '')),
    data: sample(rows ?? work.batch * work.batches, seed),
    heldOutRows: heldOutCount,
    heldOut: sample(heldOutCount, seed + 1),
  };
}

/**
 * The rows of training batch k, as views.
 * @param {Workload} work
 * @param {number} k
 * @returns {Batch}
 */
export function sliceBatch(work, k) {
  return Object.fromEntries(
    Object.entries(work.inputs).map(([name, shape]) => {
      const size = work.batch * countElements(shape);
      return [name, work.data[name].subarray(k * size, (k + 1) * size)];
    }),
  );
}
