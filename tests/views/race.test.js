/** Races: number of lanes that train at once, equal progress, and cancellation. */
import { afterEach, describe, expect, test } from 'vitest';
import { countParallelLanes, runRace } from '../../web/studies/race-run.js';
import { disposeAll } from '../engine/scopes.js';

/** @import { SecondRun } from '../../web/engine/view-types.js' */

afterEach(disposeAll);

/** @param {number} count @param {boolean} [worker] */
const createRuns = (count, worker = true) => Array.from({ length: count }, () => ({ worker }));

describe('how many lanes train at once', () => {
  test.each([
    ['one per core, except one for the page', 4, 4, 3],
    ['at most the number of lanes', 2, 16, 2],
    ['one with two cores', 4, 2, 1],
    ['one if the number of cores is unknown', 4, Number.NaN, 1],
  ])('%s', (_, lanes, cores, expected) => {
    expect(countParallelLanes(createRuns(lanes), cores)).toBe(expected);
  });

  test('one without workers, whatever the machine', () => {
    expect(countParallelLanes(createRuns(4, false), 64)).toBe(1);
    expect(countParallelLanes([...createRuns(3), ...createRuns(1, false)], 64)).toBe(1);
  });
});

/**
 * Fake runs that record what they do.
 * @param {readonly number[]} plans planned steps of each
 * @param {{ failsAt?: number }} [options] step at which the last one fails
 */
function createFakeRuns(plans, { failsAt = Number.POSITIVE_INFINITY } = {}) {
  const steps = plans.map(() => 0);
  const disposed = plans.map(() => 0);
  const peaks = { most: 0, apart: 0 };
  let training = 0;
  /** @param {Record<string, unknown>} parameters */
  const restartWith = async ({ lane }) => {
    const i = Number(lane);
    return /** @type {SecondRun} */ (
      /** @type {unknown} */ ({
        worker: true,
        manifest: { plannedSteps: plans[i], maps: [] },
        async train(/** @type {{ steps: number, signal: AbortSignal }} */ { steps: count, signal }) {
          peaks.most = Math.max(peaks.most, ++training);
          // Later lanes take longer, as slower networks do.
          for (let k = 0; k <= 2 * i; ++k) await Promise.resolve();
          training -= 1;
          if (signal.aborted) throw new Error('aborted');
          if (i === plans.length - 1 && steps[i] >= failsAt) throw new Error('no more');
          steps[i] += count;
          const going = steps.filter((step, n) => step < plans[n] || step === Math.max(...steps));
          peaks.apart = Math.max(peaks.apart, Math.max(...steps) - Math.min(...going));
          return {
            step: steps[i],
            steps: count,
            loss: 0,
            metrics: { right: steps[i] / plans[i], lost: 1 - steps[i] / plans[i] },
          };
        },
        dispose: () => {
          disposed[i] += 1;
        },
      })
    );
  };
  return {
    restartWith,
    steps,
    disposed,
    peaks,
    lanes: plans.map((_, lane) => ({ label: `${lane}`, parameters: { lane } })),
  };
}

/** @param {ReturnType<typeof createFakeRuns>} race @param {object} [more] */
const runTestRace = ({ lanes, restartWith }, more = {}) =>
  runRace(lanes, {
    restartWith,
    metricNames: ['right', 'lost'],
    signal: new AbortController().signal,
    cores: 3,
    onStart: () => undefined,
    onFrame: () => undefined,
    onPart: () => undefined,
    ...more,
  });

describe('the running of a race', () => {
  test('no lane is more than one chunk ahead, and at most the allowed number trains at once', async () => {
    const one = createFakeRuns([400, 400, 400, 400]);
    /** @type {number[]} */
    const counts = [];
    const { races, steps, done } = await runTestRace(one, {
      onStart: (/** @type {unknown} */ _, /** @type {number} */ count) => counts.push(count),
    });
    expect(counts).toEqual([2]);
    expect(one.peaks).toEqual({ most: 2, apart: 10 });
    expect(one.steps).toEqual([400, 400, 400, 400]);
    expect([steps.length, steps[0], steps.at(-1), done]).toEqual([40, '10', '400', 1]);
    const last = races.map(({ metric, curves }) => [metric, ...curves.map((curve) => curve.at(-1))]);
    expect(last).toEqual([
      ['right', 1, 1, 1, 1],
      ['lost', 0, 0, 0, 0],
    ]);
    expect(one.disposed).toEqual([1, 1, 1, 1]);
  });

  test('disposes all runs when one fails, and when the race is cancelled', async () => {
    const failing = createFakeRuns([400, 400], { failsAt: 100 });
    await expect(runTestRace(failing)).rejects.toThrow('no more');
    expect(failing.disposed).toEqual([1, 1]);

    const off = new AbortController();
    const cancelled = createFakeRuns([400, 400, 400]);
    await expect(runTestRace(cancelled, { signal: off.signal, onPart: () => off.abort() })).rejects.toThrow(
      'aborted',
    );
    expect(cancelled.disposed).toEqual([1, 1, 1]);
    expect(Math.max(...cancelled.steps)).toBe(10);
  });
});
