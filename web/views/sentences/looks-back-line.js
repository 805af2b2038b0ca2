/**
 * A sentence as it is read, word by word: the word that is read now, and behind each earlier word its weight as a color.
 * Above it is a line for each word that was read before. It can be played, or moved with a slider or by a click on a word.
 * @module
 */

import { translate } from '../../language/translate.js';
import { createCellCursor } from '../../parts/cell-cursor.js';
import { h } from '../../parts/dom.js';
import { formatShare, quoteToken } from '../../parts/format.js';
import { createPlayback } from '../../parts/playback.js';
import { findTrueColumns } from '../../plots/alignment.js';
import { getColor } from '../../plots/palette.js';
import { findWordWithTruth } from './looks-back-data.js';

/** @import { SentenceAttention } from './looks-back-data.js' */

/** How long each word is shown. */
const kDwellMs = 800;
/** From this weight on, its color needs black letters instead of white ones. */
const kLightWeight = 0.47;
/** Changes of a weight below this cannot be seen. */
const kVisibleChange = 0.003;

export class SentenceAttentionLine {
  /** @type {() => void} */
  #onRead;
  /** @type {SentenceAttention | null} */
  #sentence = null;
  #word = 0;
  #builtKey = '';
  /** The cells of the whole sentence, for the word that is read. @type {HTMLElement[]} */
  #cells = [];
  /** For each word the cells of the sentence up to it. @type {HTMLElement[][]} */
  #lines = [];
  /** The weight that is drawn behind a word. @type {WeakMap<HTMLElement, number>} */
  #drawn = new WeakMap();
  /** @type {ReturnType<typeof createCellCursor> | null} */
  #cursor = null;
  #play = createPlayback({
    label: translate('Read it word by word'),
    everyMs: kDwellMs,
    begin: () => this.#showWord(this.#word >= this.#cells.length - 1 ? 0 : this.#word + 1),
    next: () => {
      this.#showWord(this.#word + 1);
      return this.#word < this.#cells.length - 1;
    },
  });
  #slider = h('input', {
    type: 'range',
    min: 0,
    max: 0,
    value: 0,
    'aria-label': translate('The word that is read'),
    oninput: () => this.choose(this.#slider.valueAsNumber),
  });
  #past = h('div', { class: 'looks-past', 'aria-hidden': 'true' });
  #grid = h('div', { role: 'grid', 'aria-label': translate('The sentence, word by word') });
  element = h(
    'div',
    { class: 'looks-line' },
    h('div', { class: 'looks-bar' }, this.#play.button, this.#slider),
    this.#past,
    this.#grid,
  );

  /** @param {() => void} onRead another word is read */
  constructor(onRead) {
    this.#onRead = onRead;
    this.#write();
  }

  /** The word that is read now. */
  get word() {
    return this.#word;
  }

  /** @param {SentenceAttention} sentence */
  show(sentence) {
    this.#sentence = sentence;
    const key = JSON.stringify([sentence.words, [...sentence.unknown]]);
    if (key !== this.#builtKey) this.#build(sentence);
    this.#builtKey = key;
    this.#write();
  }

  /** Stops playing at a word. @param {number} word */
  choose(word) {
    this.stop();
    this.#showWord(word);
  }

  stop() {
    this.#play.stop();
  }

  /** Writes the texts for screen readers. */
  describe() {
    this.#cursor?.describe((_row, column) => this.#describeCell(column));
  }

  dispose() {
    this.#play.stop();
  }

  /** @param {SentenceAttention} sentence */
  #build(sentence) {
    this.stop();
    /** @param {string} word */
    const createCell = (word) => {
      const cell = h('span', { class: 'looks-word' }, word);
      cell.toggleAttribute('data-unknown', sentence.unknown.has(word));
      return cell;
    };
    this.#cells = sentence.words.map(createCell);
    this.#lines = sentence.words.map((_, row) => sentence.words.slice(0, row + 1).map(createCell));
    this.#past.replaceChildren(...this.#lines.map((line) => h('div', { class: 'looks-words' }, ...line)));
    this.#grid.replaceChildren(h('div', { role: 'row', class: 'looks-words' }, ...this.#cells));
    this.#cursor = createCellCursor({
      element: this.#grid,
      rows: [this.#cells],
      onPoint: () => this.#onRead(),
      onPick: (_row, column) => this.choose(column),
    });
    this.#word = findWordWithTruth(sentence);
    this.#slider.max = String(sentence.words.length - 1);
    this.#onRead();
  }

  /** @param {number} word */
  #showWord(word) {
    const at = Math.max(0, Math.min(this.#cells.length - 1, word));
    if (at === this.#word) return;
    this.#word = at;
    this.#write();
    this.describe();
    this.#onRead();
  }

  #write() {
    const sentence = this.#sentence;
    this.#play.button.disabled = this.#cells.length < 2;
    this.#slider.disabled = this.#cells.length < 2;
    if (!sentence) return;
    this.#slider.valueAsNumber = this.#word;
    this.#slider.setAttribute('aria-valuetext', quoteToken(sentence.words[this.#word]));
    this.#colorCells(sentence, this.#word, this.#cells);
    this.#lines.forEach((line, row) => {
      const before = row < this.#word;
      line[0]?.parentElement?.toggleAttribute('hidden', !before);
      if (before) this.#colorCells(sentence, row, line);
    });
  }

  /** @param {SentenceAttention} sentence @param {number} row the word that is read @param {readonly HTMLElement[]} cells */
  #colorCells({ alignment }, row, cells) {
    const truth = findTrueColumns(alignment, row);
    cells.forEach((cell, word) => {
      const before = word < row;
      const weight = before ? (alignment.weights[row * alignment.columns + word] ?? 0) : -1;
      cell.toggleAttribute('data-true', truth.includes(word));
      cell.setAttribute('data-part', before ? 'before' : word === row ? 'now' : 'after');
      if (Math.abs(weight - (this.#drawn.get(cell) ?? Number.POSITIVE_INFINITY)) < kVisibleChange) return;
      this.#drawn.set(cell, weight);
      cell.toggleAttribute('data-light', weight > kLightWeight);
      cell.style.backgroundColor = before ? getColor(weight) : '';
    });
  }

  /** @param {number} column @returns {string} */
  #describeCell(column) {
    const sentence = this.#sentence;
    const word = quoteToken(sentence?.words[column]);
    if (!sentence || column > this.#word) return translate('{word}, not read yet', { word });
    if (column === this.#word) return translate('{word}, read now', { word });
    const { alignment } = sentence;
    const share = formatShare(alignment.weights[this.#word * alignment.columns + column] ?? Number.NaN);
    return findTrueColumns(alignment, this.#word).includes(column)
      ? translate('{where}: {share}, the truth', { where: word, share })
      : `${word}: ${share}`;
  }
}
