/** Sweeps on the real module: results, progress, cancellation, errors. */

import { afterEach, expect, it, vi } from 'vitest';
import { Scope } from '../../web/engine/scope.js';
import { sweep } from '../../web/index.js';
import { createTestScope, disposeAll, expectRejection, smallTranslation } from './scopes.js';

/** @import { SweepOptions, SweepPoint, SweepProgress } from '../../web/engine/sweep.js' */

afterEach(() => {
  disposeAll();
  vi.restoreAllMocks();
});

/** @type {SweepOptions} */
const small = {
  experiment: 'context-lookup',
  parameters: { examples: 500, epochs: 2 },
  vary: { contexts: [2, 4], learningRate: [0.001, 0.01] },
  worker: false,
};

/** @param {Partial<SweepOptions>} [options] @returns {Promise<SweepPoint[]>} */
async function collectPoints(options = {}) {
  const points = [];
  for await (const point of sweep({ ...small, ...options })) points.push(point);
  return points;
}

it('a sweep gives the same results as training each combination separately, in order', async () => {
  const points = await collectPoints({ seeds: [7, 8] });
  expect(points.map(({ parameters, seed }) => [parameters.contexts, parameters.learningRate, seed])).toEqual(
    [2, 4].flatMap((contexts) =>
      [0.001, 0.01].flatMap((rate) => [7, 8].map((seed) => [contexts, rate, seed])),
    ),
  );
  const { parameters, seed, evaluation } = points[5];
  const scope = await createTestScope({ seed, parameters: { ...small.parameters, ...parameters } });
  await scope.train({ steps: scope.manifest.plannedSteps });
  expect(evaluation).toEqual(await scope.evaluate());
  expect(points[4].evaluation.loss).not.toBe(evaluation.loss);
});

it('a sweep returns the first step that reaches a threshold, and ends the run there', async () => {
  const parameters = { examples: 500, epochs: 6 };
  const every = 70;
  const points = await collectPoints({ parameters, until: { metric: 'massOnTruth', atLeast: 0.9, every } });
  const reached = points.map((point) => point.reached);
  expect(reached.some((step) => step === null)).toBe(true);
  expect(reached.some((step) => typeof step === 'number' && step > every)).toBe(true);
  for (const point of points) {
    const scope = await createTestScope({ seed: 7, parameters: { ...parameters, ...point.parameters } });
    const end = scope.manifest.plannedSteps;
    let evaluation = { loss: Number.NaN, metrics: { massOnTruth: 0 } };
    while (scope.step < end && !(evaluation.metrics.massOnTruth >= 0.9)) {
      await scope.train({ steps: Math.min(every, end - scope.step) });
      evaluation = /** @type {typeof evaluation} */ (await scope.evaluate());
    }
    expect(point.evaluation).toEqual(evaluation);
    expect(point.reached).toBe(evaluation.metrics.massOnTruth >= 0.9 ? scope.step : null);
  }
  const [plain] = await collectPoints({ vary: { contexts: [2] } });
  expect(plain).not.toHaveProperty('reached');
  const [first] = await collectPoints({ vary: { contexts: [2] }, until: { metric: 'loss', atMost: 10 } });
  expect(first.reached).toBe(50);
});

it('a sweep measures obedience where that is asked for', async () => {
  const translation = {
    experiment: 'translation',
    parameters: { ...smallTranslation, epochs: 1 },
    vary: { score: ['dot', 'additive'] },
    obedience: { examples: 5 },
  };
  const points = await collectPoints(translation);
  expect(points.map(({ obedience }) => obedience?.examples)).toEqual([5, 5]);
  const parameters = { ...translation.parameters, score: 'additive' };
  const scope = await createTestScope({ experiment: 'translation', seed: 7, parameters });
  await scope.train({ steps: scope.manifest.plannedSteps });
  expect(points[1].obedience).toEqual(await scope.obedience({ examples: 5 }));
  expect((await collectPoints({ vary: { contexts: [2] } }))[0]).not.toHaveProperty('obedience');
  const without = collectPoints({ ...translation, vary: { score: ['none'] }, obedience: true });
  await expectRejection(without, { code: 'BAD_INPUT', parameter: 'score' });
});

it('a sweep reports progress, and yields each result at once', async () => {
  /** @type {SweepProgress[]} */
  const reports = [];
  let resultCount = 0;
  const options = { ...small, parameters: { epochs: 20 }, vary: { contexts: [2, 3, 4] } };
  for await (const { parameters } of sweep({
    ...options,
    onProgress: (progress) => reports.push(progress),
  })) {
    resultCount += 1;
    expect(reports.at(-1)).toEqual({ done: resultCount, total: 3, share: 0, parameters, seed: 7 });
  }
  const far = reports.map(({ done, share }) => done + share);
  expect(far).toEqual([...far].sort((a, b) => a - b));
  expect(far[0]).toBe(0);
  expect(reports.some(({ share }) => share > 0 && share < 1)).toBe(true);
  for (const { share } of reports) expect(share >= 0 && share <= 1).toBe(true);
});

it.each([
  ['during a training', 30],
  ['while a scope opens', 0],
])('a sweep is cancelled promptly: %s', async (_, ms) => {
  const dispose = vi.spyOn(Scope.prototype, 'dispose');
  const cancel = new AbortController();
  setTimeout(() => cancel.abort(), ms);
  let far = 0;
  const onProgress = (/** @type {SweepProgress} */ { share }) => {
    far = share;
  };
  const endless = { parameters: { epochs: 1000 }, vary: { contexts: [2, 3] }, signal: cancel.signal };
  await expectRejection(collectPoints({ ...endless, onProgress }), { code: 'CANCELLED' });
  expect(far).toBeLessThan(0.5);
  await vi.waitFor(() => expect(dispose).toHaveBeenCalledTimes(1));
});

it('a sweep disposes of its scope and starts no other when the loop is left early', async () => {
  const open = vi.spyOn(Scope, 'open');
  const dispose = vi.spyOn(Scope.prototype, 'dispose');
  for await (const { parameters } of sweep(small)) {
    expect(parameters.contexts).toBe(2);
    break;
  }
  await vi.waitFor(() => expect(dispose).toHaveBeenCalledTimes(1));
  expect(open).toHaveBeenCalledTimes(1);
});

it.each(
  /** @type {[string, object, string][]} */ ([
    ['an unknown option', { speed: 1 }, 'options.speed'],
    ['nothing to vary', { vary: undefined }, 'vary'],
    ['a single value', { vary: { contexts: 5 } }, 'vary.contexts'],
    ['a last value out of range', { vary: { contexts: [2, 3, 99] } }, 'contexts'],
    ['a list that one value does not fit', { parameters: { map: [1, 2] } }, 'map'],
    ['too many runs', { seeds: Array(300).fill(1) }, 'vary'],
    ['a wrong signal', { signal: 'stop' }, 'signal'],
    ['a loss that is no evaluation', { until: { metric: 'epochLoss', atMost: 1 } }, 'until.metric'],
    ['no examples of obedience', { obedience: { examples: 0 } }, 'obedience.examples'],
    ['no steps between', { until: { metric: 'loss', atMost: 1, every: 0 } }, 'until.every'],
  ]),
)('a sweep refuses %s before the first run', async (_, wrong, parameter) => {
  const open = vi.spyOn(Scope, 'open');
  await expectRejection(collectPoints(wrong), { code: 'BAD_PARAMETER', parameter });
  expect(open).not.toHaveBeenCalled();
});
