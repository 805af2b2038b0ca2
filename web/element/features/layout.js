/**
 * Attributes that select the parts on screen and the open exploration.
 *
 * @fires {CustomEvent<{ explore: string }>} attento-explore - The reader has opened an exploration, or returned to the map.
 * @csspart scope - The outer box, with its border.
 * @csspart shell - The content of the box.
 * @csspart map - The learned attention map over the truth.
 * @csspart controls - Run controls: run, step, speed.
 * @csspart numbers - The inspected cell, loss and metrics.
 * @csspart bar - Presets, panels, Share.
 */
import { Feature } from './feature.js';

/** All these attributes are properties, too. @type {Record<string, import('./attribute.js').Attribute>} */
export const attributes = {
  /** Which controls the reader gets; default all. @attr {'all' | 'run' | 'none'} */
  controls: {},
  /** Fills the height that the page gives it and shows all its parts. */
  fit: { type: Boolean, reflect: true },
  /** Without `fit`: parts to show in addition to the map and the run controls: inspector, try, explore. */
  parts: {},
  /** The exploration that is shown instead of the map. */
  explore: {},
};

export class Layout extends Feature {
  /** @type {string | undefined} */
  #explore;

  /** @returns {import('../../instrument/screen-frame.js').ScreenOptions} */
  get options() {
    const { controls, explore, fit, links, parts, state, tab } = this.host;
    return {
      controls: controls ?? 'all',
      parts: (fit ? 'inspector try explore' : (parts ?? '')).split(/[\s,]+/),
      explore: explore ?? '',
      tab,
      // With `fit` no link to the lab is needed: the page is the lab or links to it.
      foot: fit && state !== 'failed' ? null : links.labTemplate(),
    };
  }

  hostUpdated() {
    const { explore, start, tab } = this.host;
    // On a narrow screen the attribute makes room for the numbers below the map.
    this.host.toggleAttribute('data-open', tab === 'side');
    const previous = this.#explore;
    this.#explore = explore;
    if (previous === undefined || previous === explore) return;
    start.live?.onExplore(explore);
    this.host.emit('attento-explore', { explore });
  }
}
