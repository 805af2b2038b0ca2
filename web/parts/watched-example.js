/**
 * The choice of the watched example: by number, the previous one, the next one.
 * @module
 */

import { html } from 'lit';
import { translate } from '../language/translate.js';

/** @import { ViewOptions } from '../engine/shapes.js' */

/** Texts about pictures. */
export const getPictureTexts = () => ({
  name: translate('Held-out picture'),
  range: translate('Held-out picture, 1 to {count}'),
  before: translate('Picture before'),
  next: translate('Next picture'),
});

/**
 * @param {Pick<ViewOptions, 'manifest' | 'change'>} options
 * @param {number} watched counted from 0
 * @param {{ name: string, range: string, before: string, next: string }} texts
 * @param {number} [count]
 */
export function watchedExample({ manifest, change }, watched, texts, count = manifest.heldOut ?? 1) {
  /** Wraps around at both ends. @param {number} example */
  const watch = (example) => Number.isInteger(example) && change('probeExample', (example + count) % count);
  /** @param {string} text @param {string} label @param {number} by */
  const button = (text, label, by) =>
    html`<button type="button" class="button" aria-label=${label} @click=${() => watch(watched + by)}>${text}</button>`;
  return html`
    <p class="align-pair">
      <span>${texts.name}</span>
      <input type="number" min="1" max=${count} aria-label=${texts.range.replace('{count}', String(count))} .value=${String(watched + 1)}
        @change=${(/** @type {Event} */ { target }) => watch(/** @type {HTMLInputElement} */ (target).valueAsNumber - 1)} />
      ${button('‹', texts.before, -1)} ${button('›', texts.next, 1)}
    </p>
  `;
}

/** @param {Pick<ViewOptions, 'parameters'>} options @returns {number} the watched example, counted from 0 */
export const getWatchedExample = ({ parameters }) => Number(parameters()['probeExample'] ?? 0);
