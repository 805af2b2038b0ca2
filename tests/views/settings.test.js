import { describe, expect, test, vi } from 'vitest';
import { removeInvalidLists } from '../../web/element/fit-lists.js';
import { acquireFullSpeedLock, releaseFullSpeedLock } from '../../web/element/full-speed-lock.js';
import { isSettingAttribute, listSettingAttributes, readSettings } from '../../web/element/settings.js';
import {
  computeDefaultSpeed,
  formatRunWork,
  formatSpeed,
  formatTrainingTime,
  recordSpeed,
} from '../../web/element/speed.js';
import { Training } from '../../web/element/training.js';
import { describeUnreadAttributes } from '../../web/element/unread-attributes.js';
import { experiments } from '../../web/index.js';
import { toParameterName } from '../../web/instrument/attribute-names.js';
import { classifyRowTiming, findRowOrder, watchRowOrder } from '../../web/lab/row-order.js';

/** @param {Record<string, string>} attributes @param {string | null} [link] */
const readTestSettings = (attributes, link = null) =>
  readSettings({ attributes: new Map(Object.entries(attributes)), link });

describe('settings', () => {
  test('parameters in kebab case, and the element’s own attributes beside them', () => {
    const parameters = { 'learning-rate': '0.01', map: '1,2,3,4,5' };
    const others = {
      speed: 'full',
      shown: 'embedding',
      theme: 'dark',
      class: 'wide',
      'data-x': '1',
      eager: '',
    };
    const settings = readTestSettings({ experiment: 'context-lookup', seed: '3', ...parameters, ...others });
    expect(settings.notices).toEqual([]);
    expect(settings.configuration).toEqual({
      experiment: 'context-lookup',
      seed: 3,
      parameters: { learningRate: 0.01, map: [1, 2, 3, 4, 5] },
    });
    expect(settings.speed).toBe(Number.POSITIVE_INFINITY);
    expect(settings.shown).toBe('embedding');
  });

  test('a link takes precedence over the attributes', () => {
    const link = 'v1;experiment=context-lookup;seed=2;theme=projector';
    const { configuration, theme } = readTestSettings({ seed: '1' }, link);
    expect(configuration.seed).toBe(2);
    expect(theme).toBe('projector');
  });

  test('a list that no longer fits is reset to its default', () => {
    const schemas = experiments()[0]?.parameters ?? [];
    const map = [2, 7, 3, 5, 1];
    expect(removeInvalidLists(schemas, { map })).toEqual({ parameters: { map }, dropped: [] });
    for (const other of /** @type {Record<string, number>[]} */ ([{ contexts: 4 }, { sequenceLength: 7 }])) {
      expect(removeInvalidLists(schemas, { ...other, map })).toEqual({
        parameters: other,
        dropped: ['True positions'],
      });
    }
    /** @type {import('../../web/engine/schema.js').ParameterSchema[]} */
    const heads = [{ name: 'heads', label: 'Heads', type: 'integers', default: [] }];
    expect(removeInvalidLists(heads, { heads: [1] }).dropped).toEqual(['Heads']);
    expect(removeInvalidLists(heads, { heads: [] }).dropped).toEqual([]);
  });

  test('attribute names are converted and recognized', () => {
    const names = ['sequence-length', 'l2', 'hidden-size'].map(toParameterName);
    expect(names).toEqual(['sequenceLength', 'l2', 'hidden']);
    expect(['hidden', 'hidden-size', 'l2'].map(isSettingAttribute)).toEqual([false, true, true]);
    expect(['map', 'learning-rate', 'preset'].map(isSettingAttribute)).toEqual([true, true, true]);
    expect(['id', 'style', 'theme', 'onclick', ':bind', 'typo', ''].map(isSettingAttribute)).toEqual(
      Array(7).fill(false),
    );
  });

  /** Attributes of HTML and of frameworks; `element` has properties for some of them. */
  const foreign =
    'id class style hidden contenteditable draggable accesskey enterkeyhint x-data hx-preserve xmlns xml:lang data-seed aria-label ' +
    'onclick slot part exportparts is itemprop itemscope v-if ng-click _ngcontent-abc-1 @click :seed wire:model spellcheck translate ' +
    'tabindex popover inert nonce autofocus role dir lang title [seed] (click) #ref theme locale eager fit permalink';
  const element = Object.fromEntries(
    (
      'id style hidden contentEditable draggable accessKey enterKeyHint slot part spellcheck translate tabIndex popover inert ' +
      'nonce autofocus role dir lang title theme fit'
    )
      .split(' ')
      .map((name) => [name, '']),
  );

  test('attributes of HTML and of frameworks are ignored without a warning', () => {
    const { notices, unreadAttributes, configuration } = readTestSettings(
      Object.fromEntries(foreign.split(' ').map((name) => [name, '1'])),
    );
    expect([notices, configuration]).toEqual([[], readTestSettings({}).configuration]);
    expect(describeUnreadAttributes(unreadAttributes, new Set(['seed', 'data', 'map']), element)).toEqual([]);
  });

  test('the author is warned about unknown names, with the name that was probably meant', () => {
    const { notices, unreadAttributes } = readTestSettings({
      'learning-rte': '1',
      sed: '3',
      heads: '4',
      permalnk: '',
      'hidden-size': '8',
    });
    expect(notices).toEqual([]);
    const [first] = experiments();
    const known = listSettingAttributes(first?.parameters ?? []);
    const sentences = describeUnreadAttributes(unreadAttributes, known, element);
    expect(sentences.map((sentence) => sentence.replace(' is not a setting of this experiment', ''))).toEqual(
      [
        'learning-rte; did you mean learning-rate?',
        'sed; did you mean seed?',
        'heads.',
        'permalnk; did you mean permalink?',
        'hidden-size.',
      ],
    );
  });
});

