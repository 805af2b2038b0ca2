/**
 * Measurements on a trained network that check the reader's prediction; loaded once the prediction has been made.
 */
import { formatDecimalPercent } from '../../lab/number-format.js';
import { translate } from '../../language/translate.js';

/**
 * Finds the word with the largest weight of each sentence.
 * @param {import('../../engine/scope.js').Scope} scope
 * @param {readonly string[]} sentences
 * @returns {Promise<import('../../lab/question.js').ProbeResult>}
 */
export async function findHeaviestWords(scope, sentences) {
  const found = await Promise.all(
    sentences.map(async (sentence) => {
      const { attention, output } = await scope.predict({ sentence });
      const weights = Array.from(attention.weights);
      const maximum = Math.max(...weights);
      const word = attention.columnLabels[weights.indexOf(maximum)] ?? '';
      const description = translate(
        '“{sentence}”: the largest weight is on “{word}” ({share}), and the answer {answer}',
        {
          sentence,
          word,
          share: formatDecimalPercent(maximum),
          answer: Number(output) > 0.5 ? translate('positive') : translate('negative'),
        },
      );
      return { word, description };
    }),
  );
  return {
    values: { words: found.map(({ word }) => word) },
    text: found.map(({ description }) => description).join('. '),
  };
}
