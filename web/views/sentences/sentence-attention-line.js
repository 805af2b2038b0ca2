/**
 * A sentence that is read word by word: the word that is read now, and behind each earlier word its weight as a color. Above
 * is a line for each word that was read before. The reader can play the words, or choose one with a slider or a click.
 */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { translate } from '../../language/translate.js';
import { cellGrid } from '../../parts/cell-grid.js';
import { formatShare, quoteToken } from '../../parts/format.js';
import { Player } from '../../parts/player.js';
import { formatCell } from '../../parts/readout.js';
import { findTrueColumns } from '../../plots/alignment.js';
import { getCellStyle } from '../../plots/palette.js';
import { findWordWithTruth } from './sentence-attention-data.js';

/** @import { SentenceAttention } from './sentence-attention-data.js' */

/** How long each word is shown while the sentence is played. */
const kDwellMs = 800;

/** @param {() => void} draw called when another word is read */
export function createSentenceAttentionLine(draw) {
  let key = '';
  const player = new Player({
    label: translate('Read it word by word'),
    intervalMs: kDwellMs,
    count: 0,
    index: 0,
    resumes: true,
    draw,
  });

  /** @param {SentenceAttention | null} sentence */
  function template(sentence) {
    if (sentence) setSentence(sentence);
    const choose = (/** @type {Event} */ { target }) =>
      player.choose(/** @type {HTMLInputElement} */ (target).valueAsNumber);
    return html`
      <div class="looks-line">
        <div class="looks-bar">
          ${player.button}
          <input type="range" min="0" max=${Math.max(0, player.count - 1)} .value=${live(String(player.index))} ?disabled=${player.count < 2}
            aria-label=${translate('The word that is read')} aria-valuetext=${sentence ? quoteToken(sentence.words[player.index]) : nothing} @input=${choose} />
        </div>
        ${sentence && wordsTemplate(sentence)}
      </div>
    `;
  }

  /** @param {SentenceAttention} sentence */
  function setSentence(sentence) {
    const nextKey = JSON.stringify([sentence.words, [...sentence.unknown]]);
    if (nextKey === key) return;
    key = nextKey;
    player.count = sentence.words.length;
    player.index = findWordWithTruth(sentence);
  }

  /** @param {SentenceAttention} sentence */
  function wordsTemplate(sentence) {
    const { words } = sentence;
    const { index } = player;
    return html`
      <div class="looks-past" aria-hidden="true">${words
        .slice(0, index)
        .map(
          (_, row) =>
            html`<div class="looks-words">${words.slice(0, row + 1).map((_word, column) => wordTemplate(sentence, row, column))}</div>`,
        )}</div>
      ${cellGrid({
        key,
        label: translate('The sentence, word by word'),
        content: html`<div role="row" class="looks-words">${words.map((_, column) => wordTemplate(sentence, index, column, true))}</div>`,
        onPoint: () => undefined,
        onPick: (_row, column) => player.choose(column),
      })}
    `;
  }

  return { player, template };
}

/**
 * @param {SentenceAttention} sentence
 * @param {number} row the word that is read
 * @param {number} column
 * @param {boolean} [isCell] whether the word is a cell of a grid
 */
function wordTemplate(sentence, row, column, isCell = false) {
  const { alignment, words, unknown } = sentence;
  const word = words[column] ?? '';
  const weight = column < row ? (alignment.weights[row * alignment.columns + column] ?? 0) : -1;
  const part = column < row ? 'before' : column === row ? 'now' : 'after';
  const isTrue = findTrueColumns(alignment, row).includes(column);
  return html`<span class="looks-word" role=${isCell ? 'gridcell' : nothing} tabindex=${isCell ? -1 : nothing} aria-label=${isCell ? labelWord(word, part, weight, isTrue) : nothing}
    data-part=${part} ?data-true=${isTrue} ?data-unknown=${unknown.has(word)} .style=${part === 'before' ? getCellStyle(weight) : ''}>${word}</span>`;
}

/** @param {string} token @param {string} part @param {number} weight @param {boolean} isTrue @returns {string} */
function labelWord(token, part, weight, isTrue) {
  const word = quoteToken(token);
  if (part === 'after') return translate('{word}, not read yet', { word });
  if (part === 'now') return translate('{word}, read now', { word });
  const share = formatShare(weight);
  return formatCell({ where: word, share, isTrue });
}
