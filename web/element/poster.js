/**
 * The instrument while switched off: the same layout, with a picture of what these settings learn in place of the map.
 * @module
 */
import { html } from 'lit';
import { translate } from '../language/translate.js';
import { calculator, maps, outlines } from '../outline.js';

/** @import { Configuration } from '../engine/schema.js' */

/** The only icon that the poster needs; the others are in icons.js. */
export const runIcon = html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 1.5v13l11-6.5z" /></svg>`;

/**
 * @param {object} options
 * @param {Configuration} options.configuration
 * @param {unknown} options.foot
 * @param {'off' | 'starting' | 'failed'} options.state
 * @param {boolean} options.slow whether starting takes unusually long
 * @param {import('./poster-picture.js').PosterPicture | null} options.picture null while there is none
 * @param {() => void} options.onPlay
 * @param {() => void} options.onCancel
 */
export function posterTemplate({ configuration, foot, state, slow, picture, onPlay, onCancel }) {
  const outline = outlines().find(({ name }) => name === configuration.experiment);
  const { title, summary } = outline ?? (configuration.experiment === maps.name ? maps : calculator);
  return html`
    <div class="screen">
      <div class="transport" part="controls">
        <button class="button primary" type="button" ?disabled=${state === 'starting'} @click=${onPlay}>
          ${runIcon} ${state === 'starting' ? translate('Starting') : outline ? translate('Run') : translate('Open')}
        </button>
        ${slow ? html`<button class="button" type="button" @click=${onCancel}>${translate('Cancel')}</button>` : null}
        <p class="poster-title" role="status">
          ${slow ? translate('Still loading: the network or the machine is slow.') : translate(title)}
        </p>
      </div>
      <div class="sheet" part="map">
        <p class="poster-note">${translate(summary)}</p>
        <slot name="poster"><div class="poster-picture">${picture?.drawing()}</div></slot>
        <p class="poster-note">${picture?.caption()}</p>
      </div>
      ${foot}
    </div>
  `;
}
