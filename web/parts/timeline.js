/**
 * One bar for training and its film: it fills while a model trains, and its knob goes back through the recorded frames.
 */

import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import { translate } from '../language/translate.js';
import { createFilm } from './film.js';
import { formatCount } from './format.js';

const kFrameMs = 90;

/** @param {{ step: number, trained: number | null, planned: number, slide: (event: Event) => void, pressKey: (event: KeyboardEvent) => void }} state */
const barTemplate = ({ step, trained, planned, slide, pressKey }) =>
  html`<input class="timeline" type="range" min="0" max=${planned} .value=${live(String(step))} ?disabled=${trained === null} aria-label=${translate('Training')}
    aria-valuetext=${translate('Step {step} of {all}', { step: formatCount(step), all: formatCount(planned) })}
    title=${translate('Drag back: it forgets. Space plays the film.')} @keydown=${pressKey} @input=${slide} />`;

/**
 * @template {{ step: number }} TimelineFrame
 * @param {object} options
 * @param {() => void} options.onShow called when another frame is chosen
 * @param {number} [options.maximum] number of frames that are kept
 */
export function createTimeline({ onShow, maximum }) {
  const film = /** @type {ReturnType<typeof createFilm<TimelineFrame>>} */ (createFilm(maximum));
  /** The current frame, and the past frame that is shown in its place. @type {(TimelineFrame | null)[]} */
  let [now = null, chosen = null] = [];
  let planned = 1;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const getStep = () => (chosen ?? now)?.step ?? 0;

  /** Shows the frame at a step, or the next one in the direction of the move. @param {number | null} step null: the current frame */
  function show(step) {
    const isPast = step !== null && step < (now?.step ?? 0);
    const isForward = isPast && step > getStep();
    const found = isForward
      ? film.pictures().find((one) => one.step >= step)
      : film.pictures().findLast((one) => isPast && one.step <= step);
    if (chosen === (found ?? null)) return;
    chosen = found ?? null;
    onShow();
  }

  function stop() {
    clearInterval(timer);
    timer = undefined;
  }

  /** @param {number | null} step */
  function choose(step) {
    stop();
    show(step);
  }

  /** Moves the knob to a recorded step. @param {Event} event */
  function slide({ target }) {
    const input = /** @type {HTMLInputElement} */ (target);
    choose(input.valueAsNumber);
    input.value = String(getStep());
  }

  /** The space key stops the film, or plays it from the knob; from the start if the knob is at the end. @param {KeyboardEvent} event */
  function pressKey(event) {
    if (event.key !== ' ') return;
    event.preventDefault();
    if (timer) return stop();
    if (!chosen) show(0);
    timer = setInterval(() => {
      show(getStep() + 1);
      if (!chosen) stop();
    }, kFrameMs);
  }

  return {
    choose,
    stop,
    /** @returns {TimelineFrame | null} the past frame that is shown; null for the current frame */
    getChosen: () => chosen,
    /** @returns {TimelineFrame | null} the frame that is shown */
    getFrame: () => chosen ?? now,
    getPlanned: () => planned,
    clear() {
      film.clear();
      [now, chosen] = [null, null];
      stop();
    },
    /**
     * Sets the current frame; if its step is smaller than that of the last frame, the history is cleared.
     * @param {TimelineFrame} frame
     * @param {number} end step at which the bar is full
     */
    record(frame, end) {
      if (frame.step < (now?.step ?? 0)) this.clear();
      now = frame;
      planned = Math.max(end, frame.step, 1);
      film.record(frame);
    },
    template: () => barTemplate({ step: getStep(), trained: now?.step ?? null, planned, slide, pressKey }),
  };
}
