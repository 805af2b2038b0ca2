/**
 * Many pictures at once, each with its path; and one picture of the last training step, looked at by all its samples.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { formatFixed } from '../../parts/format.js';
import { createGlimpseCanvas } from './glimpse-canvas.js';
import { computePixel, getPart, isOnGlyph } from './glimpse-scene.js';
import { getGlyphName } from './glimpse-text.js';

/** @import { Frame } from '../../engine/shapes.js' */
/** @import { Sizes } from './glimpse-scene.js' */

export class GlimpseGallery {
  #sizes;
  #count;
  /** @type {Item[]} */
  #canvases = [];
  /** @type {Item[]} */
  #sampleItems = [];
  #status = h('p', { class: 'panel-note' });
  #grid = h('div', { class: 'glimpse-many' });
  #sampleGrid = h('div', { class: 'glimpse-many' });
  pictures = h(
    'section',
    { class: 'bars', 'aria-label': translate('Many pictures at once') },
    h(
      'p',
      { class: 'panel-note' },
      translate('Held-out pictures, each with the path of its glimpses and the answer after the last one.'),
    ),
    this.#grid,
  );
  samples = h(
    'section',
    { class: 'bars', 'aria-label': translate('Samples of the last step') },
    this.#status,
    this.#sampleGrid,
  );

  /** @param {Sizes} sizes @param {number} count of glimpses */
  constructor(sizes, count) {
    this.#sizes = sizes;
    this.#count = count;
  }

  /** @param {Frame} frame */
  show({ tensors }) {
    const { canvases, canvasGlyphs, canvasPlaces, canvasAnswers, looks, sigma } = tensors;
    const sampledImage = tensors['looks.picture'];
    if (!canvases || !canvasGlyphs || !canvasPlaces || !canvasAnswers || !looks || !sampledImage) return;
    const { side, glyphSide } = this.#sizes;
    const pixels = side * side;
    const numbers = 2 * this.#count;
    /** @param {readonly number[]} places */
    const computePath = (places) =>
      Array.from({ length: this.#count }, (_, t) => computePixel(places, t, side));
    addItems(this.#canvases, canvasAnswers.length, this.#grid);
    this.#canvases.forEach((item, i) => {
      const [glyph = -1, row = 0, column = 0] = getPart(canvasGlyphs, i, 3);
      const places = getPart(canvasPlaces, i, numbers);
      const at = { row, column };
      item.picture.show({
        values: getPart(canvases, i, pixels),
        glimpses: { path: computePath(places), truth: { ...at, size: glyphSide } },
      });
      const answer = getGlyphName(this.#sizes, canvasAnswers[i] ?? 0);
      const right = canvasAnswers[i] === glyph;
      const hit = isOnGlyph({ places: Float32Array.from(places), glyph, at }, this.#count - 1, this.#sizes);
      setText(item.caption, `${answer} ${right ? '✓' : '✗'}${hit ? '' : ` ${translate('(elsewhere)')}`}`);
    });
    addItems(this.#sampleItems, looks.length / numbers, this.#sampleGrid);
    this.#sampleItems.forEach((item, i) => {
      item.picture.show({
        values: sampledImage,
        glimpses: { path: computePath(getPart(looks, i, numbers)) },
      });
      setText(item.caption, translate('sample {n}', { n: i + 1 }));
    });
    setText(
      this.#status,
      translate(
        'One picture of the last training step, looked at {count} times: chance scatters the places, σ is {sigma} of half the picture.',
        {
          count: this.#sampleItems.length,
          sigma: formatFixed(sigma?.[0] ?? 0, 2),
        },
      ),
    );
  }

  repaint() {
    for (const { picture } of [...this.#canvases, ...this.#sampleItems]) picture.repaint();
  }

  dispose() {
    for (const { picture } of [...this.#canvases, ...this.#sampleItems]) picture.dispose();
  }
}

/** @typedef {{ picture: ReturnType<typeof createGlimpseCanvas>, caption: HTMLElement }} Item */

/** Adds items up to a count, in two rows where there is room. @param {Item[]} items @param {number} count @param {HTMLElement} grid */
function addItems(items, count, grid) {
  grid.style.setProperty('--glimpse-columns', String(Math.ceil(count / 2)));
  while (items.length < count) {
    const picture = createGlimpseCanvas();
    const caption = h('figcaption', {});
    items.push({ picture, caption });
    grid.append(h('figure', {}, picture.canvas, caption));
  }
}

/** @param {HTMLElement} element @param {string} text */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
