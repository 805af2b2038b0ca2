/**
 * Measurements on a trained network that check the reader's prediction; loaded once the prediction has been made.
 */
import { experiments } from '../../index.js';
import { formatDecimal, formatDecimalPercent } from '../../lab/number-format.js';
import { translate } from '../../language/translate.js';
import { findStepValues } from '../../parts/find-step.js';

/** @import { TransformerDetails } from '../../views/heads/head-data.js' */

/**
 * Finds the head (of any kind of attention) without which the fewest held-out answers are correct.
 * @param {import('../../engine/scope.js').Scope} scope
 * @returns {Promise<import('../../lab/question.js').ProbeResult>}
 */
export async function findMostImportantHead(scope) {
  const { layers = 1, heads = 1 } = /** @type {TransformerDetails} */ (scope.manifest.details);
  const { maps = [] } = experiments().find(({ name }) => name === scope.configuration.experiment) ?? {};
  const all = Number((await scope.evaluate()).metrics['exactMatch']);
  /** @type {number[]} */
  const accuracies = [];
  try {
    for (let head = 0; head < maps.length * layers * heads; ++head) {
      await scope.set('disabledHeads', [head]);
      accuracies.push(Number((await scope.evaluate()).metrics['exactMatch']));
    }
  } finally {
    await scope.set('disabledHeads', []);
  }
  const minimum = Math.min(...accuracies);
  const at = accuracies.indexOf(minimum);
  const kind = maps[Math.floor(at / (layers * heads))];
  return {
    values: { kind: kind?.name },
    text: translate(
      '{measure} of all test examples: {before} with all heads. It is lowest without {name}: {after}, after step {step}.',
      {
        measure: translate('Exact match'),
        before: formatDecimalPercent(all),
        name: `${translate(kind?.label ?? '')} L${(Math.floor(at / heads) % layers) + 1}·H${(at % heads) + 1}`,
        after: formatDecimalPercent(minimum),
        step: formatDecimal(scope.step, 0),
      },
    ),
  };
}

/** @param {Float32Array} values of one token after the other @param {number} tokens @returns {number} */
function computeMeanNorm(values, tokens) {
  const width = values.length / tokens;
  const lengths = Array.from({ length: tokens }, (_, t) =>
    Math.hypot(...values.subarray(t * width, (t + 1) * width)),
  );
  return lengths.reduce((sum, length) => sum + length, 0) / tokens;
}

/**
 * Measures the mean norm of the residual stream's vectors over the tokens of the source.
 * @param {import('../../engine/scope.js').Scope} scope
 * @returns {Promise<import('../../lab/question.js').ProbeResult>}
 */
export async function measureResidualStream(scope) {
  const { steps } = await scope.predict({ example: 0, side: 'source', layer: 0, allTokens: true });
  const tokens = (await scope.attention({ map: 'encoder' })).rowLabels.length;
  const lengths = [
    { part: 'embedding', name: 'embedding and position' },
    { part: 'self', name: 'residual' },
    { part: 'feed-forward', name: 'residual' },
  ].map((line) => computeMeanNorm(findStepValues(steps, line), tokens));
  const [embedding, self, forward] = lengths.map((length) => formatDecimal(length, 1));
  return {
    values: { lengths },
    text: translate(
      'Mean lengths: {embedding}, after attention {self}, after the feed-forward network {forward}',
      {
        embedding,
        self,
        forward,
      },
    ),
  };
}
