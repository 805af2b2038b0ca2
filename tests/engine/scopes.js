/** Helpers for tests: scopes with the real module in the caller's thread, and promises of their events. */
import { once } from 'node:events';
import { expect } from 'vitest';
import { createScope as createScopeInEnvironment } from '../../web/engine/create-scope.js';
import { bootLocal } from '../../web/engine/worker-host.js';
import { AttentoscopeError, createScope } from '../../web/index.js';

/**
 * @typedef {import('../../web/engine/scope.js').Scope} Scope
 * @typedef {import('../../web/engine/create-scope.js').ScopeOptions} ScopeOptions
 */

/** Parameters of a very fast translation. */
export const smallTranslation = {
  task: 'reversal',
  minimumLength: 2,
  maximumLength: 4,
  embedding: 8,
  hidden: 8,
  batchSize: 16,
  examples: 500,
};

/** Parameters of a very fast transformer. */
export const smallTransformer = {
  task: 'reversal',
  minimumLength: 2,
  maximumLength: 4,
  dModel: 16,
  layers: 2,
  feedForward: 2,
  batchSize: 16,
  examples: 500,
};

/** Parameters of a very fast language model. */
export const smallLanguageModel = {
  tokens: 'characters',
  context: 16,
  dModel: 16,
  heads: 2,
  batchSize: 4,
  lines: 200,
  steps: 60,
};

/** @type {Scope[]} */
const openScopes = [];

/** @param {Partial<ScopeOptions>} [options] */
export async function createTestScope(options = {}) {
  const scope = await createScope({ experiment: 'context-lookup', worker: false, ...options });
  openScopes.push(scope);
  return scope;
}

/**
 * A scope whose workers are started by the test.
 *
 * @param {ScopeOptions} options
 * @param {Omit<import('../../web/engine/create-scope.js').Environment, 'bootLocal'>} environment
 */
export async function createTestScopeInEnvironment(options, environment) {
  const scope = await createScopeInEnvironment(options, { ...environment, bootLocal });
  openScopes.push(scope);
  return scope;
}

/**
 * A scope after its first steps.
 *
 * @param {string} experiment
 * @param {ScopeOptions['parameters']} parameters
 * @param {number} steps
 * @param {Partial<ScopeOptions>} [options]
 */
export async function trainTestScope(experiment, parameters, steps, options) {
  const scope = await createTestScope({ experiment, parameters, ...options });
  await scope.train({ steps });
  return scope;
}

/** @param {number} count @param {number} column */
export const oneHot = (count, column) => Array.from({ length: count }, (_, i) => Number(i === column));

/** Held rows that equal those of a map, for each head. @param {import('../../web/engine/shapes.js').AttentionMap} map */
export function readLearnedRows({ name, shape, weights }) {
  const [rows = 0, columns = 0] = shape.slice(-2);
  const heads = shape.length > 2 ? Number(shape[1]) : 1;
  return Array.from({ length: weights.length / rows / columns }, (_, i) => ({
    map: name,
    ...(shape.length > 2 && { layer: Math.floor(i / heads), head: i % heads }),
    rows: Object.fromEntries(
      Array.from({ length: rows }, (_, row) => {
        const first = (i * rows + row) * columns;
        return [row, Array.from(weights.subarray(first, first + columns))];
      }),
    ),
  }));
}

/** Disposes of every scope that `createTestScope` has created. */
export function disposeAll() {
  for (const scope of openScopes.splice(0)) scope.dispose();
}

/**
 * The detail of the next event of that type.
 *
 * @template T
 * @param {Scope} scope
 * @param {string} type
 * @returns {Promise<T>}
 */
export async function nextEvent(scope, type) {
  const [{ detail }] = await once(scope, type);
  return detail;
}

/**
 * The tensors that are shown after a step; must be called before the step is trained.
 *
 * @param {Scope} scope
 * @param {number} step
 * @returns {Promise<Record<string, Float32Array>>}
 */
export function waitForTensors(scope, step) {
  return new Promise((resolve) => {
    scope.addEventListener('progress', ({ detail }) => {
      if (detail.step === step) resolve(detail.attention);
    });
  });
}

/**
 * Expects that a promise is rejected with an AttentoscopeError.
 *
 * @param {Promise<unknown>} promise
 * @param {object} [fields] that the error must have
 * @returns {Promise<AttentoscopeError>} the error
 */
export async function expectRejection(promise, fields = {}) {
  const error = await promise.then(
    () => new Error('was accepted'),
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(AttentoscopeError);
  expect(error).toMatchObject(fields);
  return error;
}

/** A file of weights that are so large that all results overflow. @param {Scope} scope */
export async function createOverflowingWeights(scope) {
  const weights = await scope.saveWeights();
  const headerBytes = Number(new DataView(weights.buffer).getBigUint64(0, true));
  const huge = new Float32Array((weights.length - 8 - headerBytes) / 4).fill(3e38);
  weights.set(new Uint8Array(huge.buffer), 8 + headerBytes);
  // The old fingerprint is renamed, because weights with a wrong fingerprint are rejected.
  const header = new TextDecoder().decode(weights.subarray(8, 8 + headerBytes));
  weights.set(new TextEncoder().encode(header.replace('"fingerprint"', '"somebody\'s"')), 8);
  return weights;
}
