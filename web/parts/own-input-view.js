/** A view of an input that the reader has made. The model answers it at once, and again while it learns. */

import { translate } from '../language/translate.js';
import { formatCount, getErrorMessage } from './format.js';
import { createPredictionRequest } from './prediction-request.js';
import { throttle } from './throttle.js';
import { createTemplateView } from './view.js';

/** @import { Prediction } from '../engine/shapes.js' */
/** @import { Frame, Values, ViewOptions } from '../engine/view-types.js' */
/** @import { ThrottledPart, TemplateViewOptions } from './view.js' */

/** The latest prediction, and the input and the step of the training that it belongs to. @typedef {{ prediction: Prediction, input: Values, step: number }} Answer */

const kStrokeIntervalMs = 200;

/**
 * @typedef {object} OwnInputOptions
 * @property {ViewOptions['predict']} predict
 * @property {TemplateViewOptions['attributes']} attributes
 * @property {() => Values | null} getInput the current input; null for none
 * @property {(answer: Answer) => void} [onAnswer] called before an answer is drawn
 * @property {(answer: Answer) => readonly (string | false | null)[]} describe sentences about an answer; a sentence about its
 *   training step is added
 * @property {(answer: Answer | null, status: string, throttled: ThrottledPart) => unknown} template `status`: the sentences, or
 *   an error message
 * @property {(error: unknown) => unknown} [onError] returns whether the error message becomes the status, as it does by default
 * @property {() => boolean} [followsExample] whether the input is the watched example, so that it may change at the same step
 * @property {TemplateViewOptions['readout']} [readout] of a view that may be the map
 * @property {(frame: Frame) => void} [onFrame]
 * @property {TemplateViewOptions['disposables']} [disposables]
 */

/** @param {OwnInputOptions} options */
export function createOwnInputView({
  predict,
  attributes,
  getInput,
  onAnswer,
  describe,
  template,
  onError,
  followsExample,
  readout,
  onFrame,
  disposables = [],
}) {
  /** @type {Answer | null} */
  let answer = null;
  let status = '';
  const request = createPredictionRequest({
    predict,
    getInput,
    onAnswer(prediction, step, input) {
      answer = { prediction, step, input };
      onAnswer?.(answer);
      status = describe(answer).filter(Boolean).join(' ');
      view.draw();
    },
    onError: showError,
  });
  const predictAgain = throttle(() => request.again(), kStrokeIntervalMs);

  /** @param {unknown} error */
  function showError(error) {
    if (!onError || onError(error)) status = getErrorMessage(error);
    view.draw();
  }

  const view = createTemplateView({
    attributes,
    wide: !readout,
    readout,
    template: (throttled) => template(answer, status, throttled),
    update(frame) {
      onFrame?.(frame);
      request.update(frame.step, followsExample?.());
    },
    disposables: [request, { dispose: predictAgain.cancel }, ...disposables],
  });
  return {
    ...view,
    /** Predicts another input. Pending answers are ignored. */
    send: request.sendInput,
    /** Predicts a continuously changing input a few times a second. */
    sendThrottled: predictAgain.call,
    /** Runs an asynchronous action and shows its error, if any. @param {() => Promise<void>} action */
    attempt: (action) => action().catch(showError),
  };
}

/** @param {number} step */
export const formatStepStatus = (step) =>
  translate('Read after step {step}; renewed while it learns.', { step: formatCount(step) });
