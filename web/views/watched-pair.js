/**
 * Which held-out pair is watched: a number, the pair before, the next one.
 * @module
 */

import { say } from '../language/say.js';
import { h } from './dom.js';

/**
 * @param {number} pairs that there are
 * @param {(pair: number) => void} onWatch counted from 0; beyond either end it begins again at the other
 */
export function createWatchedPair(pairs, onWatch) {
  let watched = Number.NaN;
  const input = h('input', {
    type: 'number',
    min: 1,
    max: pairs,
    'aria-label': say('Held-out pair, 1 to {count}', { count: pairs }),
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
      say('Held-out pair'),
      input,
      turn('‹', say('Pair before'), -1),
      turn('›', say('Next pair'), 1),
    ),
    /** @param {number} pair */
    show(pair) {
      if (pair === watched) return;
      watched = pair;
      input.valueAsNumber = pair + 1;
    },
  };
}