describe('speed', () => {
  test('the default takes about five seconds', () => {
    expect(computeDefaultSpeed(40_000)).toBe(8000);
    expect(computeDefaultSpeed(313)).toBe(60);
    expect(computeDefaultSpeed(1)).toBe(1);
  });

  test('labels', () => {
    expect(formatSpeed(1)).toBe('1 step a second');
    expect(formatSpeed(8000)).toBe('8,000 steps a second');
    expect(formatSpeed(Number.POSITIVE_INFINITY)).toBe('full speed');
    expect(formatTrainingTime(8000, 40_000)).toBe('slowed down to take 5 s');
    expect(formatTrainingTime(1, 40_000)).toBe('slowed down to take 11 h');
    expect(formatTrainingTime(10, 40_000)).toBe('slowed down to take 67 min');
    expect(formatTrainingTime(100, 626, 43.21)).toBe('at most 43, so 14 s');
    expect(formatTrainingTime(8, 626, 2.24)).toBe('at most 2.2, so 5 min');
  });

  test('the cost of a whole run includes its time once the experiment has run here', () => {
    const [small, large] = [5, 50].map((work) => ({ microBatches: 4, work: work * 1e6, plannedSteps: 600 }));
    const steps = 'A run takes 600 steps, each of at most';
    expect(formatRunWork('translation', small)).toBe(`${steps} 20.0 million multiply-adds.`);
    recordSpeed('translation', small, 0);
    expect(formatRunWork('translation', small)).toBe(`${steps} 20.0 million multiply-adds.`);
    recordSpeed('translation', small, 100);
    expect(formatRunWork('translation', large)).toBe(
      `${steps} 200 million multiply-adds: about 60 s at full speed here.`,
    );
    recordSpeed('translation', small, 110); // the pace changes too little
    expect(formatRunWork('translation', small)).toContain('about 6 s');
    recordSpeed('translation', large, 20);
    expect(formatRunWork('translation', small)).toContain('about 3 s');
    expect(formatRunWork('sentiment', small)).toBe(`${steps} 20.0 million multiply-adds.`);
  });
});

test('taking the turn pauses the previous holder', () => {
  let pauses = 0;
  const first = { pause: () => pauses++ };
  const second = { pause: () => pauses++ };
  acquireFullSpeedLock(first);
  acquireFullSpeedLock(first);
  expect(pauses).toBe(0);
  acquireFullSpeedLock(second);
  expect(pauses).toBe(1);
  releaseFullSpeedLock(first);
  acquireFullSpeedLock(first);
  expect(pauses).toBe(2);
  releaseFullSpeedLock(first);
  acquireFullSpeedLock(second);
  expect(pauses).toBe(2);
});

