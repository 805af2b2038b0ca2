/** @param {number | null | undefined} share @returns {string} '93.4 %' with a no-break space */
export function percent(share) {
  return `${(100 * Number(share)).toFixed(1)}\u00a0%`;
}
