import { throttle } from './throttle.js';

/** @import { Prediction, Values, ViewOptions } from '../engine/shapes.js' */

const kAgainEveryMs = 1000;

/**
 * Sends the reader's input to a model, one request at a time, and repeats it while the model learns. Stale answers are
 * ignored, and there are none after dispose().
 * @param {object} options
 * @param {ViewOptions['predict']} options.ask
 * @param {() => Values | null} options.wanted the present input; null for none
 * @param {(answer: Prediction, step: number, asked: Values) => void} options.onAnswer also gets the step and the input
 * @param {(error: unknown) => boolean | void} options.onError returns whether to repeat the request
 */
export function createInquiry({ ask, wanted, onAnswer, onError }) {
  /** Counts inputs, to recognize stale answers. */
  let turn = 0;
  let [step, answered] = [0, Number.NaN];
  let [busy, stale, gone] = [false, false, false];
  const later = throttle(again, kAgainEveryMs);

  async function again() {
    stale = busy;
    const values = busy || gone ? null : wanted();
    if (!values) return;
    busy = true;
    const [mine, at] = [turn, step];
    try {
      const answer = await ask(values);
      if (mine === turn) onAnswer(answer, at, values);
    } catch (error) {
      if (mine === turn && onError(error)) stale = true;
    }
    answered = at;
    busy = false;
    if (stale || mine !== turn) again();
  }

  return {
    /** Sends another input; pending answers become stale. */
    ask() {
      turn++;
      return again();
    },
    /** Repeats the request; a pending answer is still reported. */
    again,
    /** Repeats the request for a new state of the model. @param {number} at step @param {boolean} [changed] even if this step was answered already */
    update(at, changed = false) {
      step = at;
      if (changed || step !== answered) later.call();
    },
    dispose() {
      gone = true;
      turn++;
      later.cancel();
    },
  };
}
