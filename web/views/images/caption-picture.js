/**
 * The watched picture and its caption, with attention as light on the picture word by word, while it is learned. With hard
 * attention also where the last training step looked: the samples of one of its pictures.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { createFilmHistory } from '../../parts/film-history.js';
import { createMapHelp } from '../../parts/map-switch.js';
import { prefersReducedMotion } from '../../parts/stage.js';
import { throttle } from '../../parts/throttle.js';
import { createWatchedPair } from '../alignment/watched-pair.js';
import { CaptionPlayer } from './caption-player.js';
import { CaptionSamples } from './caption-samples.js';
import { extractScene } from './caption-scene.js';
import { captionStyles } from './caption-styles.js';
import { captionVerdict, summarizeScene } from './caption-text.js';

export const styles = captionStyles;

/** @import { NamedMap, TokenDetails, View, ViewOptions } from '../../engine/shapes.js' */
/** @import { AttentionKind, Scene } from './caption-scene.js' */

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  return new CaptionView(options);
}

/** @implements {View} */
class CaptionView {
  #options;
  #map;
  #player;
  #samples;
  #verdict = h('p', { class: 'align-verdict' });
  #watched;
  /** @type {ReturnType<typeof createFilmHistory<Scene>>} */
  #reel;
  /** @type {Scene | null} */
  #current = null;
  /** Whether it has started to play by itself, which it does once. */
  #hasPlayed = false;
  #write = throttle(() => this.#writeWords(), 400);
  element;
  readout;
  panels;

  /** @param {ViewOptions} options */
  constructor(options) {
    const { maps, columnLabels, manifest, change } = options;
    this.#options = options;
    this.#map = /** @type {NamedMap} */ (maps[0]);
    this.#player = new CaptionPlayer({ label: translate('Regions of the picture'), regions: columnLabels });
    this.#samples = this.#attentionKind === 'hard' ? new CaptionSamples(columnLabels) : null;
    const pictures = manifest.heldOut ?? 1;
    this.#watched = createWatchedPair(pictures, (example) => change('probeExample', example), {
      name: translate('Held-out picture'),
      range: translate('Held-out picture, 1 to {count}'),
      before: translate('Picture before'),
      next: translate('Next picture'),
    });
    this.#reel = /** @type {ReturnType<typeof createFilmHistory<Scene>>} */ (
      createFilmHistory({
        onShow: () => this.#show(),
        getLoss: ({ metrics }) => metrics['loss'] ?? Number.NaN,
      })
    );
    this.element = h(
      'section',
      { class: 'bars caption', 'aria-label': translate('Picture and caption') },
      h('div', { class: 'align-head' }, this.#watched.element),
      this.#player.element,
      this.#player.table,
    );
    this.readout = h(
      'div',
      { class: 'reading' },
      createMapHelp(this.#map),
      this.#verdict,
      this.#player.readout,
    );
    this.panels = this.#samples
      ? [{ name: 'looks', label: translate('sampled looks'), element: this.#samples.element }]
      : [];
  }

  get film() {
    return this.#reel.film;
  }

  get #attentionKind() {
    return /** @type {AttentionKind} */ (this.#options.parameters()['attention']);
  }

  /** @type {View['update']} */
  update(frame) {
    const { parameters, manifest } = this.#options;
    const { targetWords: words = [] } = /** @type {TokenDetails} */ (manifest.details);
    const scene = extractScene(frame, this.#map, words, this.#attentionKind);
    if (!scene) return;
    const watched = Number(parameters()['probeExample'] ?? 0);
    this.#watched.show(watched);
    // Another picture starts a new film.
    if (this.#current && !hasSameWords(this.#current, scene)) this.#reel.clear();
    this.#reel.record(scene);
    this.#samples?.show(frame, words);
    this.#show();
    if (this.#hasPlayed || frame.step === 0) return;
    this.#hasPlayed = true;
    if (!prefersReducedMotion()) this.#player.play();
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
    this.#verdict.textContent = captionVerdict(this.#current.metrics, this.#current.kind);
    this.#player.write();
    this.#samples?.write();
  }

  repaint() {
    this.#player.repaint();
    this.#samples?.repaint();
  }

  summary() {
    if (!this.#current) return '';
    const summary = summarizeScene(this.#current, this.#options.columnLabels);
    return `${summary} ${this.#verdict.textContent}`.trim();
  }

  dispose() {
    this.#write.cancel();
    this.#player.dispose();
    this.#samples?.dispose();
  }
}

/** @param {Scene} one @param {Scene} other */
const hasSameWords = (one, other) =>
  one.words.join(' ') === other.words.join(' ') && one.truth.every((share, i) => share === other.truth[i]);
