import { throttle } from './throttle.js';

/** @import { Prediction } from '../engine/shapes.js' */
/** @import { Values } from '../engine/view-types.js' */

const kRepeatIntervalMs = 1000;

/**
 * Sends the reader's input to a model, one request at a time, and repeats it while the model learns. Stale answers are
 * ignored, and there are none after dispose().
 * @template {object} [Input=Values]
 * @template [Answer=Prediction]
 * @param {object} options
 * @param {(input: Input) => Promise<Answer>} options.predict
 * @param {() => Input | null} options.getInput the current input; null for none
 * @param {(answer: Answer, step: number, input: Input) => void} options.onAnswer also gets the step and the input
 * @param {(error: unknown) => boolean | void} options.onError returns whether to repeat the request
 * @param {number} [options.repeatIntervalMs] minimum time between two repetitions
 */
export function createPredictionRequest({
  predict,
  getInput,
  onAnswer,
  onError,
  repeatIntervalMs = kRepeatIntervalMs,
}) {
  /** Counts inputs, to recognize stale answers. */
  let inputCount = 0;
  let [step, answeredStep] = [0, Number.NaN];
  let [isPending, isStale, isDisposed] = [false, false, false];
  const sendThrottled = throttle(send, repeatIntervalMs);

  async function send() {
    isStale = isPending;
    const values = isPending || isDisposed ? null : getInput();
    if (!values) return;
    isPending = true;
    const [sentInput, sentStep] = [inputCount, step];
    try {
      const answer = await predict(values);
      if (sentInput === inputCount) onAnswer(answer, sentStep, values);
    } catch (error) {
      if (sentInput === inputCount && onError(error)) isStale = true;
    }
    answeredStep = sentStep;
    isPending = false;
    if (isStale || sentInput !== inputCount) send();
  }

  return {
    /** Sends another input; pending answers become stale. */
    sendInput() {
      inputCount++;
      return send();
    },
    /** Repeats the request; a pending answer is still reported. */
    again: send,
    /** Repeats the request after a training step. @param {number} at step @param {boolean} [changed] whether to repeat it even if this step was answered */
    update(at, changed = false) {
      step = at;
      if (changed || step !== answeredStep) sendThrottled.call();
    },
    dispose() {
      isDisposed = true;
      inputCount++;
      sendThrottled.cancel();
    },
  };
}
