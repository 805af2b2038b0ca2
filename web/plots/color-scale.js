/** Color scales with given ends. */

/** Maps a weight to a position on the scale, in [0, 1] or beyond. @typedef {(weight: number) => number} ColorScale */

/** @param {number} largest weight, which gets the last color; weight 0 gets the first @returns {ColorScale} */
export function createLinearScale(largest) {
  return (weight) => (largest > 0 ? weight / largest : 0);
}

/** @param {number} smallest positive weight, which gets the first color @param {number} largest @returns {ColorScale} */
export function createLogarithmicScale(smallest, largest) {
  const span = Math.log(largest / smallest);
  return (weight) => {
    if (!(weight > 0)) return 0;
    return span > 0 ? Math.log(weight / smallest) / span : 1;
  };
}
