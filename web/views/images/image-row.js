/**
 * A row of small pictures of which one is chosen: radio buttons, so the arrow keys walk through them.
 * @module
 */

import { h } from '../../parts/dom.js';
import { createImage } from './draw-image.js';

let groups = 0;

/**
 * @param {object} options
 * @param {string} options.label what is chosen, for a screen reader
 * @param {number} options.count
 * @param {(index: number) => void} options.onChoose
 * @param {boolean} [options.bars] a bar stands below each
 */
export function createImageRow({ label, count, onChoose, bars = false }) {
  const name = `attento-pictures-${++groups}`;
  const items = Array.from({ length: count }, (_, index) => {
    const picture = createImage();
    const input = h('input', { type: 'radio', name, value: index, onchange: () => onChoose(index) });
    const bar = h('span', { class: 'draw-bar' });
    const note = h('span', { class: 'draw-note' });
    const element = h('label', { class: 'draw-item' }, input, picture.canvas, bars && bar, note);
    return { picture, input, bar, note, element };
  });
  const element = h(
    'div',
    { class: 'draw-row', role: 'radiogroup', 'aria-label': label },
    ...items.map((item) => item.element),
  );
  element.style.setProperty('--draw-columns', String(count));
  return {
    element,
    /** @param {number} index that is chosen; −1 for none */
    choose(index) {
      items.forEach(({ input }, i) => {
        input.checked = i === index;
      });
    },
    /**
     * @param {number} index
     * @param {ArrayLike<number>} values one picture, or several below one another
     * @param {{ note: string, label: string, bar?: number }} description the note below it, its label for screen readers, and the height of the bar
     */
    show(index, values, { note, label, bar = 0 }) {
      const item = items[index];
      if (!item) return;
      item.picture.show({ values });
      item.note.textContent = note;
      item.input.setAttribute('aria-label', label);
      item.bar.style.setProperty('--draw-height', String(bar));
    },
    repaint() {
      for (const { picture } of items) picture.repaint();
    },
    dispose() {
      for (const { picture } of items) picture.dispose();
    },
  };
}
