/**
 * A sentence whose weights the reader holds, one of those on screen.
 * @module
 */

import { translate } from '../../language/translate.js';
import { Holding } from '../../parts/holding.js';
import { formatLabel } from './sentences-text.js';
import { readAnswer } from './typed-sentence.js';

/** @import { ViewOptions } from '../../engine/shapes.js' */
/** @import { SentenceData } from './sentences-text.js' */

/** Settings of the models, and the values of those that weigh words. */
const kPoolings = ['pooling', 'baseline'];
const kAttention = ['article', 'additive'];

export class HeldSentence {
  #options;
  #getModel;

  /**
   * @param {ViewOptions} options
   * @param {object} page
   * @param {(row: number) => SentenceData | null | undefined} page.getSentence with the weights of the present models; −1: the typed one
   * @param {() => number} page.getModel whose weights are held
   * @param {() => void} page.draw
   */
  constructor(options, { getSentence, getModel, draw }) {
    this.#options = options;
    this.#getModel = getModel;
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
        return [positive, 1 - positive]
          .map((probability, i) => ({ token: formatLabel(1 - i), probability }))
          .sort((a, b) => b.probability - a.probability);
      },
      getRefusal: (row, column) => this.#refuse(column, listWords(row)),
      onChange: draw,
    };
    this.holding = new Holding(map, options);
  }

  /** The sentence with what is held. @param {SentenceData} sentence @param {number} row @returns {SentenceData} */
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

  /** @param {import('../../engine/shapes.js').Prediction} answer @param {SentenceData} sentence */
  #read = (answer, { shares }) => readAnswer(answer, shares.length, this.#options.columnLabels.length);

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
