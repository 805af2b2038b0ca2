/**
 * The poster, which is shown before the instrument starts: a picture of the map that its settings learn.
 *
 * @slot poster - Replaces the poster, which is shown before the instrument starts.
 */
import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { calculator, maps, outlines } from '../../outline.js';
import { Feature } from './feature.js';

/** The only icon that the poster needs; the others are in icons.js. */
export const runIcon = html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 1.5v13l11-6.5z" /></svg>`;

export class Poster extends Feature {
  /** @type {import('../poster-picture.js').PosterPicture | null} */
  picture = null;

  /** Loads the picture, unless the instrument starts at once. Without a picture Run still works. */
  async update() {
    const { settings, start, state, visibility } = this.host;
    const { configuration, mode } = settings.current;
    // No map is shown if the reader is to predict it.
    if (mode === 'quiz' || mode === 'lesson') {
      this.picture = null;
      return;
    }
    if (start.live || (visibility.isStarting && state !== 'failed')) return;
    let picture = null;
    try {
      picture = await (await import('../poster-picture.js')).createPosterPicture(configuration);
    } catch {
      // If loading fails, the poster has no picture.
    }
    if (configuration !== settings.current.configuration) return;
    this.picture = picture;
    this.host.requestUpdate();
  }

  template() {
    const { isStartSlow, layout, settings, start, state } = this.host;
    const { experiment } = settings.current.configuration;
    const isStarting = state === 'starting' || state === 'live';
    const outline = outlines().find(({ name }) => name === experiment);
    const { title, summary } = outline ?? (experiment === maps.name ? maps : calculator);
    return html`
    <div class="screen">
      <div class="transport" part="controls">
        <button class="button primary" type="button" ?disabled=${isStarting} @click=${() => start.activate({ run: true })}>
          ${runIcon} ${isStarting ? translate('Starting') : outline ? translate('Run') : translate('Open')}
        </button>
        ${isStartSlow ? html`<button class="button" type="button" @click=${() => start.switchOff()}>${translate('Cancel')}</button>` : null}
        <p class="poster-title" role="status">
          ${isStartSlow ? translate('Still loading: the network or the machine is slow.') : translate(title)}
        </p>
      </div>
      <div class="sheet" part="map">
        <p class="poster-note">${translate(summary)}</p>
        <slot name="poster"><div class="poster-picture">${this.picture?.drawing()}</div></slot>
        <p class="poster-note">${this.picture?.caption()}</p>
      </div>
      ${layout.options.foot}
    </div>
  `;
  }
}
