/**
 * The same training many times over, with some parameters varied: what a curve over a parameter is drawn from.
 */

import { abortSignal, ownData } from './arguments.js';
import { findExperiment, normaliseConfiguration, ownEntries } from './configuration.js';
import { createScope } from './create-scope.js';
import { AttentoscopeError, cancelled } from './errors.js';
import { listItems } from './given.js';
import { registry } from './registry.js';
import { findSchema } from './schema.js';

/** @typedef {import('./core-session.js').Evaluation} Evaluation */
/** @typedef {import('./create-scope.js').ScopeOptions} ScopeOptions */
/** @typedef {import('./schema.js').GivenValue} GivenValue */
/** @typedef {import('./schema.js').Value} Value */

/**
 * @typedef {object} SweepExtras
 * @property {Record<string, readonly GivenValue[]>} vary values by parameter; every combination is trained, the last
 *   parameter changing fastest
 * @property {readonly number[]} [seeds] each combination is trained with every one; default: only `seed`
 * @property {AbortSignal} [signal] ends the sweep at once, in the middle of a training too
 * @property {(progress: SweepProgress) => void} [onProgress] at most once a display frame, and after each run; if it throws,
 *   the sweep ends with BAD_PARAMETER
 */

/** @typedef {ScopeOptions & SweepExtras} SweepOptions */

/**
 * @typedef {object} SweepProgress
 * @property {number} done runs
 * @property {number} total runs
 * @property {number} share of the present run, from 0 to 1; 0 between two runs
 * @property {Record<string, Value>} parameters varied ones of the present run
 * @property {number} seed of the present run
 */

/**
 * @typedef {object} SweepPoint
 * @property {Record<string, Value>} parameters those that were varied, with the values of this run
 * @property {number} seed
 * @property {Evaluation} evaluation on held-out data after the planned steps
 */

/** Most runs of one sweep. */
const mostRuns = 1000;

/**
 * Trains one scope after another to its planned steps and tells what each is worth on held-out data. Everything is
 * checked before the first run. Leaving the loop early, like the signal, frees what is under way.
 *
 * @param {SweepOptions} options
 * @returns {AsyncGenerator<SweepPoint, void, void>}
 * @throws {AttentoscopeError} BAD_PARAMETER, BAD_FILE, NOT_FINITE, ABORTED by the signal, and what `createScope` throws
 */
export async function* sweep(options) {
  const {
    vary,
    seeds,
    signal: wantedSignal,
    onProgress,
    ...base
  } = Object.fromEntries(ownEntries(options, 'options', optionNames));
  const signal = abortSignal(wantedSignal);
  /** @param {unknown} [cause] @returns {never} */
  const refuseListener = (cause) => {
    const expected = 'a function that does not throw';
    throw new AttentoscopeError('BAD_PARAMETER', {
      parameter: 'onProgress',
      value: onProgress,
      expected,
      cause,
    });
  };
  if (onProgress !== undefined && typeof onProgress !== 'function') return refuseListener();
  const experiment = findExperiment(registry, base.experiment);
  const varied = ownEntries(vary, 'vary');
  for (const name of varied.keys()) findSchema(experiment.parameters, name);
  const axes = [...varied].map(([name, list]) => ({ name, values: items(`vary.${name}`, list) }));
  const wantedSeeds = seeds === undefined ? [base.seed] : items('seeds', seeds);
  const shared = Object.fromEntries(ownEntries(base.parameters ?? {}, 'parameters'));
  const total = axes.reduce((product, { values }) => product * values.length, wantedSeeds.length);
  if (total > mostRuns) {
    throw new AttentoscopeError('BAD_PARAMETER', {
      parameter: 'vary',
      value: total,
      expected: `at most ${mostRuns} runs`,
    });
  }

  const runs = combinations(axes).flatMap((parameters) =>
    wantedSeeds.map((seed) => {
      const given = { ...shared, ...parameters };
      const configuration = normaliseConfiguration(registry, { ...base, seed, parameters: given });
      const own = axes.map(({ name }) => [name, /** @type {Value} */ (configuration.parameters[name])]);
      return { configuration, parameters: Object.fromEntries(own) };
    }),
  );
  // Copied now: what the caller does with his bytes during the sweep is his.
  const data = ownData(experiment, base.data) ?? undefined;

  for (const [done, { configuration, parameters }] of runs.entries()) {
    const { seed } = configuration;
    /** @param {number} runsDone @param {number} share */
    const tell = (runsDone, share) => {
      try {
        onProgress?.({ done: runsDone, total, share, parameters, seed });
      } catch (cause) {
        refuseListener(cause);
      }
    };
    tell(done, 0);
    const scopeOptions = {
      ...configuration,
      data,
      worker: /** @type {boolean | undefined} */ (base.worker),
      fast: /** @type {boolean | undefined} */ (base.fast),
    };
    const evaluation = await trained(scopeOptions, signal, (share) => tell(done, share));
    tell(done + 1, 0);
    yield { parameters, seed, evaluation };
  }
}

/** @type {readonly (keyof SweepOptions)[]} */
const optionNames = [
  'experiment',
  'seed',
  'preset',
  'parameters',
  'data',
  'worker',
  'fast',
  'vary',
  'seeds',
  'signal',
  'onProgress',
];

/**
 * @param {ScopeOptions} options
 * @param {AbortSignal | undefined} signal
 * @param {(share: number) => void} onShare may throw, which ends the training
 * @returns {Promise<Evaluation>}
 */
async function trained(options, signal, onShare) {
  if (signal?.aborted) throw cancelled();
  const opening = createScope(options);
  try {
    const scope = await unlessAborted(opening, signal);
    const { plannedSteps } = scope.manifest;
    const failed = new Promise((_, reject) => {
      scope.addEventListener('progress', (event) => {
        const { step } = /** @type {CustomEvent<{ step: number }>} */ (event).detail;
        try {
          if (!signal?.aborted) onShare(Math.min(1, step / plannedSteps));
        } catch (error) {
          reject(error);
        }
      });
    });
    const done = scope.train({ steps: plannedSteps }).then(() => scope.evaluate());
    return await unlessAborted(Promise.race([done, failed]), signal);
  } finally {
    opening.then(
      (scope) => scope.dispose(),
      () => undefined,
    );
  }
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<T>} refused with ABORTED as soon as the signal says so
 */
function unlessAborted(promise, signal) {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(cancelled());
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
  });
}

/**
 * @param {string} parameter
 * @param {unknown} list
 * @returns {readonly unknown[]}
 */
function items(parameter, list) {
  const values = Array.from(listItems(list, mostRuns) ?? []);
  if (values.length > 0 && !values.includes(undefined)) return values;
  const expected = `a list of 1 to ${mostRuns} values`;
  throw new AttentoscopeError('BAD_PARAMETER', { parameter, value: list, expected });
}

/**
 * @param {readonly { name: string, values: readonly unknown[] }[]} axes
 * @returns {Record<string, unknown>[]} every combination
 */
function combinations(axes) {
  /** @type {Record<string, unknown>[]} */
  let all = [{}];
  for (const { name, values } of axes) {
    all = all.flatMap((known) => values.map((value) => ({ ...known, [name]: value })));
  }
  return all;
}
