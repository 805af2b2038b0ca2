/**
 * A sentence whose weights the reader holds, one of those on screen.
 * @module
 */

import { translate } from '../../language/translate.js';
import { Holding } from '../../parts/holding.js';
import { formatLabel } from './sentences-text.js';
import { readAnswer } from './typed-sentence.js';

/** @import { ViewOptions } from '../../engine/shapes.js' */
/** @import { HoldGesture } from '../../parts/cell-cursor.js' */
/** @import { SentenceData } from './sentences-text.js' */

/** Settings of the models, and the values of those that weigh words. */
const kPoolings = ['pooling', 'baseline'];
const kAttention = ['article', 'additive'];

export class HeldSentence {
  /** Row of the sentence; −1 for the typed one. */
  #row = -1;
  #options;
  #getSentence;
  #getModel;

  /**
   * @param {ViewOptions} options
   * @param {object} page
   * @param {(row: number) => SentenceData | null | undefined} page.getSentence with the weights of the present models
   * @param {() => number} page.getModel whose weights are held
   * @param {() => void} page.draw
   */
  constructor(options, { getSentence, getModel, draw }) {
    this.#options = options;
    this.#getSentence = () => getSentence(this.#row);
    this.#getModel = getModel;
    this.holding = new Holding({
      predict: options.predict,
      getInput: () => this.#createInput(),
      getPlace: () => ({ map: options.maps[getModel()]?.name ?? '' }),
      getLearnedRow: ({ map }) => {
        const { shares = [], words = [] } = this.#getSentence() ?? {};
        return shares[this.#findModel(map)]?.slice(0, words.length) ?? [];
      },
      getLabels: () => ({ rows: [], columns: this.#getSentence()?.words ?? [] }),
      getCandidates: ({ output, baseline }, _, { map }) => {
        const positive = Number(this.#findModel(map) === 0 ? output : baseline);
        return [positive, 1 - positive]
          .map((probability, i) => ({ token: formatLabel(1 - i), probability }))
          .sort((a, b) => b.probability - a.probability);
      },
      getRefusal: (_, column) => this.#refuse(column),
      onChange: () => {
        options.events.onHold?.('', this.holding.result);
        draw();
      },
    });
  }

  /** @param {number} row @param {number} column @param {HoldGesture} gesture */
  hold(row, column, gesture) {
    if (row !== this.#row) this.holding.letGoOfAll();
    this.#row = row;
    this.holding.hold(0, column, gesture);
  }

  /** The sentence with what is held. @param {SentenceData} sentence @param {number} row @returns {SentenceData} */
  apply(sentence, row) {
    const { rows, answers } = this.holding;
    if (row !== this.#row || rows.length === 0) return sentence;
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

  /** @returns {import('../../engine/shapes.js').PredictInput | null} */
  #createInput() {
    const words = this.#getSentence()?.words;
    return words ? { sentence: words.join(' ') } : null;
  }

  /** @param {number} column */
  #refuse(column) {
    const pooling = this.#options.parameters()[kPoolings[this.#getModel()] ?? ''];
    if (!kAttention.includes(String(pooling)))
      return translate('This model computes no weights, so there is nothing to hold.');
    return column < (this.#getSentence()?.words.length ?? 0)
      ? ''
      : translate('Padding is no word: it cannot be held.');
  }
}
