/** A prediction on the page: what happens is measured, told in words that depend on it, and found again. */
import { afterEach, expect, test } from 'vitest';
import { Asking } from '../../web/lab/asking.js';
import { configurationOf } from '../../web/lab/chapters.js';
import { disposeAll, scopeOf } from '../engine/scopes.js';
import { placedScenes } from '../experiments/replies.js';

/** @import { Scope } from '../../web/engine/scope.js' */

afterEach(disposeAll);

/** @param {string} place of a scene @returns {ReturnType<typeof placedScenes>[number]} */
const sceneAt = (place) => /** @type {never} */ (placedScenes().find((one) => one.place === place));

/**
 * A page whose instrument shows a run in this thread.
 * @param {Scope | null} scope null by hand
 */
function pageOf(scope) {
  const element = Object.assign(new EventTarget(), { scope, configuration: '' });
  /** @type {string[]} */
  const said = [];
  /** @type {string[]} */
  const dressed = [];
  const drive = {
    shows: () => false,
    show: async () => true,
    dress: (/** @type {{ title: string }} */ { title }) => dressed.push(title),
    async finish() {
      const left = Number(scope?.manifest.plannedSteps) - Number(scope?.step);
      if (left > 0) await scope?.train({ steps: left });
      return true;
    },
  };
  const asking = new Asking({
    element: () => /** @type {never} */ (element),
    drive: () => /** @type {never} */ (drive),
    changed: () => undefined,
    shows: (text) => said.push(text),
    told: () => undefined,
  });
  scope?.addEventListener('progress', ({ detail }) => {
    asking.see(detail);
    element.dispatchEvent(new CustomEvent('attento-progress', { detail }));
  });
  return { asking, said, dressed };
}

test('of a run the reply has the numbers that are shown, and both predictions are answered', async () => {
  const scene = sceneAt('8.1');
  const scope = await scopeOf(configurationOf(scene));
  const { asking, dressed } = pageOf(scope);
  /** @type {number[]} */
  const shown = [];
  scope.addEventListener('progress', ({ detail }) => shown.push(Number(detail.metrics['accuracy'])));
  asking.meet(scene, true);
  await asking.choose('Each its own');
  expect(asking.chosen).toBe('Each its own');
  expect(asking.outcome?.id).toBe('All the same key');
  expect(asking.outcome?.why).toMatch(/^because the part of the query node/);
  expect(asking.outcome?.told).toContain(`Right answers: ${(100 * Number(shown.at(-1))).toFixed(1)}`);
  expect(dressed).toEqual([scene.title]);

  // Whoever comes back finds it.
  asking.meet(sceneAt('8.2'), false);
  expect([asking.chosen, asking.outcome]).toEqual([null, null]);
  asking.meet(scene, false);
  expect(asking.outcome?.id).toBe('All the same key');
});

test('by hand nothing is trained, and the numbers are computed', async () => {
  const scene = sceneAt('2.1');
  const { asking } = pageOf(null);
  asking.meet(scene, true);
  await asking.choose('all');
  expect(asking.outcome).toMatchObject({ id: 'weights', told: expect.stringContaining('1 of 6 scores') });
});

test('what cannot be measured is said, and no reply is made up', async () => {
  const scope = await scopeOf(configurationOf(sceneAt('8.7')));
  const { asking, said } = pageOf(scope);
  const fails = Object.assign(new Error('No room.'), { code: 'OUT_OF_MEMORY' });
  const scene = sceneAt('8.7');
  const ask = { .../** @type {any} */ (scene.ask), probe: () => Promise.reject(fails) };
  asking.meet({ ...scene, ask }, true);
  await asking.choose('yes');
  expect([asking.outcome, said]).toEqual([null, ['No room.']]);
});

test('a prediction that was overtaken gives no reply', async () => {
  const scene = sceneAt('8.2');
  const { asking } = pageOf(await scopeOf(configurationOf(scene)));
  asking.meet(scene, true);
  const first = asking.choose('0.9 or more');
  asking.meet(sceneAt('8.1'), false);
  await first;
  expect([asking.chosen, asking.outcome]).toEqual([null, null]);
});
