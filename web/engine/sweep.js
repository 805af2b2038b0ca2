/**
 * Repeats a training with varied parameters, for example to draw a curve over a parameter.
 */

import { copyOwnData, labelChoicesByValue, readAbortSignal, readInteger } from './arguments.js';
import { findByName, normalizeConfiguration, readEntries } from './configuration.js';
import { createScope, scopeOptionNames } from './create-scope.js';
import { createCancelledError, rejectOnAbort } from './error-serialization.js';
import { AttentoscopeError, rejectArgument } from './errors.js';
import { experiments } from './experiments.js';
import { registry } from './registry.js';
import { findSchema } from './schema.js';
import { normalizeValue, readListItems } from './value.js';

/** @import { Evaluation, Obedience } from './shapes.js' */
/** @import { ScopeOptions } from './create-scope.js' */
/** @import { ValueLike, Value } from './schema.js' */

/**
 * @typedef {object} SweepExtras
 * @property {Record<string, readonly ValueLike[]>} vary values by parameter; every combination is trained, the last
 *   parameter changes fastest
 * @property {Until} [until] a threshold at which a run ends, at the latest after its planned steps
 * @property {boolean | { examples?: number }} [obedience] whether each point has the `obedience` of its model, as
 *   `Scope.obedience` measures it
 * @property {readonly number[]} [seeds] each combination is trained with every seed; default: only `seed`
 * @property {AbortSignal} [signal] ends the sweep at once, also during a training
 * @property {(progress: SweepProgress) => void} [onProgress] called at most once per display frame, and after each run; if it
 *   throws, the sweep ends with BAD_PARAMETER
 */

/**
 * A threshold of a metric or of the `loss` that `evaluate` returns, on all held-out data.
 *
 * @typedef {object} Until
 * @property {string} metric
 * @property {number} [atLeast] lower bound; either this or `atMost` is required
 * @property {number} [atMost] upper bound
 * @property {number} [every] steps between evaluations, default 50: the resolution of the result
 */

/** @typedef {ScopeOptions & SweepExtras} SweepOptions */

/**
 * @typedef {object} SweepProgress
 * @property {number} done number of finished runs
 * @property {number} total number of runs
 * @property {number} share progress of the current run, from 0 to 1; 0 between two runs
 * @property {Record<string, Value>} parameters varied parameters of the current run
 * @property {number} seed of the current run
 */

/**
 * @typedef {object} SweepPoint
 * @property {Record<string, Value>} parameters varied parameters with the values of this run
 * @property {number} seed
 * @property {Evaluation} evaluation on held-out data after the planned steps, or where `until` was reached
 * @property {Obedience} [obedience] with the option `obedience`
 * @property {number | null} [reached] with `until`: the first evaluated step that reached the threshold; null if none did
 */

/** Maximum number of runs of one sweep. */
const maxRuns = 1000;

/**
 * Trains one scope after another to its planned steps and evaluates each on held-out data. All options are checked before
 * the first run. Leaving the loop early, or aborting, frees the current scope.
 *
 * @param {SweepOptions} options
 * @returns {AsyncGenerator<SweepPoint, void, void>}
 * @throws {AttentoscopeError} BAD_PARAMETER, BAD_FILE, NOT_FINITE, CANCELLED by the signal, and what `createScope` throws
 */
export async function* sweep(options) {
  const {
    vary,
    seeds,
    signal: signalOption,
    onProgress,
    until: untilOption,
    obedience: obedienceOption,
    ...base
  } = Object.fromEntries(readEntries(options, 'options', optionNames));
  const signal = readAbortSignal(signalOption);
  /** @param {unknown} [cause] @returns {never} */
  const rejectListener = (cause) => {
    const expected = 'a function that does not throw';
    throw new AttentoscopeError('BAD_PARAMETER', {
      parameter: 'onProgress',
      value: onProgress,
      expected,
      cause,
    });
  };
  if (onProgress !== undefined && typeof onProgress !== 'function') return rejectListener();
  const experiment = findByName('experiment', registry.experiments, base.experiment);
  const until = untilOption === undefined ? undefined : readThreshold(experiment.name, untilOption);
  const obedience = readObedience(obedienceOption);
  const varied = readEntries(vary, 'vary');
  for (const name of varied.keys()) findSchema(experiment.parameters, name);
  const axes = [...varied].map(([name, list]) => ({ name, values: readItems(`vary.${name}`, list) }));
  const seedList = seeds === undefined ? [base.seed] : readItems('seeds', seeds);
  const shared = Object.fromEntries(readEntries(base.parameters ?? {}, 'parameters'));
  const total = axes.reduce((product, { values }) => product * values.length, seedList.length);
  if (total > maxRuns) rejectArgument('vary', total, `at most ${maxRuns} runs`);

  const runs = createCombinations(axes).flatMap((parameters) =>
    seedList.map((seed) => {
      const mergedParameters = { ...shared, ...parameters };
      const configuration = normalizeConfiguration(registry, { ...base, seed, parameters: mergedParameters });
      const own = axes.map(({ name }) => [name, /** @type {Value} */ (configuration.parameters[name])]);
      return { configuration, parameters: Object.fromEntries(own) };
    }),
  );
  // Copied now, because the caller may change the bytes during the sweep.
  const data = copyOwnData(experiment, base.data) ?? undefined;

  for (const [done, { configuration, parameters }] of runs.entries()) {
    const { seed } = configuration;
    /** @param {number} runsDone @param {number} share */
    const report = (runsDone, share) => {
      try {
        onProgress?.({ done: runsDone, total, share, parameters, seed });
      } catch (cause) {
        rejectListener(cause);
      }
    };
    report(done, 0);
    const scopeOptions = {
      ...configuration,
      data,
      worker: /** @type {boolean | undefined} */ (base.worker),
      fast: /** @type {boolean | undefined} */ (base.fast),
    };
    const result = await trainRun(scopeOptions, { until, obedience }, signal, (share) => report(done, share));
    report(done + 1, 0);
    yield { parameters, seed, ...result };
  }
}

