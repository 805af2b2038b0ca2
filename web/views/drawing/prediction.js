/**
 * The drawn prediction as a panel: its code is loaded when it is shown.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { getErrorMessage } from '../../parts/format.js';
import { hasKnownTruth } from '../../parts/known-truth.js';
import { drawingStyles } from './drawing-styles.js';

export const styles = drawingStyles;

/** @import { View, ViewOptions } from '../../engine/shapes.js' */

/**
 * @param {ViewOptions} options
 * @returns {View | null} null where the truth is unknown
 */
export function createView(options) {
  if (!hasKnownTruth(options.manifest)) return null;
  /** @type {import('./drawing.js').Drawing | null} */
  let drawing = null;
  let isRequested = false;
  let isDisposed = false;
  let step = 0;
  const body = h('div');
  const element = h(
    'section',
    { class: 'panel prediction', 'aria-label': translate('Draw the map that you expect') },
    h('h2', {}, translate('Draw the map that you expect')),
    body,
  );

  async function open() {
    if (isRequested || !element.isConnected) return;
    isRequested = true;
    try {
      const { Drawing } = await import('./drawing.js');
      if (isDisposed) return;
      drawing = new Drawing({ of: options });
      drawing.update(step);
      body.replaceChildren(drawing.element);
    } catch (error) {
      isRequested = false;
      body.replaceChildren(getErrorMessage(error));
    }
  }

  return {
    element,
    wide: true,
    update(frame) {
      step = frame.step;
      open();
      drawing?.update(step);
    },
    repaint: () => drawing?.repaint(),
    summary: () => '',
    dispose() {
      isDisposed = true;
      drawing?.dispose();
    },
  };
}
