/**
 * Measurements on a trained network that check the reader's prediction; loaded once the prediction has been made.
 */
import { formatDecimalPercent } from '../../lab/number-format.js';
import { translate } from '../../language/translate.js';

/**
 * Measures the confidence of the network on a picture that has only dots.
 * @param {import('../../engine/scope.js').Scope} scope
 * @returns {Promise<import('../../lab/question.js').ProbeResult>}
 */
export async function measureConfidenceWithoutGlyph(scope) {
  const { candidates = [] } = await scope.predict({ glyph: '', dots: '3 4, 10 12, 20 5, 15 18' });
  const [{ token = '', probability = 0 } = {}] = candidates.at(-1) ?? [];
  return {
    values: { sure: probability },
    text: translate('It answers “{token}” with {share}', { token, share: formatDecimalPercent(probability) }),
  };
}
