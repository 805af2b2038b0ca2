/** The sentence on screen whose weights the reader holds fixed. */

import { translate } from '../../language/translate.js';
import { Holding, rankAnswers } from '../../parts/holding.js';
import { getModelNames } from '../../parts/model-names.js';
import { createSentenceMap, isPinned } from './sentence-map.js';
import { formatLabel } from './sentences-text.js';
import { createTypedSentenceData } from './typed-sentence.js';

/** @import { Frame, ViewOptions } from '../../engine/view-types.js' */
/** @import { SentenceData } from './sentences-text.js' */

/** The pooling settings of the two models, and the values of these settings that mean attention. */
const kPoolings = ['pooling', 'baseline'];
const kAttention = ['article', 'additive'];

export class HeldSentence {
  #options;
  #getModel;
  #getSentence;

  /**
   * @param {ViewOptions} options
   * @param {object} page
   * @param {(row: number) => SentenceData | null | undefined} page.getSentence with the weights of the current models; −1: the typed one
   * @param {() => number} page.getModel whose weights are held
   * @param {() => void} page.draw
   */
  constructor(options, { getSentence, getModel, draw }) {
    this.#options = options;
    this.#getModel = getModel;
    this.#getSentence = getSentence;
    const listWords = (row = -1) => getSentence(row)?.words;
    /** @type {import('../../parts/holding.js').HoldableMap} */
    const map = {
      isRowExample: true,
      getInput: (row) => {
        const words = listWords(row);
        return words ? { sentence: words.join(' ') } : null;
      },
      getPlace: () => ({ map: options.maps[getModel()]?.name ?? '' }),
      getLearnedRow: ({ map: name }, row) => {
        const { shares = [], words = [] } = getSentence(row) ?? {};
        return shares[this.#findModel(name)]?.slice(0, words.length) ?? [];
      },
      getLabels: () => ({ rows: [], columns: listWords(this.holding.rows[0]?.row) ?? [] }),
      getCandidates: ({ output, baseline }, _, { map: name }) => {
        const positive = Number(this.#findModel(name) === 0 ? output : baseline);
        return rankAnswers(positive, formatLabel);
      },
      getRefusal: (row, column) => this.#refuse(column, listWords(row)),
      onChange: draw,
    };
    this.holding = new Holding(map, options);
  }

  /** Returns the sentence with the held weights. @param {SentenceData} sentence @param {number} row @returns {SentenceData} */
  apply(sentence, row) {
    const { rows, answers } = this.holding;
    if (rows[0]?.row !== row) return sentence;
    const heldModels = rows.map(({ place }) => this.#findModel(place.map));
    if (!answers) return { ...sentence, heldModels };
    const { shares, verdicts } = this.#read(answers.after, sentence);
    return {
      ...sentence,
      shares,
      verdicts,
      heldModels,
      learnedVerdicts: this.#read(answers.before, sentence).verdicts,
    };
  }

  /**
   * Copies the map of the held sentence; without one, of the pinned sentence, else of the typed or the first sentence.
   * @param {Frame | null} frame that is shown
   * @param {Frame | null} present of the current models
   * @param {(frame: Frame) => readonly SentenceData[]} read
   */
  copyMap(frame, present, read) {
    if (!frame) return null;
    const { memory, rowLabels } = this.#options;
    const sentences = new Map([[-1, this.#getSentence(-1)], ...read(frame).entries()]);
    const [pinned] = [...sentences].find(([, sentence]) => isPinned(memory?.pinned, sentence)) ?? [];
    const row = this.holding.rows[0]?.row ?? pinned ?? (sentences.get(-1) ? -1 : 0);
    const sentence = sentences.get(row);
    const name = rowLabels[row] ?? translate('Your own sentence');
    const of = { names: getModelNames(this.#options), name, step: frame.step };
    return sentence ? createSentenceMap(frame === present ? this.apply(sentence, row) : sentence, of) : null;
  }

  /** @param {import('../../engine/shapes.js').Prediction} answer @param {SentenceData} sentence */
  #read = (answer, { shares }) =>
    createTypedSentenceData(answer, shares.length, this.#options.columnLabels.length);

  /** @param {string | undefined} map */
  #findModel = (map) => this.#options.maps.findIndex(({ name }) => name === map);

  /** @param {number} column @param {readonly string[]} [words] */
  #refuse(column, words = []) {
    const pooling = this.#options.parameters()[kPoolings[this.#getModel()] ?? ''];
    if (!kAttention.includes(String(pooling)))
      return translate('This model computes no weights, so there is nothing to hold.');
    return column < words.length ? '' : translate('Padding is no word: it cannot be held.');
  }
}
