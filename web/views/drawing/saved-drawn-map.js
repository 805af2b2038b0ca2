/**
 * The drawn prediction of a configuration, kept for as long as the tab is open, so that a reload does not lose it. Where
 * storage is forbidden, as in a sandboxed frame, the prediction is lost when the page is closed.
 */

/** @import { DrawnMap } from '../../engine/view-types.js' */

const kPrefix = 'attentoscope-prediction ';

/** @returns {Storage | null} null where storage is forbidden, so that access to it throws */
function openStorage() {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** @param {string} key @returns {Pick<DrawnMap, 'marks' | 'committed'> | null} null without a valid entry */
export function loadDrawnMap(key) {
  try {
    const { marks, committed } = JSON.parse(openStorage()?.getItem(kPrefix + key) ?? 'null');
    const isValid = Array.isArray(marks) && marks.every((mark) => Number.isFinite(mark) && mark >= 0);
    return isValid ? { marks: Float32Array.from(marks), committed: committed === true } : null;
  } catch {
    return null;
  }
}

/** Saves a drawing; removes the entry of an empty one. @param {string} key @param {Pick<DrawnMap, 'marks' | 'committed'>} drawn */
export function saveDrawnMap(key, { marks, committed }) {
  try {
    if (marks.some((mark) => mark > 0))
      openStorage()?.setItem(kPrefix + key, JSON.stringify({ marks: Array.from(marks), committed }));
    else openStorage()?.removeItem(kPrefix + key);
  } catch {
    // Storage is full, so the prediction is lost when the page is closed.
  }
}
