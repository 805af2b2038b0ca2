/**
 * The choice of the watched pair: by number, the previous one, the next one. With own data, the held-out pairs are followed
 * by some training pairs.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';

/** Texts about pairs of sentences. @returns {{ name: string, trained?: string, range: string, before: string, next: string }} */
const getPairTexts = () => ({
  name: translate('Held-out pair'),
  trained: translate('Training pair'),
  range: translate('Held-out pair, 1 to {count}'),
  before: translate('Pair before'),
  next: translate('Next pair'),
});

/**
 * @param {number} heldOut how many held-out ones there are
 * @param {(pair: number) => void} onWatch counted from 0; wraps around at both ends
 * @param {ReturnType<typeof getPairTexts>} [texts] about other examples
 * @param {number} [trainingCount] how many training pairs follow
 */
export function createWatchedPair(heldOut, onWatch, texts = getPairTexts(), trainingCount = 0) {
  const pairs = heldOut + trainingCount;
  let watched = Number.NaN;
  const name = h('span', {}, texts.name);
  const input = h('input', {
    type: 'number',
    min: 1,
    max: pairs,
    'aria-label': texts.range.replace('{count}', String(pairs)),
    onchange: () => watch(input.valueAsNumber - 1),
  });
  /** @param {string} text @param {string} label @param {number} by */
  const createButton = (text, label, by) =>
    h(
      'button',
      { type: 'button', class: 'button', 'aria-label': label, onclick: () => watch(watched + by) },
      text,
    );

  /** @param {number} pair */
  function watch(pair) {
    if (Number.isInteger(pair)) onWatch((pair + pairs) % pairs);
  }

  return {
    element: h(
      'p',
      { class: 'align-pair' },
      name,
      input,
      createButton('‹', texts.before, -1),
      createButton('›', texts.next, 1),
    ),
    /** @param {number} pair */
    show(pair) {
      if (pair === watched) return;
      watched = pair;
      input.valueAsNumber = pair + 1;
      name.textContent = pair < heldOut ? texts.name : (texts.trained ?? texts.name);
    },
  };
}
