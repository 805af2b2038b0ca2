/**
 * Which held-out pair is watched: a number, the pair before, the next one.
 * @module
 */

import { say } from '../../language/say.js';
import { h } from '../../parts/dom.js';

/** What is said of pairs of sentences. */
const ofPairs = () => ({
  name: say('Held-out pair'),
  range: say('Held-out pair, 1 to {count}'),
  before: say('Pair before'),
  next: say('Next pair'),
});

/**
 * @param {number} pairs that there are
 * @param {(pair: number) => void} onWatch counted from 0; beyond either end it begins again at the other
 * @param {ReturnType<typeof ofPairs>} [texts] of what else there is to be watched
 */
export function createWatchedPair(pairs, onWatch, texts = ofPairs()) {
  let watched = Number.NaN;
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
      h('span', {}, texts.name),
      input,
      turn('‹', texts.before, -1),
      turn('›', texts.next, 1),
    ),
    /** @param {number} pair */
    show(pair) {
      if (pair === watched) return;
      watched = pair;
      input.valueAsNumber = pair + 1;
    },
  };
}
