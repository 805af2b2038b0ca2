/**
 * Controls to scrub through a history: a slider that fills up to the present, and a play button.
 * @module
 */

import { html, render } from 'lit';
import { live } from 'lit/directives/live.js';
import { onLanguageChange, translate } from '../language/translate.js';
import { buttonTemplate } from './button.js';
import { toElement } from './dom.js';
import { formatCount } from './format.js';

const kFrameMs = 90;

/** @param {number} step */
const describeNow = (step) => translate('now, step {step}', { step: formatCount(step) });

/** @param {{ length: number, index: number, share: number, isPlaying: boolean, label: string, text: string, toggle: () => void, slide: (event: Event) => void }} state */
const filmTemplate = ({ length, index, share, isPlaying, label, text, toggle, slide }) => html`
  ${buttonTemplate(isPlaying ? translate('Stop') : translate('Replay'), toggle, length < 2 && !isPlaying)}
  <input type="range" min="0" max=${share > 0 ? Math.round(length / share) : 1} .value=${live(String(share > 0 ? index : 0))}
    ?disabled=${length === 0} aria-label=${label} aria-valuetext=${text} @input=${slide} />
  <span class="film-text">${text}</span>
`;

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
  const element = toElement(html`<div class="film"></div>`);
  const removeLanguageListener = onLanguageChange(draw);
  draw();

  function start() {
    if (frameIndex === null || frameIndex >= length - 1) show(0);
    timer = setInterval(() => {
      show((frameIndex ?? length) + 1);
      if (frameIndex === null) stop();
    }, kFrameMs);
    draw();
  }

  function stop() {
    clearInterval(timer);
    timer = undefined;
    draw();
  }

  /** @param {number} index */
  function show(index) {
    frameIndex = index < length ? index : null;
    draw();
    onShow();
  }

  /** @param {Event} event */
  function slide({ target }) {
    const requestedIndex = /** @type {HTMLInputElement} */ (target).valueAsNumber;
    stop(); // resets the slider to the shown frame
    show(requestedIndex);
  }

  function draw() {
    const text = frameIndex === null ? describePresent(now) : describe(frameIndex);
    const [index, isPlaying] = [frameIndex ?? length, timer !== undefined];
    const toggle = isPlaying ? stop : start;
    render(filmTemplate({ length, index, share, isPlaying, label, text, toggle, slide }), element);
  }

  return {
    element,
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
      else draw();
    },
    dispose() {
      clearInterval(timer);
      removeLanguageListener();
    },
  };
}
