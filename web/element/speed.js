/**
 * The stops of the speed control: from one step a second over 1, 2 and 5 times powers of ten to full speed.
 * @module
 */
import { formatCount } from '../views/format.js';

/** The whole training takes about this long at the speed that an instrument starts with. */
const kDefaultSeconds = 5;

/**
 * @param {number} plannedSteps
 * @returns {number} steps per second, a round number
 */
export function defaultSpeed(plannedSteps) {
  const speed = Math.max(1, plannedSteps / kDefaultSeconds);
  const grain = 10 ** Math.floor(Math.log10(speed));
  return Math.round(speed / grain) * grain;
}

/**
 * @param {number} plannedSteps
 * @param {number} [present] a speed that has to be among them
 * @returns {number[]} rising; the last is Infinity
 */
export function speedStops(plannedSteps, present) {
  const stops = new Set([defaultSpeed(plannedSteps), ...(present ? [present] : [])]);
  for (let power = 1; power <= 1e5; power *= 10) for (const digit of [1, 2, 5]) stops.add(digit * power);
  stops.add(1e6).add(Number.POSITIVE_INFINITY);
  return [...stops].sort((a, b) => (a < b ? -1 : 1));
}

/**
 * @param {number} speed
 * @returns {string}
 */
export function speedLabel(speed) {
  if (speed === Number.POSITIVE_INFINITY) return 'full speed';
  return `${speed < 1 ? speed : formatCount(speed)} ${speed === 1 ? 'step' : 'steps'} a second`;
}

/**
 * @param {number} speed
 * @param {number} plannedSteps
 * @returns {string} how long the whole training takes at that speed, which is never as fast as it could be
 */
export function durationLabel(speed, plannedSteps) {
  if (speed === Number.POSITIVE_INFINITY) return 'as fast as this machine can';
  const seconds = plannedSteps / speed;
  if (seconds < 90) return `slowed down to take ${seconds < 1 ? seconds.toFixed(2) : Math.round(seconds)} s`;
  const minutes = seconds / 60;
  return `slowed down to take ${minutes < 90 ? `${Math.round(minutes)} min` : `${formatCount(minutes / 60)} h`}`;
}
