/**
 * The drawn prediction as a panel: what it needs is fetched when it is opened.
 * @module
 */

import { say } from '../language/say.js';
import { h } from './dom.js';
import { messageOf } from './format.js';

/** @typedef {import('./view.js').ViewOptions} ViewOptions */
/** @typedef {import('./view.js').View} View */

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  /** @type {ReturnType<typeof import('./drawing.js').createDrawing> | null} */
  let drawing = null;
  let asked = false;
  let gone = false;
  let step = 0;
  const body = h('div');
  const element = h(
    'details',
    { class: 'panel prediction', ontoggle: () => open() },
    h('summary', {}, say('Draw the map that you expect')),
    body,
  );

  async function open() {
    if (!element.open || asked) return;
    asked = true;
    try {
      const { createDrawing } = await import('./drawing.js');
      if (gone) return;
      drawing = createDrawing({ of: options, final: false, onCommit: () => undefined });
      drawing.update(step);
      body.replaceChildren(drawing.element);
    } catch (error) {
      asked = false;
      body.replaceChildren(messageOf(error));
    }
  }

  return {
    element,
    wide: true,
    update(frame) {
      step = frame.step;
      drawing?.update(step);
    },
    repaint: () => drawing?.repaint(),
    summary: () => '',
    dispose() {
      gone = true;
      drawing?.dispose();
    },
  };
}
