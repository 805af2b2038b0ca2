/**
 * Where hard attention looked in the last training step: the samples of one picture, a dot for each, word by word.
 * @module
 */

import { translate, translateCount } from '../../language/translate.js';
import { createDisclosureTable } from '../../parts/disclosure-table.js';
import { h } from '../../parts/dom.js';
import { formatCount, markInvisible } from '../../parts/format.js';
import { createCustomLegend, createMark } from '../../parts/legend.js';
import { createStage } from '../../parts/stage.js';
import { paintSelectedCells, writeImage } from '../../plots/image-attention-paint.js';
import { computePixelSide, computeSide } from './caption-scene.js';
import { formatPlace } from './caption-text.js';

/** @import { Frame } from '../../engine/shapes.js' */

/** @typedef {{ picture: Float32Array, words: string[], regions: number[][] }} AttentionSamples `regions` word by word, the region of each sample */

export class CaptionSamples {
  #regions;
  /** @type {AttentionSamples | null} */
  #samples = null;
  #builtKey = '';
  /** @type {ReturnType<typeof createStage>[]} */
  #stages = [];
  #image = h('canvas');
  #list = h('ul', { class: 'caption-samples' });
  #status = h('p', { class: 'panel-note' }, translate('Nothing has been trained yet.'));
  #table = createDisclosureTable(translate('Looks of the last step as a table'));
  element = h(
    'section',
    { class: 'panel', 'data-figure': 'looks', 'aria-label': translate('Looks of the last training step') },
    this.#status,
    this.#list,
    createCustomLegend([createMark('sample'), translate('one sample looks here')]),
    this.#table.element,
  );

  /** @param {readonly string[]} regions row and column of each */
  constructor(regions) {
    this.#regions = regions;
  }

  /** @param {Frame} frame @param {readonly string[]} vocabulary */
  show({ tensors, step }, vocabulary) {
    const { looks, 'looks.picture': picture, 'looks.tokens': tokens } = tensors;
    if (step === 0 || !looks || !picture || !tokens) return;
    const samples = looks.length / tokens.length;
    // Padding is the token 0.
    const count = tokens.indexOf(0);
    const words = Array.from(
      tokens.subarray(0, count < 0 ? tokens.length : count),
      (i) => vocabulary[i] ?? '',
    );
    this.#samples = {
      picture: picture.slice(),
      words,
      regions: words.map((_, t) =>
        Array.from({ length: samples }, (_none, k) => looks[k * tokens.length + t] ?? -1),
      ),
    };
    this.#build(words);
    this.repaint();
  }

  write() {
    const current = this.#samples;
    if (!current) return;
    const softCount = current.regions.flat().filter((at) => at < 0).length;
    const samples = current.regions[0]?.length ?? 0;
    this.#status.textContent = [
      translateCount(
        samples,
        {
          one: '{count} sample of one picture of the batch: at each word it looked at one region, drawn by the weights.',
          other:
            '{count} samples of one picture of the batch: at each word each looked at one region, drawn by the weights.',
        },
        { count: formatCount(samples) },
      ),
      softCount > 0 && translate('Without a dot: the sample still used soft attention.'),
    ]
      .filter(Boolean)
      .join(' ');
    this.#table.write(() => ({
      head: [
        translate('word'),
        ...Array.from({ length: samples }, (_, k) => translate('sample {n}', { n: k + 1 })),
      ],
      rows: current.words.map((word, t) => [
        markInvisible(word),
        ...(current.regions[t] ?? []).map((at) =>
          at < 0 ? translate('soft') : formatPlace(this.#regions[at] ?? ''),
        ),
      ]),
    }));
  }

  repaint() {
    for (const stage of this.#stages) stage.redraw();
  }

  dispose() {
    for (const stage of this.#stages) stage.dispose();
  }

  /** @param {readonly string[]} words */
  #build(words) {
    const key = JSON.stringify(words);
    if (key === this.#builtKey) return;
    this.#builtKey = key;
    this.dispose();
    const canvases = words.map(() => h('canvas', { class: 'caption-thumb', 'aria-hidden': 'true' }));
    this.#stages = canvases.map((canvas, row) =>
      createStage(canvas, (context, size) => this.#paint(context, size, row)),
    );
    this.#list.replaceChildren(
      ...canvases.map((canvas, row) => h('li', {}, canvas, h('span', {}, markInvisible(words[row] ?? '')))),
    );
  }

  /** @param {CanvasRenderingContext2D} context @param {number} size @param {number} row */
  #paint(context, size, row) {
    const current = this.#samples;
    if (!current) return;
    const side = computePixelSide(current.picture);
    this.#image.width = this.#image.height = side;
    writeImage(this.#image, current.picture, side);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.#image, 0, 0, size, size);
    paintSelectedCells(context, { x: 0, y: 0, size }, current.regions[row] ?? [], computeSide(this.#regions));
  }
}
