/**
 * The past of one curve in bounded memory. When it is full, neighbours are merged: each point stays the exact mean
 * over the steps that it stands for.
 * @module
 */

const kCapacity = 512;

/** @typedef {{ step: number, value: number }} CurvePoint `value` is the mean from the point before up to `step` */

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
    /** @returns {readonly CurvePoint[]} oldest first */
    points: () => points,
    /** Forgets everything; the next point stands for the steps since `step`. @param {number} step */
    clear(step) {
      points = [];
      start = step;
    },
    /**
     * @param {number} step must be after the last one, else the point is ignored
     * @param {number} value not finite: ignored
     */
    push(step, value) {
      if (step <= (points[points.length - 1]?.step ?? start) || !Number.isFinite(value)) return;
      if (points.length >= capacity) halve();
      points.push({ step, value });
    },
    /** @param {number} step @returns {CurvePoint | undefined} the point whose steps include `step`, else the nearest */
    at(step) {
      return points.find((p) => p.step >= step) ?? points[points.length - 1];
    },
  };
}
