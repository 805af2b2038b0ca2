/**
 * The options that the element passes to its views: the shape of the run, and functions to query it and to train other runs
 * beside it.
 */

import { createScope, sweep, writeLink } from '../index.js';
import { translate } from '../language/translate.js';
import { translateRowLabel } from '../language/translate-schema.js';
import { removeInvalidLists } from './fit-lists.js';

/** @import { ExperimentSchema, Value } from '../engine/schema.js' */
/** @import { Progress } from '../engine/scope.js' */
/** @import { ViewOptions } from '../engine/view-types.js' */

/**
 * @param {import('./live-run.js').LiveRun} run
 * @param {AbortSignal} life aborted when the views are disposed
 * @param {Pick<ViewOptions, 'initialMap' | 'initialHold' | 'events'>} hooks
 * @returns {Omit<ViewOptions, 'getShownMap'>}
 */
export function createViewOptions(run, life, hooks) {
  const { scope, experiment, training } = run;
  const { manifest } = scope;
  const { axes = [] } = manifest.tensors.find(({ name }) => name === manifest.maps[0]?.weights) ?? {};
  const { parameters: schemas } = experiment;
  /** Options that this run shares with the runs that views train for comparison. */
  const getSharedOptions = () => ({
    experiment: experiment.name,
    seed: run.requestedConfiguration.seed,
    data: run.data.own?.content,
    worker: scope.worker ? undefined : false,
    fast: scope.fast,
  });
  return {
    ...hooks,
    maps: experiment.maps.flatMap((map) => {
      const names = manifest.maps.find(({ name }) => name === map.name);
      return names ? [{ ...map, ...names, formula: map.formula ?? '' }] : [];
    }),
    rowLabels: manifest.rowLabels.map(translateRowLabel),
    columnLabels: manifest.columnLabels,
    axes: [translate(axes.at(-2) ?? 'row'), translate(axes.at(-1) ?? 'column')],
    schema: experiment,
    manifest,
    parameters: () => scope.configuration.parameters,
    seed: () => scope.configuration.seed,
    key: () => `${writeLink(run.requestedConfiguration)} ${run.data.own?.content.length ?? 0}`,
    getChoice: (name) => {
      const value = scope.configuration.parameters[name];
      return schemas.find((one) => one.name === name)?.choices?.find((choice) => choice.value === value);
    },
    // Views of a run that has been replaced do not change the new one.
    change: async (name, value) => {
      if (run.scope === scope) await run.change(name, value);
    },
    predict: (input) => scope.predict(input),
    run: {
      pause: () => training.pause(),
      whilePaused: training.whilePaused,
      plan: () => ({ plannedSteps: scope.manifest.plannedSteps, epochSteps: scope.manifest.stepsPerEpoch }),
      getAttention: (request) => scope.attention(request),
      explain: (request) => scope.explain(request),
      counterfactual: (request) => scope.counterfactual(request),
      obedience: (options) => scope.obedience(options),
      challenge: (request) => scope.challenge(request),
      score: (request) => scope.score(request),
      compareRows: (maps) => scope.compareRows(maps),
      evaluate: () => scope.evaluate(),
      async *sweep({ vary, parameters = {}, seeds, signal, onProgress }) {
        training.pause();
        const end = combineSignals(life, signal);
        const inherited = dropUnfitLists(schemas, run.requestedConfiguration.parameters, vary);
        const all = { ...getSharedOptions(), parameters: { ...inherited, ...parameters }, vary, seeds };
        try {
          yield* sweep({ ...all, signal: end.signal, onProgress });
        } finally {
          end.abort();
        }
      },
      async createSecondRun(parameters, onFrame) {
        const fitting = removeInvalidLists(schemas, {
          ...run.requestedConfiguration.parameters,
          ...parameters,
        }).parameters;
        // One thread, so that networks trained side by side have one worker each.
        const second = await createScope({
          ...getSharedOptions(),
          parameters: { ...fitting, ...parameters },
          threads: 1,
        });
        if (life.aborted) second.dispose();
        else life.addEventListener('abort', () => second.dispose(), { once: true });
        second.addEventListener('progress', ({ detail }) => onFrame?.(toFrame(detail)));
        return second;
      },
    },
  };
}

/**
 * @param {Progress} progress
 * @returns {import('../engine/view-types.js').Frame} the fields that views use
 */
export function toFrame({ step, loss, metrics, attention }) {
  return { step, loss, metrics, tensors: attention };
}

/**
 * Removes lists that do not fit one of the varied values, so that they get their defaults.
 * @param {ExperimentSchema['parameters']} schemas
 * @param {Readonly<Record<string, Value>>} parameters
 * @param {Readonly<Record<string, readonly Value[]>>} vary
 */
function dropUnfitLists(schemas, parameters, vary) {
  let fitting = { ...parameters };
  for (const [name, values] of Object.entries(vary)) {
    for (const value of values) {
      const { parameters: fittedParameters } = removeInvalidLists(schemas, { ...fitting, [name]: value });
      fitting = Object.fromEntries(Object.entries(fitting).filter(([other]) => other in fittedParameters));
    }
  }
  return fitting;
}

/**
 * Creates a controller that is aborted with the first of these signals.
 * @param {...(AbortSignal | undefined)} signals
 * @returns {AbortController}
 */
function combineSignals(...signals) {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal?.aborted) controller.abort();
    signal?.addEventListener('abort', () => controller.abort(), { once: true, signal: controller.signal });
  }
  return controller;
}