describe('the order in which contexts are found', () => {
  const scope = /** @type {import('../../web/engine/scope.js').Scope} */ (
    /** @type {unknown} */ ({ manifest: { plannedSteps: 1000 } })
  );

  /** A fake run whose second row is right at once, and whose first row is right from a given step on. @param {number} late */
  const createFakeRun = (late) => {
    let step = 0;
    const run = {
      manifest: { plannedSteps: 1000 },
      get step() {
        return step;
      },
      train: async (/** @type {{ steps: number }} */ { steps }) => {
        step += steps;
      },
      attention: async () => ({
        rowLabels: ['a', 'b'],
        columnLabels: ['0', '1'],
        weights: Float32Array.of(...(step >= late ? [0.9, 0.1] : [0.5, 0.5]), 0.1, 0.9),
        truth: Float32Array.of(1, 0, 0, 1),
      }),
      dispose: () => undefined,
    };
    return /** @type {any} */ (run);
  };
  const why = { together: () => 'because of this', apart: () => 'because of that' };
  const at = (/** @type {number} */ step) => ({
    step,
    loss: 0,
    metrics: {},
    attention: {},
    stepsPerSecond: 0,
    fullSpeed: 0,
  });

  test('is that of the first measured step with more than half of the weight at the truth', async () => {
    expect(await findRowOrder(createFakeRun(38))).toEqual({
      order: [
        { label: 'b', step: 5 },
        { label: 'a', step: 40 },
      ],
      missing: [],
    });
    expect(classifyRowTiming([{ step: 5 }, { step: 40 }], 1000)).toBe('together');
    expect(classifyRowTiming([{ step: 5 }, { step: 40 }], 100)).toBe('apart');
  });

  test('answers the question as soon as the shown run has reached that step', async () => {
    const watch = await watchRowOrder(why, async () => createFakeRun(38))(scope);
    expect(watch(at(39))).toBeNull();
    const answer = {
      id: 'together',
      text: 'More than half of the weight was first at the truth at step 5 for b, 40 for a',
      reason: 'because of this',
    };
    expect(watch(at(40))).toEqual(answer);
    expect(watch(at(999))).toEqual(answer);
  });

  test('names contexts that were never found, at the end of the run', async () => {
    const watch = await watchRowOrder(why, async () => createFakeRun(2000))(scope);
    expect(watch(at(999))).toBeNull();
    expect(watch(at(1000))).toMatchObject({ id: 'apart', reason: 'because of that' });
    expect(watch(at(1000))?.text).toMatch(/5 for b\. It never had in this run for a$/);
  });
});

test('the limit is reported only if the machine is slower than the chosen speed', async () => {
  let changeCount = 0;
  const scope = Object.assign(new EventTarget(), {
    step: 0,
    manifest: { plannedSteps: 600 },
    run: async () => undefined,
    pause: async () => undefined,
  });
  const training = new Training(/** @type {any} */ (scope), 100, {
    onChange: () => changeCount++,
    onChunk: () => undefined,
    onStop: () => undefined,
    onError: (error) => expect.fail(String(error)),
  });
  /** @param {number} stepsPerSecond */
  const reach = (stepsPerSecond) =>
    scope.dispatchEvent(new CustomEvent('progress', { detail: { stepsPerSecond } }));
  reach(40);
  expect(training.limit.value).toBe(null); // not running
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  await training.run();
  reach(40);
  expect(training.limit.value).toBe(null); // it has only begun
  now.mockReturnValue(2000);
  for (const [rate, limit] of [
    [0, null], // not known yet
    [95, null],
    [43, 43],
    [45, 43], // the rate changes too little
    [60, 60],
    [99, null],
    [43, 43],
  ]) {
    reach(Number(rate));
    expect(training.limit.value, String(rate)).toBe(limit);
  }
  expect(changeCount).toBe(1 + 4);
  await training.setSpeed(20);
  expect(training.limit.value).toBe(null);
  now.mockRestore();
});
