/**
 * What scenes ask of a trained network beyond its metrics; loaded when a prediction has been made.
 * @module
 */
import { say } from '../../language/say.js';
import { isTrueCaption } from '../../views/pictures/caption-text.js';

/**
 * What is said of two shapes of one colour.
 * @param {import('../../engine/scope.js').Scope} scope
 * @returns {Promise<import('../../lab/question.js').Findings>}
 */
export async function captionTwoAlike(scope) {
  const { text = '', targetText = '' } = await scope.predict({ objects: 'red square 3, red circle 5' });
  const right = isTrueCaption(text, targetText);
  return {
    values: { right },
    told: say('It wrote “{text}” {mark}; right is “{target}”', {
      text,
      mark: right ? '✓' : '✗',
      target: targetText,
    }),
  };
}
