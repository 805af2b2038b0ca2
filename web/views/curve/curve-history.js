/**
 * The points of one curve in bounded memory. When it is full, neighboring points are merged into their mean, weighted by
 * their numbers of steps.
 */

const kCapacity = 512;

/** @import { CurvePoint } from '../../engine/view-types.js' */

/** @returns {import('../../engine/view-types.js').History} */
export function createHistory(capacity = kCapacity) {
  /** @type {CurvePoint[]} */
  let points = [];
  let start = 0;

  function halve() {
    /** @type {CurvePoint[]} */
    const merged = [];
    let from = start;
    for (let i = 0; i < points.length; i += 2) {
      const first = /** @type {CurvePoint} */ (points[i]);
      const second = points[i + 1];
      if (!second) {
        merged.push(first);
        continue;
      }
      const weight = (first.step - from) / (second.step - from);
      merged.push({ step: second.step, value: weight * first.value + (1 - weight) * second.value });
      from = second.step;
    }
    points = merged;
  }

  return {
    points: () => points,
    clear(step) {
      points = [];
      start = step;
    },
    push(step, value) {
      if (step <= (points[points.length - 1]?.step ?? start) || !Number.isFinite(value)) return;
      if (points.length >= capacity) halve();
      points.push({ step, value });
    },
    at(step) {
      return points.find((p) => p.step >= step) ?? points[points.length - 1];
    },
  };
}
