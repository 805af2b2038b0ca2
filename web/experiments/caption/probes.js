/**
 * Measurements on a trained network that check the reader's prediction; loaded once the prediction has been made.
 */
import { translate } from '../../language/translate.js';
import { isTrueCaption } from '../../views/images/caption-text.js';

/**
 * Captions a picture of two shapes of one color.
 * @param {import('../../engine/scope.js').Scope} scope
 * @returns {Promise<import('../../lab/question.js').ProbeResult>}
 */
export async function captionTwoShapesOfOneColor(scope) {
  const { text = '', targetText = '' } = await scope.predict({ objects: 'red square 3, red circle 5' });
  const right = isTrueCaption(text, targetText);
  return {
    values: { right },
    text: translate(
      'Of a red square with a red circle on its right it wrote “{text}” {mark}; right is “{target}”. Put both on the board to see where it looks',
      {
        text,
        mark: right ? '✓' : '✗',
        target: targetText,
      },
    ),
  };
}
