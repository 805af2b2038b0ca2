/**
 * Measurements on a trained network that check the reader's prediction; loaded once the prediction has been made.
 */
import { formatDecimalPercent } from '../../lab/number-format.js';
import { translate } from '../../language/translate.js';

/**
 * Removes the true edge of the first query node of the first graph, and compares the answers before and after.
 * @param {import('../../engine/scope.js').Scope} scope
 * @returns {Promise<import('../../lab/question.js').ProbeResult>}
 */
export async function cutTrueEdge(scope) {
  const { nodes = '', edges = '', text: before = [] } = await scope.predict({ example: 0 });
  const labels = nodes.split(', ');
  const key = labels.findIndex((label) => /^a \d/.test(label));
  const left = edges.split(', ').filter((edge) => edge !== `1-${key + 1}`);
  const { text = [], attention } = await scope.predict({ nodes, edges: left.join(', ') });
  const row = Array.from(attention.weights.subarray(0, attention.columnLabels.length));
  const maximum = Math.max(...row);
  return {
    values: { right: text[0] === labels[key]?.slice(2) },
    text: translate('It said {before}, and now says {after}; its largest weight, {share}, is on “{node}”', {
      before: before[0],
      after: text[0],
      share: formatDecimalPercent(maximum),
      node: attention.columnLabels[row.indexOf(maximum)],
    }),
  };
}
