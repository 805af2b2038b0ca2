import { throttle } from './throttle.js';

/** @import { Prediction, Values, ViewOptions } from '../engine/shapes.js' */

const kAgainEveryMs = 1000;

/**
 * What the reader asks of a model: one question at a time, and again while it learns. Answers to what is no longer wanted
 * are left aside, and nothing comes once it is disposed of.
 * @param {object} options
 * @param {ViewOptions['ask']} options.ask
 * @param {() => Values | null} options.wanted now; null where nothing is
 * @param {(answer: Prediction, step: number, asked: Values) => void} options.onAnswer with the step of which it is
 * @param {(error: unknown) => boolean | void} options.onError returns whether to ask again
 */
export function createInquiry({ ask, wanted, onAnswer, onError }) {
  /** Counts what was wanted. */
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
    /** Something else is wanted. */
    ask() {
      turn++;
      return again();
    },
    /** Asks the same anew; the answer that is on its way is still told. */
    again,
    /** The model has learned on. @param {number} at step @param {boolean} [changed] ask even if the step is the one last answered */
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
