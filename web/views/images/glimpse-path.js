/**
 * The watched picture, looked at glimpse by glimpse, while the network learns where to look; and many pictures at once.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { createFilmHistory } from '../../parts/film-history.js';
import { createCustomLegend, createMark } from '../../parts/legend.js';
import { createMapHelp } from '../../parts/map-switch.js';
import { prefersReducedMotion } from '../../parts/stage.js';
import { throttle } from '../../parts/throttle.js';
import { createWatchedPair } from '../alignment/watched-pair.js';
import { GlimpseGallery } from './glimpse-gallery.js';
import { GlimpsePlayer } from './glimpse-player.js';
import { extractGlimpseSnapshot, readSizes } from './glimpse-scene.js';
import { glimpseStyles } from './glimpse-styles.js';
import { verdictText } from './glimpse-text.js';

export const styles = glimpseStyles;

/** @import { Frame, View, ViewOptions } from '../../engine/shapes.js' */
/** @import { Scene } from './glimpse-scene.js' */

const kWriteEveryMs = 400;

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  return new GlimpsePath(options);
}

/** @implements {View} */
class GlimpsePath {
  #options;
  #player;
  #gallery;
  #watched;
  /** @type {Scene | null} */
  #current = null;
  #visibleExample = Number.NaN;
  /** Whether it has started to play by itself, which it does once. */
  #hasPlayed = prefersReducedMotion();
  #reel = /** @type {ReturnType<typeof createFilmHistory<Scene>>} */ (
    createFilmHistory({ onShow: () => this.#show(), getLoss: ({ metrics }) => metrics['loss'] ?? Number.NaN })
  );
  #write = throttle(() => this.#writeWords(), kWriteEveryMs);
  element;
  readout;
  film;
  panels;

  /** @param {ViewOptions} options */
  constructor(options) {
    const { maps, rowLabels, manifest, parameters, change } = options;
    const sizes = readSizes(manifest.details, parameters());
    this.#options = options;
    this.film = this.#reel.film;
    this.#player = new GlimpsePlayer({
      sizes,
      count: rowLabels.length,
      label: translate('Path of the glimpses'),
      onControl: () => {
        this.#hasPlayed = true;
      },
    });
    this.#gallery = new GlimpseGallery(sizes, rowLabels.length);
    this.#watched = createWatchedPair(manifest.heldOut ?? 1, (example) => change('probeExample', example), {
      name: translate('Held-out picture'),
      range: translate('Held-out picture, 1 to {count}'),
      before: translate('Picture before'),
      next: translate('Next picture'),
    });
    this.element = h(
      'section',
      { class: 'bars glimpse', 'aria-label': translate('Path of the glimpses') },
      h('div', { class: 'align-head' }, this.#watched.element),
      this.#player.element,
      createCustomLegend(
        [createMark('truth'), translate('glyph')],
        [createMark('place'), translate('places, in their order')],
        [createMark('eye'), translate('what the glimpse sees, at each scale')],
        [createMark('spread'), translate('σ: how wide places scatter in training')],
      ),
      this.#player.table,
    );
    this.readout = h('div', { class: 'reading' }, createMapHelp(maps[0]), this.#player.readout);
    this.panels = [
      { name: 'many-pictures', label: translate('many pictures at once'), element: this.#gallery.pictures },
      { name: 'looks', label: translate('samples of the last step'), element: this.#gallery.samples },
    ];
  }

  /** @param {Frame} frame */
  update(frame) {
    const scene = extractGlimpseSnapshot(frame);
    if (!scene) return;
    const watched = Number(this.#options.parameters()['probeExample'] ?? 0);
    this.#watched.show(watched);
    // Another picture starts a new film.
    if (watched !== this.#visibleExample) this.#reel.clear();
    this.#visibleExample = watched;
    this.#reel.record(scene);
    this.#gallery.show(frame);
    this.#show();
    if (this.#hasPlayed || frame.step === 0) return;
    this.#hasPlayed = true;
    this.#player.start();
  }

  #show() {
    const scene = this.#reel.getFrame();
    if (!scene) return;
    this.#current = scene;
    this.#player.show(scene);
    this.#write.call();
  }

  #writeWords() {
    if (!this.#current) return;
    this.#player.write();
  }

  repaint() {
    this.#player.repaint();
    this.#gallery.repaint();
  }

  summary() {
    if (!this.#current) return '';
    return `${this.#player.summary()} ${verdictText(this.#current.metrics)}`.trim();
  }

  dispose() {
    this.#write.cancel();
    this.#player.dispose();
    this.#gallery.dispose();
  }
}
