/**
 * The drawn prediction of a configuration, kept for as long as the tab is open, so that a reload does not lose it. Where
 * storage is forbidden, as in a sandboxed frame, the prediction is lost when the page is closed.
 */

import { translate } from '../../language/translate.js';

/** @import { DrawnMap, ViewOptions } from '../../engine/view-types.js' */

const kPrefix = 'attentoscope-prediction ';

/** @param {string} key @returns {Pick<DrawnMap, 'marks' | 'committed'> | null} null without a valid entry */
export function loadDrawnMap(key) {
  try {
    const { marks, committed } = JSON.parse(sessionStorage.getItem(kPrefix + key) ?? 'null');
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
      sessionStorage.setItem(kPrefix + key, JSON.stringify({ marks: Array.from(marks), committed }));
    else sessionStorage.removeItem(kPrefix + key);
  } catch {
    // Storage is full or forbidden, so the prediction is lost when the page is closed.
  }
}

/**
 * The drawing so far, which may be empty, and the map that it belongs to.
 * @param {Pick<ViewOptions, 'maps' | 'initialMap' | 'manifest' | 'parameters' | 'memory' | 'axes'>} of
 * @returns {DrawnMap}
 */
export function restoreDrawing({ maps, initialMap, manifest, parameters, memory = {}, axes }) {
  /** Whether the map is drawn over the input picture. */
  const isImage = axes[1] === translate('pixel');
  const watched = parameters()['probeExample'];
  /** The watched example; the first one if each row of the map is an example of its own. */
  const example = manifest.cellLabels ? 0 : typeof watched === 'number' && !isImage ? watched : undefined;
  memory.drawing ??= {
    marks: new Float32Array(),
    committed: false,
    request: {
      map: manifest.truthMap ?? (isImage ? undefined : initialMap) ?? maps[0]?.name ?? '',
      ...(example === undefined ? {} : { example }),
    },
  };
  return memory.drawing;
}