/** @type {readonly (keyof SweepOptions)[]} */
const optionNames = [
  // A sweep uses one worker for each run.
  ...scopeOptionNames.filter((name) => name !== 'threads'),
  'vary',
  'seeds',
  'onProgress',
  'until',
  'obedience',
];

/**
 * @typedef {object} ThresholdCheck
 * @property {(evaluation: Evaluation) => boolean} hasReachedTarget
 * @property {number} every
 */

/**
 * @param {string} name of the experiment
 * @param {unknown} option
 * @returns {ThresholdCheck}
 */
function readThreshold(name, option) {
  const entries = readEntries(option, 'until', ['metric', 'atLeast', 'atMost', 'every']);
  const { metrics = [] } = experiments().find((experiment) => experiment.name === name) ?? {};
  // All other losses are training losses, which `evaluate` does not return.
  const names = metrics
    .map((metric) => metric.name)
    .filter((one) => !/^(epochLoss|baseline(Epoch)?Loss)$/.test(one));
  /** @param {string} option @param {Partial<import('./schema.js').ParameterSchema>} schema */
  const read = (option, schema) =>
    normalizeValue(
      { name: `until.${option}`, type: 'real', ...schema },
      entries.get(option) ?? schema.default,
    );
  const metric = read('metric', { type: 'choice', choices: labelChoicesByValue(names) });
  if (entries.has('atLeast') === entries.has('atMost'))
    rejectArgument('until', Object.fromEntries(entries), 'a metric with either atLeast or atMost');
  const rises = entries.has('atLeast');
  const bound = Number(read(rises ? 'atLeast' : 'atMost', {}));
  const every = Number(read('every', { type: 'integer', minimum: 1, default: 50 }));
  return {
    every,
    hasReachedTarget({ loss, metrics }) {
      const value = metric === 'loss' ? loss : metrics[String(metric)];
      return rises ? value >= bound : value <= bound;
    },
  };
}

/** @param {unknown} option @returns {{ examples?: number } | undefined} */
function readObedience(option) {
  if (option === undefined || typeof option === 'boolean') return option ? {} : undefined;
  const entries = readEntries(option, 'obedience', ['examples']);
  if (!entries.has('examples')) return {};
  const examples = entries.get('examples');
  return { examples: readInteger('obedience.examples', examples, 1, Number.POSITIVE_INFINITY) };
}

/**
 * @param {ScopeOptions} options
 * @param {{ until: ThresholdCheck | undefined, obedience: { examples?: number } | undefined }} measures
 * @param {AbortSignal | undefined} signal
 * @param {(share: number) => void} onShare if it throws, the training ends
 * @returns {Promise<Pick<SweepPoint, 'evaluation' | 'obedience' | 'reached'>>}
 */
async function trainRun(options, { until, obedience }, signal, onShare) {
  if (signal?.aborted) throw createCancelledError();
  const opening = createScope({ ...options, threads: 1 });
  try {
    const scope = await rejectOnAbort(opening, signal);
    const { plannedSteps } = scope.manifest;
    const listenerError = new Promise((_, reject) => {
      scope.addEventListener('progress', ({ detail: { step } }) => {
        try {
          if (!signal?.aborted) onShare(Math.min(1, step / plannedSteps));
        } catch (error) {
          reject(error);
        }
      });
    });
    /** @param {Evaluation} evaluation */
    const measure = async (evaluation) => ({
      evaluation,
      ...(obedience && { obedience: await scope.obedience(obedience) }),
    });
    const trainAndEvaluate = async () => {
      if (obedience) await scope.obedience({ examples: 1 }); // throws if it cannot be measured for this experiment
      for (;;) {
        const steps = Math.min(until?.every ?? plannedSteps, plannedSteps - scope.step);
        await scope.train({ steps });
        const evaluation = await scope.evaluate();
        if (until?.hasReachedTarget(evaluation))
          return { ...(await measure(evaluation)), reached: scope.step };
        if (scope.step >= plannedSteps)
          return { ...(await measure(evaluation)), ...(until && { reached: null }) };
      }
    };
    return await rejectOnAbort(Promise.race([trainAndEvaluate(), listenerError]), signal);
  } finally {
    opening.then(
      (scope) => scope.dispose(),
      () => undefined,
    );
  }
}

/**
 * @param {string} parameter
 * @param {unknown} list
 * @returns {readonly unknown[]}
 */
function readItems(parameter, list) {
  const values = Array.from(readListItems(list, maxRuns) ?? []);
  if (values.length > 0 && !values.includes(undefined)) return values;
  return rejectArgument(parameter, list, `a list of 1 to ${maxRuns} values`);
}

/**
 * @param {readonly { name: string, values: readonly unknown[] }[]} axes
 * @returns {Record<string, unknown>[]} every combination
 */
function createCombinations(axes) {
  /** @type {Record<string, unknown>[]} */
  let all = [{}];
  for (const { name, values } of axes) {
    all = all.flatMap((combination) => values.map((value) => ({ ...combination, [name]: value })));
  }
  return all;
}
