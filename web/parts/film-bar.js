/**
 * Controls to scrub through a history: a slider that fills up to the present, and a play button.
 * @module
 */

import { onLanguageChange, translate } from '../language/translate.js';
import { h } from './dom.js';
import { formatCount } from './format.js';

const kFrameMs = 90;

/** @param {number} step */
const describeNow = (step) => translate('now, step {step}', { step: formatCount(step) });

/**
 * @param {HTMLInputElement} slider
 * @param {number} index of the frame on screen
 * @param {number} length of the history
 * @param {number} share fraction of the slider that the history takes; 0 for an empty one
 */
function placeThumb(slider, index, length, share) {
  slider.max = String(share > 0 ? Math.round(length / share) : 1);
  slider.valueAsNumber = share > 0 ? index : 0;
}

/**
 * @param {object} options
 * @param {() => void} options.onShow called when another frame is chosen
 * @param {(index: number) => string} options.describe describes a past frame in a few words
 * @param {string} [options.label] accessible name of the slider
 * @param {(step: number) => string} [options.describePresent] describes the present in a few words
 */
export function createFilmBar({
  onShow,
  describe,
  label = translate('Film of the training'),
  describePresent = describeNow,
}) {
  /** Number of frames, step of the present, and fraction of the slider that the history takes. */
  let [length, now, share] = [0, 0, 1];
  let frameIndex = /** @type {number | null} index of a frame; null for the present */ (null);
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const play = h('button', { type: 'button', class: 'button', onclick: () => (timer ? stop() : start()) });
  const oninput = () => {
    const requestedIndex = slider.valueAsNumber;
    stop(); // resets the slider to the shown frame
    show(requestedIndex);
  };
  const slider = h('input', { type: 'range', min: 0, 'aria-label': label, oninput });
  const textElement = h('span', { class: 'film-text' });
  const removeLanguageListener = onLanguageChange(updateControls);
  updateControls();

  function start() {
    if (frameIndex === null || frameIndex >= length - 1) show(0);
    timer = setInterval(() => {
      show((frameIndex ?? length) + 1);
      if (frameIndex === null) stop();
    }, kFrameMs);
    updateControls();
  }

  function stop() {
    clearInterval(timer);
    timer = undefined;
    updateControls();
  }

  /** @param {number} index */
  function show(index) {
    frameIndex = index < length ? index : null;
    updateControls();
    onShow();
  }

  function updateControls() {
    const text = frameIndex === null ? describePresent(now) : describe(frameIndex);
    play.textContent = timer ? translate('Stop') : translate('Replay');
    play.disabled = length < 2 && !timer;
    slider.disabled = length === 0;
    placeThumb(slider, frameIndex ?? length, length, share);
    slider.setAttribute('aria-valuetext', text);
    if (textElement.textContent !== text) textElement.textContent = text;
  }

  return {
    element: h('div', { class: 'film' }, play, slider, textElement),
    /** @param {number | null} index null for the present */
    choose(index) {
      stop();
      show(index ?? length);
    },
    /** @returns {number | null} index of the chosen frame; null for the present */
    getIndex: () => frameIndex,
    /**
     * @param {number} pictures number of frames @param {number} step of the present
     * @param {number | null} keep new index of the shown frame; null returns to the present
     * @param {number} [planned] step at which the slider is full; by default the present
     */
    update(pictures, step, keep, planned = step) {
      frameIndex = keep;
      [length, now, share] = [pictures, step, planned > 0 ? Math.min(1, step / planned) : 1];
      if (pictures === 0) stop();
      else updateControls();
    },
    dispose() {
      clearInterval(timer);
      removeLanguageListener();
    },
  };
}
