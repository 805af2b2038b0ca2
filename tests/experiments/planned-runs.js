/**
 * Tests an experiment after its planned steps: its presets reach their targets (faulty models miss theirs), and no scene
 * contradicts the numbers of its run. Each configuration is trained once for each of its seeds; `npm test` takes those that
 * train in about a second, with one seed.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { applyPresetTargets, pairMetrics } from '../../web/element/metrics.js';
import { createScope, experiments } from '../../web/index.js';
import { createConfiguration } from '../../web/lab/chapters.js';
import { determineOutcome, formatVerdict } from '../../web/lab/question.js';
import { claims } from './claims.js';
import { findReply, listPlacedScenes } from './replies.js';

/** @import { ExperimentSchema, MetricSchema, Preset } from '../../web/engine/schema.js' */
/** @import { HeldAnswer } from '../../web/engine/shapes.js' */
/** @import { Scope } from '../../web/engine/scope.js' */
/** @import { Choice } from '../../web/lab/question.js' */
/** @import { Trained } from './replies.js' */

/** @typedef {ReturnType<typeof listPlacedScenes>[number]} PlacedScene */
/** @typedef {Pick<Trained, 'loss' | 'metrics'> & { checkpoint: Uint8Array }} FinishedRun */

/** Experiments that train in about a second. */
const quickExperiments = ['context-lookup', 'feature-attention', 'graph-attention'];
const seeds = [7, 8, 9];

/** Runs that have ended, by the links of their configurations. @type {Map<string, FinishedRun>} */
const finished = new Map();
afterAll(() => finished.clear());

/**
 * Trains a network for its planned steps, and returns it with its metrics.
 * @param {import('../../web/engine/create-scope.js').ScopeOptions} configuration
 * @param {number} seed
 * @returns {Promise<Trained>}
 */
async function trainPlanned(configuration, seed) {
  const scope = await createScope({ ...configuration, seed, worker: false });
  const link = scope.link();
  const known = finished.get(link);
  if (known) {
    await scope.restore(known.checkpoint);
    return { ...known, scope };
  }
  const { loss, metrics } = await scope.train({ steps: scope.manifest.plannedSteps });
  finished.set(link, { loss, metrics, checkpoint: await scope.checkpoint() });
  return { scope, loss, metrics };
}

/** @param {string} name of the experiment */
export function testPlannedRuns(name) {
  const experiment = experiments().find((one) => one.name === name);
  const scenes = listPlacedScenes().filter((scene) => scene.experiment === name);
  if (experiment) {
    testPresets(experiment);
    scenes.forEach(testScene);
  } else {
    // The calculator trains nothing.
    for (const scene of scenes.filter(({ question }) => question))
      test(`${scene.place} ${scene.title}: its reply matches its numbers`, async () => {
        await checkReply(scene, null, 'no seed');
      });
  }
}

/** @param {ExperimentSchema} experiment */
function testPresets(experiment) {
  const presets = experiment.presets?.length
    ? experiment.presets
    : [{ name: 'default', label: '', help: '', parameters: {} }];
  for (const preset of presets)
    for (const seed of seeds) {
      const isQuick = quickExperiments.includes(experiment.name) && seed === seeds[0];
      test(`preset ${preset.name}, seed ${seed}`, { tags: isQuick ? [] : ['full'] }, () =>
        checkTargets(experiment, preset, seed),
      );
    }
}

/** @param {ExperimentSchema} experiment @param {Preset} preset @param {number} seed */
async function checkTargets(experiment, preset, seed) {
  const schema = applyPresetTargets(experiment, preset.parameters);
  const aims = pairMetrics(schema)
    .map(([metric]) => metric)
    .filter(({ target, needs }) => target !== undefined && !needs);
  expect(aims.length).toBeGreaterThan(0);
  const configuration = { experiment: experiment.name, parameters: { ...preset.parameters } };
  const { scope, loss, metrics } = await trainPlanned(configuration, seed);
  scope.dispose();
  /** @type {Record<string, number | null>} */
  const numbers = { ...metrics, loss };
  const missed = aims.filter((metric) => !hasReachedTarget(metric, numbers[metric.name]));
  const text = missed.map(({ name, target }) => `${name} ${numbers[name]}, target ${target}`).join('; ');
  const names = missed.map(({ name }) => name);
  if (preset.missedTarget) expect(names, text).toContain(preset.missedTarget);
  else expect(text).toBe('');
}

/** @param {MetricSchema} metric @param {number | null} [value] @returns {boolean} whether it reaches the target, or does not apply */
const hasReachedTarget = ({ name, better, target = Number.NaN }, value = null) => {
  const applies = value !== null && !(name !== 'loss' && Number.isNaN(value));
  return !applies || (better === 'lower' ? value <= target : value >= target);
};

