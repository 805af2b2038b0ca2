/**
 * The form in which the reader types a sentence, and the request for its prediction, which is repeated while the models learn.
 */

import { translate } from '../../language/translate.js';
import { getErrorMessage } from '../../parts/format.js';
import { createPredictionRequest } from '../../parts/prediction-request.js';
import { createTextForm } from '../../parts/text-form.js';

/** @import { Prediction } from '../../engine/shapes.js' */
/** @import { ViewOptions } from '../../engine/view-types.js' */

/**
 * @param {ViewOptions} options
 * @param {object} handlers
 * @param {string} handlers.text to begin with
 * @param {(answer: Prediction, step: number) => void} handlers.onAnswer
 * @param {(message: string) => void} handlers.onError
 */
export function createSentenceRequest(
  { predict, schema, initialText = '', events },
  { text, onAnswer, onError },
) {
  let sentence = initialText;
  const request = createPredictionRequest({
    predict,
    getInput: () => (sentence === '' ? null : { sentence }),
    onAnswer,
    onError: (error) => onError(getErrorMessage(error)),
  });
  /** @param {string} input '' for none */
  function send(input) {
    sentence = input.trim();
    events.onText?.(sentence);
    request.sendInput();
  }
  const label = translate('Your own sentence');
  const form = createTextForm(schema.inputs, {
    label,
    text: initialText || text,
    action: translate('Read it'),
    onSend: send,
  });
  return { form, clear: () => send(''), update: request.update, dispose: request.dispose };
}
