/** The sentence on screen whose weights the reader holds fixed. */

import { translate } from '../../language/translate.js';
import { Holding, rankAnswers } from '../../parts/holding.js';
import { getModelNames } from '../../parts/model-names.js';
import { createTypedSentenceData } from './sentence-data.js';
import { createSentenceMap, isPinned } from './sentence-map.js';
import { formatLabel } from './sentences-text.js';

/** @import { Prediction } from '../../engine/shapes.js' */
/** @import { Frame, ViewOptions } from '../../engine/view-types.js' */
/** @import { SentenceData } from './sentence-data.js' */

/** The pooling settings of the two models, and the values of these settings that mean attention. */
const kPoolings = ['pooling', 'baseline'];
const kAttention = ['article', 'additive'];

/**
 * @param {ViewOptions} options
 * @param {object} page
 * @param {(row: number) => SentenceData | null | undefined} page.getSentence with the weights of the current models; −1: the typed one
 * @param {() => number} page.getModel whose weights are held
 * @param {() => void} page.draw
 */
export function createHeldSentence(options, { getSentence, getModel, draw }) {
  const { maps, parameters, columnLabels, rowLabels, memory } = options;
  const listWords = (row = -1) => getSentence(row)?.words;
  /** @param {string | undefined} map */
  const findModel = (map) => maps.findIndex(({ name }) => name === map);
  /** @type {Holding<Frame>} */
  const holding = new Holding(
    {
      isRowExample: true,
      getInput: (row) => {
        const words = listWords(row);
        return words ? { sentence: words.join(' ') } : null;
      },
      getPlace: () => ({ map: maps[getModel()]?.name ?? '' }),
      getLearnedRow: ({ map }, row) => {
        const { shares = [], words = [] } = getSentence(row) ?? {};
        return shares[findModel(map)]?.slice(0, words.length) ?? [];
      },
      getLabels: () => ({ rows: [], columns: listWords(holding.rows[0]?.row) ?? [] }),
      getCandidates: ({ output, baseline }, _, { map }) =>
        rankAnswers(Number(findModel(map) === 0 ? output : baseline), formatLabel),
      getRefusal: (row, column) => refuse(column, listWords(row)),
      onChange: draw,
    },
    options,
  );

  /** @param {number} column @param {readonly string[]} [words] */
  function refuse(column, words = []) {
    const pooling = parameters()[kPoolings[getModel()] ?? ''];
    if (!kAttention.includes(String(pooling)))
      return translate('This model computes no weights, so there is nothing to hold.');
    return column < words.length ? '' : translate('Padding is no word: it cannot be held.');
  }

  /** Returns the sentence with the held weights. @param {SentenceData} sentence @param {number} row @returns {SentenceData} */
  function apply(sentence, row) {
    const { rows, answers } = holding;
    if (rows[0]?.row !== row) return sentence;
    const heldModels = rows.map(({ place }) => findModel(place.map));
    if (!answers) return { ...sentence, heldModels };
    /** @param {Prediction} answer */
    const read = (answer) => createTypedSentenceData(answer, sentence.shares.length, columnLabels.length);
    const { shares, verdicts } = read(answers.after);
    return { ...sentence, shares, verdicts, heldModels, learnedVerdicts: read(answers.before).verdicts };
  }

  return {
    holding,
    apply,
    /**
     * Copies the map of the held sentence; without one, of the pinned sentence, else of the typed or the first sentence.
     * @param {Frame | null} frame that is shown
     * @param {(frame: Frame) => readonly SentenceData[]} read
     */
    copyMap(frame, read) {
      if (!frame) return null;
      const sentences = new Map([[-1, getSentence(-1)], ...read(frame).entries()]);
      const [pinned] = [...sentences].find(([, sentence]) => isPinned(memory?.pinned, sentence)) ?? [];
      const row = holding.rows[0]?.row ?? pinned ?? (sentences.get(-1) ? -1 : 0);
      const sentence = sentences.get(row);
      const name = rowLabels[row] ?? translate('Your own sentence');
      const of = { names: getModelNames(options), name, step: frame.step };
      return sentence
        ? createSentenceMap(frame === holding.present ? apply(sentence, row) : sentence, of)
        : null;
    },
  };
}
