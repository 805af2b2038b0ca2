/**
 * Which pair is watched: a number, the pair before, the next one. Of own data the held-out ones are followed by some that are
 * trained on.
 * @module
 */

import { say } from '../../language/say.js';
import { h } from '../../parts/dom.js';

/** What is said of pairs of sentences. @returns {{ name: string, trained?: string, range: string, before: string, next: string }} */
const ofPairs = () => ({
  name: say('Held-out pair'),
  trained: say('Training pair'),
  range: say('Held-out pair, 1 to {count}'),
  before: say('Pair before'),
  next: say('Next pair'),
});

/**
 * @param {number} heldOut how many held-out ones there are
 * @param {(pair: number) => void} onWatch counted from 0; beyond either end it begins again at the other
 * @param {ReturnType<typeof ofPairs>} [texts] of what else there is to be watched
 * @param {number} [trained] how many that are trained on follow them
 */
export function createWatchedPair(heldOut, onWatch, texts = ofPairs(), trained = 0) {
  const pairs = heldOut + trained;
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
  const turn = (text, label, by) =>
    h(
      'button',
      { type: 'button', class: 'button', 'aria-label': label, onclick: () => watch(watched + by) },
      text,
    );

  /** @param {number} wanted */
  function watch(wanted) {
    if (Number.isInteger(wanted)) onWatch((wanted + pairs) % pairs);
  }

  return {
    element: h(
      'p',
      { class: 'align-pair' },
      name,
      input,
      turn('‹', texts.before, -1),
      turn('›', texts.next, 1),
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
