/**
 * The drawn prediction of a configuration, kept for as long as the tab is open, so that a reload does not lose it. Where
 * the page may keep nothing, as in a sandboxed frame, it is lost with the page.
 * @module
 */

/** @import { Drawn } from '../../engine/shapes.js' */

const kPrefix = 'attentoscope-prediction ';

/** @returns {Storage | null} null where it is forbidden: even naming it throws there */
function storage() {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** @param {string} key @returns {Pick<Drawn, 'marks' | 'committed'> | null} null where nothing is kept that can be read */
export function readPrediction(key) {
  try {
    const { marks, committed } = JSON.parse(storage()?.getItem(kPrefix + key) ?? 'null');
    const fits = Array.isArray(marks) && marks.every((mark) => Number.isFinite(mark) && mark >= 0);
    return fits ? { marks: Float32Array.from(marks), committed: committed === true } : null;
  } catch {
    return null;
  }
}

/** Nothing is kept of an empty sheet. @param {string} key @param {Pick<Drawn, 'marks' | 'committed'>} drawn */
export function savePrediction(key, { marks, committed }) {
  try {
    if (marks.some((mark) => mark > 0))
      storage()?.setItem(kPrefix + key, JSON.stringify({ marks: Array.from(marks), committed }));
    else storage()?.removeItem(kPrefix + key);
  } catch {
    // There is no more room for it: it holds until the page is left.
  }
}
