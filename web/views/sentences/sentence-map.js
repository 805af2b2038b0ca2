/** A sentence as a map that can be pinned: a row for each model, a column for each word. */

import { translate } from '../../language/translate.js';
import { formatFixed } from '../../parts/format.js';
import { rankAnswers } from '../../parts/holding.js';
import { copyMap } from '../../parts/pinned-map.js';
import { formatLabel } from './sentences-text.js';

/** @import { PinnedMap } from '../../engine/view-types.js' */
/** @import { SentenceData } from './sentence-data.js' */

/** Lists the labels of the columns: the words, and one for all padding. @param {SentenceData} sentence */
const listColumns = ({ words, padding }) =>
  padding > 0 ? [...words, translate('+ {count} padding', { count: padding })] : words;

/** @param {SentenceData} sentence @param {{ names: readonly string[], name: string, step: number }} of `names` of the models */
export function createSentenceMap(sentence, { names, ...of }) {
  const { shares, verdicts, label, cues } = sentence;
  const columns = listColumns(sentence);
  const answers = names.map((_, model) => rankAnswers(verdicts[model] ?? Number.NaN, formatLabel)[0]);
  const outputs = answers.map(({ token, probability }) => `${token} ${formatFixed(probability, 2)}`);
  return copyMap({
    ...of,
    weights: Float32Array.from(
      names.flatMap((_, model) => columns.map((_word, i) => shares[model]?.[i] ?? 0)),
    ),
    truth: Float32Array.from(names.flatMap(() => columns.map((_word, i) => Number(cues[i] ?? false)))),
    tokens: { rows: names, columns, names: [translate('model'), translate('word')] },
    outputs,
    targets: Number.isNaN(label)
      ? null
      : outputs.map((text, model) => (answers[model]?.token === formatLabel(label) ? text : '')),
  });
}

/** @param {PinnedMap | null | undefined} pinned @param {SentenceData | null | undefined} sentence @returns {boolean} whether the map is of this sentence */
export const isPinned = (pinned, sentence) =>
  Boolean(sentence) &&
  JSON.stringify(pinned?.map.tokens.columns) ===
    JSON.stringify(listColumns(/** @type {SentenceData} */ (sentence)));
