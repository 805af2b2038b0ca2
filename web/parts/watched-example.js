/**
 * The control that chooses the watched example: a number, and buttons for the previous and the next example.
 */

import { html } from 'lit';
import { translate } from '../language/translate.js';

/** @import { ViewOptions } from '../engine/view-types.js' */

/** Texts of the control if the examples are pictures. */
export const getPictureTexts = () => ({
  name: translate('Test picture'),
  range: translate('Test picture, 1 to {count}'),
  before: translate('Picture before'),
  next: translate('Next picture'),
});

/** Texts of the control if the examples are pairs of sentences. */
export const getPairTexts = () => ({
  name: translate('Test pair'),
  trained: translate('Training pair'),
  range: translate('Test pair, 1 to {count}'),
  before: translate('Pair before'),
  next: translate('Next pair'),
});

/** Texts of the control if the examples are windows of a text. */
export const getWindowTexts = () => ({
  name: translate('Test window'),
  trained: translate('Training window'),
  range: translate('Test window, 1 to {count}'),
  before: translate('Window before'),
  next: translate('Next window'),
});

/** Texts of the control if the examples are sentences. */
export const getSentenceTexts = () => ({
  name: translate('Test sentence'),
  trained: translate('Training sentence'),
  range: translate('Test sentence, 1 to {count}'),
  before: translate('Sentence before'),
  next: translate('Next sentence'),
});

/** @typedef {{ name: string, trained?: string, range: string, before: string, next: string }} ExampleTexts */

/**
 * @param {Pick<ViewOptions, 'manifest' | 'change'>} options
 * @param {number} watched counted from 0
 * @param {ExampleTexts} texts
 */
export const watchedExampleTemplate = ({ manifest: { heldOut = 1, data }, change }, watched, texts) =>
  exampleChoiceTemplate({
    watched,
    heldOut,
    count: heldOut + (data?.trainingExamples ?? 0),
    texts,
    onWatch: (example) => change('probeExample', example),
  });

/**
 * @param {object} options
 * @param {number} options.watched counted from 0; NaN for none
 * @param {number} options.heldOut
 * @param {number} options.count number of all examples: the held-out ones, then the training examples
 * @param {ExampleTexts} options.texts
 * @param {(example: number) => void} options.onWatch
 */
export function exampleChoiceTemplate({ watched, heldOut, count, texts, onWatch }) {
  const { name, trained = name, range, before, next } = texts;
  /** Chooses an example; numbers wrap around at both ends. @param {number} example */
  const watch = (example) => Number.isInteger(example) && onWatch((example + count) % count);
  /** @param {string} text @param {string} label @param {number} by */
  const button = (text, label, by) =>
    html`<button type="button" class="button" aria-label=${label} @click=${() => watch(watched + by)}>${text}</button>`;
  return html`
    <p class="align-pair">
      <span>${watched >= heldOut ? trained : name}</span>
      <input type="number" min="1" max=${count} aria-label=${range.replace('{count}', String(count))} .value=${Number.isNaN(watched) ? '' : String(watched + 1)}
        @change=${(/** @type {Event} */ { target }) => watch(/** @type {HTMLInputElement} */ (target).valueAsNumber - 1)} />
      ${button('‹', before, -1)} ${button('›', next, 1)}
    </p>
  `;
}

/** @param {Pick<ViewOptions, 'parameters'>} options @returns {number} the watched example, counted from 0 */
export const getWatchedExample = ({ parameters }) => Number(parameters()['probeExample'] ?? 0);
