/**
 * Tests the reader's predictions: the outcome is measured, the reply depends on it, and it is restored when the reader returns.
 */
import { afterEach, expect, test } from 'vitest';
import { createConfiguration } from '../../web/lab/chapters.js';
import { PredictionController } from '../../web/lab/prediction-controller.js';
import { createTestScope, disposeAll, smallTranslation } from '../engine/scopes.js';
import { listPlacedScenes } from '../experiments/replies.js';

/** @import { Scope } from '../../web/engine/scope.js' */

afterEach(disposeAll);

/** @param {string} place of a scene @returns {ReturnType<typeof listPlacedScenes>[number]} */
const findScene = (place) => /** @type {never} */ (listPlacedScenes().find((one) => one.place === place));

/**
 * A page whose instrument shows a run in this thread.
 * @param {Scope | null} scope null for the calculator
 * @param {boolean} [isSceneVisible] whether it shows the scene's configuration
 * @param {import('../../web/engine/schema.js').Configuration} [configuration] that it shows
 */
function createPage(
  scope,
  isSceneVisible = false,
  configuration = { experiment: '', seed: 7, parameters: {} },
) {
  const element = Object.assign(new EventTarget(), { scope, start: { live: null } });
  /** @type {string[]} */
  const notices = [];
  /** @type {import('../../web/engine/schema.js').Configuration[]} */
  const replaced = [];
  /** @type {string[]} */
  const appliedScenes = [];
  const sceneController = {
    isShowing: (/** @type {import('../../web/engine/schema.js').Configuration} */ { experiment }) =>
      isSceneVisible && experiment === scope?.configuration.experiment,
    get isDone() {
      return Number(scope?.step) >= Number(scope?.manifest.plannedSteps);
    },
    configuration,
    show: async (/** @type {typeof configuration} */ next) => {
      sceneController.configuration = next;
      return true;
    },
    waitForProgress: () =>
      new Promise((resolve) => element.addEventListener('attento-progress', resolve, { once: true })),
    applyScene: (/** @type {{ title: string }} */ { title }) => appliedScenes.push(title),
    async finish() {
      const left = Number(scope?.manifest.plannedSteps) - Number(scope?.step);
      if (left > 0) await scope?.train({ steps: left });
      return true;
    },
  };
  const controller = new PredictionController({
    element: () => /** @type {never} */ (element),
    controller: () => /** @type {never} */ (sceneController),
    onChange: () => undefined,
    onNotice: (text) => notices.push(text),
    onReplaced: (before) => replaced.push(before),
    onOutcome: () => undefined,
  });
  scope?.addEventListener('progress', ({ detail }) => {
    controller.update(detail);
    element.dispatchEvent(new CustomEvent('attento-progress', { detail }));
  });
  return { controller, element, notices, replaced, appliedScenes, sceneController };
}

test('the reply has the numbers that the run shows, and another scene begins without it', async () => {
  const scene = findScene('8.1');
  const scope = await createTestScope(createConfiguration(scene));
  const { controller, appliedScenes } = createPage(scope);
  /** @type {number[]} */
  const accuracies = [];
  scope.addEventListener('progress', ({ detail }) => accuracies.push(Number(detail.metrics['accuracy'])));
  controller.openScene(scene);
  await controller.choose('Each its own');
  expect(controller.chosen).toBe('Each its own');
  expect(controller.outcome?.id).toBe('All the same key');
  expect(controller.outcome?.reason).toMatch(/^because the part of the query node/);
  const percent = (100 * Number(accuracies.at(-1))).toFixed(1);
  expect(controller.outcome?.text).toContain(`Right answers: ${percent}`);
  expect(appliedScenes).toEqual([scene.title]);

  controller.openScene(findScene('8.2'));
  expect([controller.chosen, controller.outcome]).toEqual([null, null]);
});

test('the calculator replies about the keys that the reader has moved, however often it is asked', async () => {
  const equalKeys = createConfiguration(findScene('2.3'));
  const { controller, sceneController, replaced } = createPage(null, false, equalKeys);
  controller.openScene(findScene('2.1'));
  for (const id of ['all', 'one']) {
    await controller.choose(id);
    expect(controller.outcome?.text).toContain('that of “FBI” went from 0.167 to');
    expect(sceneController.configuration.parameters['numbers']).toMatch(/^key\(1,6,2\)0.5,0.5,5,5,0.5,/);
    // The page offers the reader's keys again.
    expect(replaced.at(-1)).toEqual(equalKeys);
  }
});

test('the calculator replies about the numbers of "Arrows" while the reader sees "Origin"', async () => {
  const [arrows, origin] = [findScene('2.3'), findScene('2.1')].map(createConfiguration);
  const shown = { ...origin, parameters: { mechanism: 'multi-head' } };
  for (const known of [arrows, undefined]) {
    const { controller, element } = createPage(null, false, /** @type {never} */ (shown));
    Object.assign(element, { start: { live: { readArrows: () => known } } });
    controller.openScene(findScene('2.1'));
    await controller.choose('one');
    expect(controller.outcome?.text).toContain(`that of “FBI” went from ${known ? '0.167' : '0.465'} to`);
  }
});

test('the keys of the scene count where the reader has typed other words', async () => {
  const other = { ...createConfiguration(findScene('2.3')), parameters: { tokens: 'one two' } };
  const { controller, sceneController } = createPage(null, false, other);
  controller.openScene(findScene('2.3'));
  await controller.choose('yes');
  expect(controller.outcome?.id).toBe('yes');
  expect(controller.outcome?.text).toContain('from 0.167 to 0.998');
  expect(sceneController.configuration.parameters['numbers']).toMatch(/^key\(1,6,2\)0.5,0.5,5,5,0.5,/);
});

test('a reply about a test of the map waits until the reader has run it', async () => {
  const parameters = { ...smallTranslation, epochs: 1 };
  const scope = await createTestScope({ experiment: 'translation', parameters });
  await scope.train({ steps: scope.manifest.plannedSteps });
  const { controller } = createPage(scope);
  controller.update({ step: scope.step, loss: 0, metrics: {} });
  controller.openScene(findScene('5.1'));
  const reply = controller.choose('far');
  await scope.explain({ test: 'search', example: 0, row: 1 });
  expect(controller.outcome).toBeNull();
  await scope.explain({ test: 'search', example: 0, row: 0 });
  await reply;
  expect(controller.outcome?.text).toMatch(/^Distance of the found|^No other weights/);
});

test('a failed measurement shows its error and gives no reply', async () => {
  const scope = await createTestScope(createConfiguration(findScene('8.6')));
  const { controller, notices } = createPage(scope);
  const fails = Object.assign(new Error('No room.'), { code: 'OUT_OF_MEMORY' });
  const scene = findScene('8.6');
  const question = { .../** @type {any} */ (scene.question), probe: () => Promise.reject(fails) };
  controller.openScene({ ...scene, question });
  await controller.choose('yes');
  expect([controller.outcome, notices]).toEqual([null, ['No room.']]);
});

test('a prediction gives no reply if another scene was opened meanwhile', async () => {
  const scene = findScene('8.2');
  const { controller } = createPage(await createTestScope(createConfiguration(scene)));
  controller.openScene(scene);
  const first = controller.choose('0.9 or more');
  controller.openScene(findScene('8.1'));
  await first;
  expect([controller.chosen, controller.outcome]).toEqual([null, null]);
});
