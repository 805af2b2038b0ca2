/**
 * Numbers that move smoothly to their targets instead of jumping.
 * @module
 */

const kTimeConstantMs = 70;

/**
 * @param {number} length
 * @returns {{ values: Float32Array, jump: (target: ArrayLike<number>) => void,
 *   advance: (target: ArrayLike<number>, elapsedMs: number) => boolean }} `advance` moves part of the way and returns
 *   whether values are still moving; `settle` jumps to the target
 */
export function createAnimatedValues(length) {
  const values = new Float32Array(length);
  return {
    values,
    jump(target) {
      for (let i = 0; i < length; ++i) values[i] = target[i] ?? 0;
    },
    advance(target, elapsedMs) {
      const part = 1 - Math.exp(-elapsedMs / kTimeConstantMs);
      let farthest = 0;
      for (let i = 0; i < length; ++i) {
        const goal = target[i] ?? 0;
        const distance = goal - (values[i] ?? 0);
        if (Math.abs(distance) < 0.002) {
          values[i] = goal;
        } else {
          values[i] = (values[i] ?? 0) + part * distance;
          farthest = Math.max(farthest, Math.abs(distance));
        }
      }
      return farthest > 0;
    },
  };
}
