/**
 * Numbers that move smoothly to their targets instead of jumping, unless the reader prefers reduced motion.
 */

import { prefersReducedMotion } from './canvas-painter.js';

/** With this time constant, a change of 1 takes about 200 ms. */
const kTimeConstantMs = 32;
const kLongestStepMs = 50;

/** @param {number} length */
export function createAnimatedValues(length) {
  const values = new Float32Array(length);
  let last = 0;

  /** @param {ArrayLike<number>} target */
  function jump(target) {
    for (let i = 0; i < length; ++i) values[i] = target[i] ?? 0;
  }

  return {
    values,
    jump,
    /**
     * Moves the values part of the way to the target.
     * @param {ArrayLike<number>} target
     * @param {number} time of the display frame, in ms
     * @returns {boolean} whether values are still moving
     */
    advance(target, time) {
      const part = 1 - Math.exp(-Math.min(kLongestStepMs, time - last) / kTimeConstantMs);
      last = time;
      if (prefersReducedMotion()) jump(target);
      let isMoving = false;
      for (let i = 0; i < length; ++i) {
        const goal = target[i] ?? 0;
        const distance = goal - (values[i] ?? 0);
        const isNear = Math.abs(distance) < 0.002;
        values[i] = isNear ? goal : (values[i] ?? 0) + part * distance;
        if (!isNear) isMoving = true;
      }
      return isMoving;
    },
  };
}
