/**
 * The stops of the speed control (1, 2 and 5 times powers of ten in steps a second, then full speed), and the cost of a whole
 * run.
 */
import { translate, translateCount } from '../language/translate.js';
import { formatCount, formatFixed, formatNumber, localizeNumber } from '../parts/format.js';

/** @import { Manifest } from '../engine/shapes.js' */

/** The whole training takes about this long at the speed that an instrument starts with. */
const kDefaultSeconds = 5;

/**
 * @param {number} plannedSteps
 * @returns {number} steps per second, a round number
 */
export function computeDefaultSpeed(plannedSteps) {
  const speed = Math.max(1, plannedSteps / kDefaultSeconds);
  const grain = 10 ** Math.floor(Math.log10(speed));
  return Math.round(speed / grain) * grain;
}

/**
 * @param {number} plannedSteps
 * @param {number} [present] a speed that must be one of the stops
 * @returns {number[]} ascending; the last is Infinity
 */
export function computeSpeedStops(plannedSteps, present) {
  const stops = new Set([computeDefaultSpeed(plannedSteps), ...(present ? [present] : [])]);
  for (let power = 1; power <= 1e5; power *= 10) for (const digit of [1, 2, 5]) stops.add(digit * power);
  stops.add(1e6).add(Number.POSITIVE_INFINITY);
  return [...stops].sort((a, b) => (a < b ? -1 : 1));
}

/**
 * @param {number} speed
 * @returns {string}
 */
export function formatSpeed(speed) {
  if (speed === Number.POSITIVE_INFINITY) return translate('full speed');
  return translateCount(
    speed,
    { one: '{count} step a second', other: '{count} steps a second' },
    { count: speed < 1 ? localizeNumber(String(speed)) : formatCount(speed) },
  );
}

/**
 * @param {number} speed
 * @param {number} plannedSteps
 * @param {number | null} [limit] steps a second that the machine reaches, if that is less than `speed`
 * @returns {string} how long the whole training takes
 */
export function formatTrainingTime(speed, plannedSteps, limit = null) {
  if (speed === Number.POSITIVE_INFINITY) return translate('as fast as this machine can');
  if (limit === null)
    return translate('slowed down to take {time}', { time: formatSeconds(plannedSteps / speed) });
  const count = limit < 10 ? formatFixed(limit, 1) : formatCount(limit);
  return translate('at most {count}, so {time}', { count, time: formatSeconds(plannedSteps / limit) });
}

/** @param {number} seconds */
function formatSeconds(seconds) {
  if (seconds < 90) return translate('{time} s', { time: formatFixed(seconds, seconds < 1 ? 2 : 0) });
  const minutes = seconds / 60;
  return minutes < 90
    ? translate('{time} min', { time: Math.round(minutes) })
    : translate('{time} h', { time: formatCount(minutes / 60) });
}

/** The last measured multiply-adds per second of each experiment. @type {Map<string, number>} */
const rateByExperiment = new Map();

/** A relative change smaller than this does not replace the recorded rate. */
const kMinimumChange = 0.2;

/**
 * @param {string} experiment
 * @param {Pick<Manifest, 'work' | 'microBatches'>} manifest
 * @param {number} fullSpeed steps a second, 0 if not known
 */
export function recordSpeed(experiment, { work, microBatches }, fullSpeed) {
  const rate = fullSpeed * work * microBatches;
  const previousRate = rateByExperiment.get(experiment);
  if (rate > 0 && !(previousRate && Math.abs(rate / previousRate - 1) < kMinimumChange))
    rateByExperiment.set(experiment, rate);
}

/**
 * @param {string} experiment
 * @param {Pick<Manifest, 'work' | 'microBatches' | 'plannedSteps'>} manifest
 * @returns {string}
 */
export function formatRunWork(experiment, { work, microBatches, plannedSteps }) {
  const text = translate('A run takes {steps} steps, each of at most {work} million multiply-adds', {
    steps: formatCount(plannedSteps),
    work: formatNumber((work * microBatches) / 1e6),
  });
  const rate = rateByExperiment.get(experiment);
  if (rate === undefined) return `${text}.`;
  const time = formatSeconds((plannedSteps * work * microBatches) / rate);
  return `${text}: ${translate('about {time} at full speed here.', { time })}`;
}

/** The attribute `threads`; createScope rejects invalid text. @param {HTMLElement} element @returns {'auto' | number} */
export function readThreads(element) {
  const text = element.getAttribute('threads') ?? 'auto';
  return /^\d+$/.test(text) ? Number(text) : /** @type {'auto'} */ (text);
}
