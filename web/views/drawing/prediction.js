/** The drawn prediction as a panel: its code is loaded when it is shown. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { getErrorMessage } from '../../parts/format.js';
import { hasKnownTruth } from '../../parts/known-truth.js';
import { createTemplateView } from '../../parts/view.js';
import { drawingStyles } from './drawing-styles.js';

export const styles = drawingStyles;

/** @import { View, ViewOptions } from '../../engine/view-types.js' */

/** @param {ViewOptions} options @returns {View | null} null where the truth is unknown */
export function createView(options) {
  if (!hasKnownTruth(options.manifest)) return null;
  /** @type {import('./drawn-map-panel.js').DrawnMapPanel | null} */
  let drawing = null;
  let isRequested = false;
  let isDisposed = false;
  let step = 0;
  let error = '';

  async function open() {
    if (isRequested || !view.element.isConnected) return;
    isRequested = true;
    try {
      const { DrawnMapPanel } = await import('./drawn-map-panel.js');
      if (isDisposed) return;
      drawing = new DrawnMapPanel({ of: options });
      drawing.update(step);
    } catch (cause) {
      isRequested = false;
      error = getErrorMessage(cause);
    }
    view.draw();
  }

  const view = createTemplateView({
    attributes: { class: 'panel prediction', 'aria-label': translate('Draw the map that you expect') },
    template: () => html`
      <h2>${translate('Draw the map that you expect')}</h2>
      <div>${drawing?.element ?? error}</div>
    `,
    wide: true,
    update(frame) {
      step = frame.step;
      open();
      drawing?.update(step);
    },
    disposables: [
      {
        dispose() {
          isDisposed = true;
          drawing?.dispose();
        },
      },
    ],
  });
  return view;
}
