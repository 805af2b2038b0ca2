/**
 * Pictures that are generated from random latent numbers. The numbers stay the same during training, so the pictures become
 * digits step by step. Beside them are those of the baseline without windows, from the same numbers.
 * @module
 */

import { translate } from '../../language/translate.js';
import { createDisclosureTable, exactNumber } from '../../parts/disclosure-table.js';
import { h } from '../../parts/dom.js';
import { createFilmStrip } from '../../parts/film-strip.js';
import { capitalize, formatCount, formatFixed, formatShare } from '../../parts/format.js';
import { getModelNames } from '../../parts/model-names.js';
import { throttle } from '../../parts/throttle.js';
import { computeInk, createImage, getPart, kPixels } from './draw-image.js';
import { drawStyles } from './draw-styles.js';

export const styles = drawStyles;

/** @import { Frame, View, ViewOptions } from '../../engine/shapes.js' */

const kColumns = 6;

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  return new GeneratedImages(options);
}

/** @implements {View} */
class GeneratedImages {
  /** @type {Frame | null} */
  #frame = null;
  #sheets;
  #strip = /** @type {ReturnType<typeof createFilmStrip<Frame>>} */ (
    createFilmStrip({ onShow: () => this.#showFrame(), describe: describeFrame, getLoss: ({ loss }) => loss })
  );
  #table = createDisclosureTable(translate('Invented pictures as a table'));
  #draw = throttle(() => this.#show(), 100);
  #words = throttle(() => this.#write(), 1000);
  wide = true;

  /** @param {ViewOptions} options */
  constructor(options) {
    const names = getModelNames(options);
    const baseline = options.parameters()['baseline'] !== 'none';
    this.#sheets = ['invented', ...(baseline ? ['baselineInvented'] : [])].map((tensor, i) => {
      const picture = createImage({ columns: kColumns });
      picture.canvas.removeAttribute('aria-hidden');
      picture.canvas.setAttribute('role', 'img');
      return { tensor, picture, name: names[i] ?? '' };
    });
    const note = translate(
      'The decoder draws from random latent numbers alone; nothing is read. The numbers stay the same while it learns.',
    );
    this.element = h(
      'section',
      { class: 'panel draw-wall', 'aria-label': translate('Invented pictures') },
      h('h2', {}, translate('Invented pictures')),
      h('p', { class: 'panel-note' }, note),
      h(
        'div',
        { class: 'draw-sheets' },
        ...this.#sheets.map(({ picture, name }) =>
          h('figure', {}, h('figcaption', {}, capitalize(name)), picture.canvas),
        ),
      ),
      this.#strip.element,
      this.#table.element,
    );
    this.film = this.#strip.film;
  }

  #showFrame() {
    this.#frame = this.#strip.getFrame();
    this.#draw.call();
    this.#words.call();
  }

  /** @param {string} tensor @returns {ArrayLike<number>} picture after picture */
  #getImages(tensor) {
    return this.#frame?.tensors[tensor] ?? [];
  }

  #show() {
    for (const { tensor, picture } of this.#sheets) {
      const values = this.#getImages(tensor);
      if (values.length > 0) picture.show({ values });
    }
  }

  #write() {
    for (const { tensor, picture, name } of this.#sheets) {
      const values = this.#getImages(tensor);
      const count = values.length / kPixels;
      const text = translate(
        '{count} pictures invented by {name} after step {step}, with {ink} pixels of ink on average',
        {
          count,
          name,
          step: formatCount(this.#frame?.step ?? 0),
          ink: formatFixed(computeInk(values) / count, 1),
        },
      );
      picture.canvas.setAttribute('aria-label', text);
    }
    this.#table.write((whole) => this.#tableText(whole));
  }

  /** @param {boolean} whole every pixel, or the ink of each picture */
  #tableText(whole) {
    const pixels = Array.from({ length: kPixels }, (_, i) => String(i + 1));
    return {
      caption: whole ? translate('ink of each pixel, row by row') : translate('pixels of ink'),
      head: [translate('picture'), ...(whole ? pixels : [translate('ink')])],
      rows: this.#sheets.flatMap(({ tensor, name }) => {
        const values = this.#getImages(tensor);
        return Array.from({ length: values.length / kPixels }, (_, i) => {
          const ink = getPart(values, i);
          const sum = exactNumber(computeInk(ink), (value) => formatFixed(value, 1));
          return [
            `${name} ${i + 1}`,
            ...(whole ? ink.map((value) => exactNumber(value, formatShare)) : [sum]),
          ];
        });
      }),
    };
  }

  /** @param {Frame} next */
  update(next) {
    this.#strip.record(next);
    this.#showFrame();
  }

  repaint() {
    for (const { picture } of this.#sheets) picture.repaint();
  }

  summary() {
    return '';
  }

  dispose() {
    this.#draw.cancel();
    this.#words.cancel();
    this.#strip.dispose();
    for (const { picture } of this.#sheets) picture.dispose();
  }
}

/** @param {Frame} frame */
function describeFrame({ step, metrics }) {
  return translate('step {step}, bound {nats} nats', {
    step: formatCount(step),
    nats: formatFixed(metrics['variationalBound'] ?? Number.NaN, 1),
  });
}
