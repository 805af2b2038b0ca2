/** Scopes on the real module in the caller's thread, and how to wait for them. */

import { expect } from 'vitest';
import { AttentoscopeError, createScope } from '../../web/index.js';

/** @typedef {import('../../web/engine/scope.js').Scope} Scope */

/** @type {Scope[]} */
const open = [];

/** @param {Partial<import('../../web/engine/create-scope.js').ScopeOptions>} [options] */
export async function scopeOf(options = {}) {
  const scope = await createScope({ experiment: 'context-lookup', worker: false, ...options });
  open.push(scope);
  return scope;
}

/** Ends every scope that was made. */
export function disposeAll() {
  for (const scope of open.splice(0)) scope.dispose();
}

/**
 * The detail of the next event of that type.
 *
 * @template T
 * @param {Scope} scope
 * @param {string} type
 * @returns {Promise<T>}
 */
export function next(scope, type) {
  return new Promise((resolve) => {
    scope.addEventListener(type, (event) => resolve(/** @type {CustomEvent<T>} */ (event).detail), {
      once: true,
    });
  });
}

/**
 * What is shown after a step; ask before it is trained.
 *
 * @param {Scope} scope
 * @param {number} step
 * @returns {Promise<Record<string, Float32Array>>}
 */
export function shownAfter(scope, step) {
  return new Promise((resolve) => {
    scope.addEventListener('progress', (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      if (detail.step === step) resolve(detail.attention);
    });
  });
}

/**
 * The error that a promise is refused with.
 *
 * @param {Promise<unknown>} promise
 * @returns {Promise<AttentoscopeError>}
 */
export async function refusal(promise) {
  const error = await promise.then(
    () => new Error('was accepted'),
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(AttentoscopeError);
  return error;
}