/** @param {PlacedScene} scene */
function testScene(scene) {
  const { place, title, question, experiment } = scene;
  const own = Object.entries(claims[title] ?? {});
  const isQuick = quickExperiments.includes(experiment);
  const ownSeed = scene.settings?.seed ?? seeds[0] ?? 0;
  // Scenes that are watched during training are tested in settings.test.js.
  const hasReply = question && !question.watch;
  if (!hasReply && !own.length && !scene.replyToHold) return;

  describe(`${place} ${title}`, () => {
    if (own.length)
      test('contains the tested sentences', () => {
        for (const [sentence] of own) expect(scene.text.replace(/\s+/g, ' ')).toContain(sentence);
      });

    /** @type {(Choice | undefined)[]} */
    const outcomes = [];
    for (const seed of new Set([ownSeed, ...seeds]))
      test(`is true for its network, seed ${seed}`, {
        tags: isQuick && seed === ownSeed ? [] : ['full'],
      }, async () => {
        const trained = await trainPlanned(createConfiguration(scene), seed);
        for (const [sentence, holds] of own)
          expect(await holds(trained), `${sentence} ${JSON.stringify(trained.metrics)}`).toBe(true);
        if (hasReply) outcomes.push(await checkReply(scene, trained, `seed ${seed}`));
        if (scene.replyToHold && seed === ownSeed) await checkReplyToHold(scene, trained.scope);
        trained.scope.dispose();
      });

    if (hasReply)
      test('most outcomes have a reason', { tags: isQuick ? [] : ['full'] }, () => {
        const rare = outcomes.filter((choice) => choice?.reason === undefined);
        expect(rare.length).toBeLessThanOrEqual(outcomes.length / 2);
      });
  });
}

/** @param {PlacedScene} scene @param {Trained | null} trained @param {string} run for messages @returns {Promise<Choice | undefined>} what happened */
async function checkReply(scene, trained, run) {
  const { question, experiment } = scene;
  if (!question) throw new Error(`Scene ${scene.place} has no question.`);
  const found = await findReply(scene, trained);
  const { id, text: verdict, reason } = determineOutcome(question, experiment, found);
  const choice = question.choices.find((one) => one.id === id);
  const isOutcome = choice?.isOutcome?.(found.values, found.comparisonValues ?? {}) ?? true;
  expect(isOutcome, `${run}: ${verdict}`).toBeTruthy();
  for (const { id: chosen } of question.choices) {
    const text = formatVerdict(chosen, { id, text: verdict, reason });
    expect(text).toMatch(chosen === id ? /^As/ : /^Not/);
    expect(text).not.toMatch(/undefined|NaN|\{/);
  }
  expectComplete(verdict);
  return choice;
}

/** Expects a result, valid numbers and no unfilled placeholders. @param {string} text */
function expectComplete(text) {
  expect(text).toMatch(/[\d✓✗]/);
  expect(text).not.toMatch(/undefined|null|NaN|\{/);
}

/** @param {PlacedScene} scene @param {Scope} scope */
async function checkReplyToHold(scene, scope) {
  const sentences = [];
  const held = await holdFirstPosition(scope);
  for await (const sentence of scene.replyToHold?.(held, scope) ?? []) sentences.push(sentence);
  expectComplete(sentences.join(' '));
}

/**
 * Holds the last row with an answer, with all of its weight on the first position.
 * @param {Scope} scope
 * @returns {Promise<HeldAnswer>}
 */
async function holdFirstPosition(scope) {
  const { columnLabels, maps } = scope.manifest;
  if (scope.configuration.experiment === 'context-lookup') {
    const values = columnLabels.map((_, i) => i);
    const rows = { 0: values.map((value) => Number(value === 0)) };
    const input = { context: 0, values };
    const answer = await scope.predict({ ...input, attention: { rows } });
    return { input, row: 0, column: 0, answer, learned: [], held: [] };
  }
  const input = { example: 0 };
  const { labels, probabilities, learned } = await scope.counterfactual(input);
  const row = labels.length - 1;
  const column = labels[row]?.findIndex((label) => label !== null) ?? 0;
  const own = { token: learned[row]?.label ?? '', probability: learned[row]?.probability ?? 0 };
  const held = { token: labels[row]?.[column] ?? '', probability: probabilities[row]?.[column] ?? 0 };
  const answer = await scope.predict(input);
  return { input, map: maps[0]?.name ?? '', row, column, answer, learned: [own], held: [held] };
}
