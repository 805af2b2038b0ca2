/**
 * One sentence as running text. Each word carries a bar as long as its weight: below it for the first model, above it
 * for the baseline. Padding is one block with its total weight.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { formatFixed } from '../../parts/format.js';
import { getColor } from '../../plots/palette.js';

/** Changes of a share below this cannot be seen. */
const kVisibleChange = 0.003;
/** Bars of shares below this are not drawn. */
const kLeastShare = 0.01;

/**
 * @param {object} options
 * @param {readonly string[]} options.words
 * @param {number} options.padding positions after the words
 * @param {number} options.models one or two
 * @param {(index: number) => boolean} options.isCue
 * @param {ReadonlySet<string>} [options.unknown] words that the models do not know
 */
export function createSentenceLine({ words, padding, models, isCue, unknown }) {
  const paddingText = h('span', { class: 'token-word' }, translate('+ {count} padding', { count: padding }));
  const cells = words.map((word, i) => {
    const isUnknown = unknown?.has(word) ?? false;
    const text = h('span', { class: 'token-word' }, word);
    text.classList.toggle('token-cue', isCue(i));
    text.classList.toggle('token-unknown', isUnknown);
    return createToken(text, models);
  });
  if (padding > 0) {
    const block = createToken(paddingText, models);
    block.node.classList.add('token-padding');
    cells.push(block);
  }
  return {
    element: h('span', { class: 'sentence-text', role: 'presentation' }, ...cells.map(({ node }) => node)),
    cells: cells.map(({ node }) => node),
    /**
     * @param {number} model 0 or 1
     * @param {readonly number[]} shares of the words, and of all padding together
     */
    setShares(model, shares) {
      cells.forEach(({ bars }, i) => {
        bars[model]?.(shares[i] ?? 0);
      });
    },
    /** Writes the weight of all padding beside it. @param {readonly number[] | undefined} shares undefined leaves it out */
    setPaddingShare(shares) {
      paddingText.dataset['share'] = shares ? formatFixed(shares[words.length] ?? 0, 2) : '';
    },
  };
}

/**
 * @param {ArrayLike<number>} weights of all positions of a sentence
 * @param {number} from
 * @param {number} words
 * @param {number} total positions
 * @returns {number[]} the weight of each word, and of all padding together if there is any
 */
export function computeShares(weights, from, words, total) {
  const all = Array.from({ length: total }, (_, i) => weights[from + i] ?? 0);
  const padding = all.slice(words).reduce((sum, weight) => sum + weight, 0);
  return total > words ? [...all.slice(0, words), padding] : all.slice(0, words);
}

/**
 * @param {HTMLElement} text
 * @param {number} models
 */
function createToken(text, models) {
  const lanes = Array.from({ length: models }, (_, model) => {
    const bar = h('span', { class: 'token-bar' });
    const lane = h('span', { class: `token-lane token-lane-${model}` }, bar);
    let drawn = Number.NaN;
    /** @param {number} share */
    const set = (share) => {
      if (Math.abs(share - drawn) < kVisibleChange) return;
      drawn = share;
      bar.style.blockSize = `${share < kLeastShare ? 0 : (100 * Math.min(1, share)).toFixed(1)}%`;
      bar.toggleAttribute('data-none', share < kLeastShare);
      bar.style.backgroundColor = getColor(share);
    };
    return { lane, set };
  });
  const [below, above] = lanes;
  const node = h('span', { class: 'token' }, above?.lane, text, below?.lane);
  return { node, bars: lanes.map(({ set }) => set) };
}
