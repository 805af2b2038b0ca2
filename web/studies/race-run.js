/**
 * The running of a race: every lane is trained part by part, side by side, and what it reaches is told.
 * @module
 */

import { say } from '../language/say.js';
import { formatCount, formatFixed, formatPercent, formatShare } from '../parts/format.js';
import { createClock } from './races.js';

/** @import { Frame, Lab, Manifest, SecondRun } from '../engine/shapes.js' */
/** @import { Lane } from './races.js' */
/** @typedef {Awaited<ReturnType<SecondRun['train']>>} Trained */

/** Each lane is measured so many times. */
const kParts = 40;
export const kMarks = [0.9, 0.99];

/**
 * @typedef {object} Standing
 * @property {readonly Float64Array[]} curves of each lane, the share that is right after each part
 * @property {readonly string[]} steps at the end of each part
 * @property {readonly ReturnType<typeof createClock>[]} clocks
 * @property {number} done share of all training
 */

/**
 * @param {readonly Lane[]} lanes
 * @param {object} options
 * @param {Lab['restartWith']} options.restartWith
 * @param {string} options.aim metric that counts
 * @param {AbortSignal} options.signal
 * @param {(lane: number, frame: Frame, manifest: Manifest | undefined) => void} options.onFrame
 * @param {(lane: number, now: Trained, standing: Standing) => void} options.onPart
 * @returns {Promise<Standing>}
 */
export async function raceOf(lanes, { restartWith, aim, signal, onFrame, onPart }) {
  const curves = lanes.map(() => new Float64Array(kParts).fill(Number.NaN));
  const done = lanes.map(() => 0);
  const standing = {
    curves,
    steps: /** @type {string[]} */ ([]),
    clocks: lanes.map(() => createClock(kMarks)),
    done: 0,
  };
  const ends = new AbortController();
  signal.addEventListener('abort', () => ends.abort(), { once: true });
  const opened = await Promise.allSettled(
    lanes.map(async ({ parameters }, i) => {
      /** @type {SecondRun | undefined} */
      let run;
      run = await restartWith(parameters, (frame) => onFrame(i, frame, run?.manifest));
      return run;
    }),
  );
  /** @param {SecondRun} run @param {number} i */
  async function trainAll(run, i) {
    const { plannedSteps } = run.manifest;
    const part = Math.ceil(plannedSteps / kParts);
    const stepOf = (/** @type {number} */ k) => Math.min(plannedSteps, (k + 1) * part);
    const parts = Math.ceil(plannedSteps / part);
    if (parts > standing.steps.length)
      standing.steps = Array.from({ length: parts }, (_, k) => formatCount(stepOf(k)));
    for (let k = 0; k < parts; ++k) {
      const began = performance.now();
      const now = await run.train({ steps: stepOf(k) - (k > 0 ? stepOf(k - 1) : 0), signal: ends.signal });
      const share = Number(now.metrics[aim] ?? Number.NaN);
      standing.clocks[i]?.pass(now.step, share, (performance.now() - began) / 1000);
      const curve = curves[i];
      if (curve) curve[k] = share;
      done[i] = (k + 1) / parts;
      standing.done = done.reduce((sum, d) => sum + d, 0) / done.length;
      onPart(i, now, standing);
    }
  }
  try {
    const runs = opened.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
    await Promise.all(runs.map(trainAll));
    return standing;
  } finally {
    ends.abort();
    for (const one of opened) if (one.status === 'fulfilled') one.value.dispose();
  }
}

/**
 * @param {Trained} now
 * @param {string} aim
 * @param {string | undefined} found metric of the map
 * @param {ReturnType<typeof createClock>['reached']} reached
 * @returns {string[]} what a lane tells of itself
 */
export function numbersOf({ step, metrics }, aim, found, reached) {
  const at = reached.map((mark) =>
    mark
      ? say('{steps} steps, {seconds} s', {
          steps: formatCount(mark.step),
          seconds: formatFixed(mark.seconds, 1),
        })
      : '–',
  );
  const shares = [aim, found].flatMap((name) => (name ? [formatShare(metrics[name] ?? Number.NaN)] : []));
  return [formatCount(step), ...shares, ...at];
}

/**
 * @param {readonly import('./races.js').Lane[]} lanes
 * @param {readonly ReturnType<typeof createClock>[]} clocks
 * @returns {string} who was first at the highest share that anybody reached
 */
export function verdictOf(lanes, clocks) {
  for (let mark = kMarks.length - 1; mark >= 0; --mark) {
    const first = clocks
      .map(({ reached }, i) => ({ label: lanes[i]?.label, at: reached[mark]?.step }))
      .filter(({ at }) => at !== undefined)
      .sort((a, b) => Number(a.at) - Number(b.at));
    const [best] = first;
    if (!best) continue;
    const same = first.filter(({ at }) => at === best.at).map(({ label }) => label);
    const share = formatPercent(kMarks[mark] ?? 0);
    const rest = lanes.length - first.length;
    const never =
      rest > 0 ? ` ${say('{rest} of {all} lanes never came so far.', { rest, all: lanes.length })}` : '';
    const won = { share, lanes: same.join(` ${say('and')} `), steps: formatCount(Number(best.at)) };
    return `${say('First at {share}: {lanes}, after {steps} steps.', won)}${never}`;
  }
  return say('None of them reached {share}.', { share: formatPercent(kMarks[0] ?? 0) });
}
