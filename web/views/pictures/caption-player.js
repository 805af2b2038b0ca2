/**
 * A picture under the light of attention, word by word: the picture large, a strip of all words with small pictures, a
 * button that plays the caption. One word is shown at a time; it can be chosen, and the cells can be read.
 * @module
 */

import { translate } from '../../language/translate.js';
import { createCellCursor } from '../../parts/cell-cursor.js';
import { createChoices } from '../../parts/choices.js';
import { createDisclosureTable, exactNumber } from '../../parts/disclosure-table.js';
import { h } from '../../parts/dom.js';
import { formatNumber, formatShare, quoteToken, markInvisible } from '../../parts/format.js';
import { createFormulaChain } from '../../parts/formula.js';
import { createCustomLegend, createMark, createRamp } from '../../parts/legend.js';
import { createPlayback } from '../../parts/playback.js';
import { createStage, prefersReducedMotion } from '../../parts/stage.js';
import { findLargestColumn } from '../../plots/largest-column.js';
import { interpolateLight, outlineCells, paintCells, paintRing, writeImage } from '../../plots/image-attention-paint.js';
import { readTheme } from '../../plots/theme.js';
import { computeSoftmax, weightFormula } from '../alignment/alignment-text.js';
import { pixelsOf, rowOf, sideOf } from './caption-scene.js';
import { CaptionStrip } from './caption-strip.js';
import { lookText, placeText } from './caption-text.js';

/** @import { Scene } from './caption-scene.js' */

/** How long a word is shown while the caption is played, and how long the light moves. */
const kDwellMs = 1300;
const kTravelMs = 450;
/** Pixels of the light per pixel of the picture. */
const kFine = 2;

export class CaptionPlayer {
  /** @type {Scene | null} */
  #scene = null;
  #at = 0;
  /** The weights from which the light moves. @type {{ weights: Float32Array, began: number } | null} */
  #way = null;
  #bare = false;
  #image = h('canvas');
  #canvas = h('canvas', { 'aria-hidden': 'true' });
  #stage;
  #cursor;
  #strip;
  #regions;
  #table;
  #playback = createPlayback({
    label: translate('Play the caption'),
    everyMs: kDwellMs,
    begin: () => this.#go(0),
    // It ends at the first word, because the last one is `<end>`, which names nothing.
    next: () => {
      this.#go((this.#at + 1) % Math.max(1, this.#scene?.rows ?? 0));
      return this.#at > 0;
    },
  });
  #line = h('p', { class: 'caption-line', 'aria-hidden': 'true' });
  /** Text about the cell that is pointed at, or about the word; the view places it. */
  readout = h('div', { class: 'readout' });
  #legend = h('div');
  element;

  /**
   * @param {object} options
   * @param {string} options.label
   * @param {readonly string[]} options.regions row and column of each
   */
  constructor({ label, regions }) {
    this.#regions = regions;
    const side = sideOf(regions);
    const cells = Array.from({ length: side }, () =>
      Array.from({ length: side }, () => h('span', { class: 'bars-cell' })),
    );
    const grid = h(
      'div',
      { class: 'caption-cells', role: 'grid', 'aria-label': label },
      ...cells.map((row) => h('div', { role: 'row' }, ...row)),
    );
    this.#cursor = createCellCursor({ element: grid, rows: cells, onPoint: () => this.#point() });
    this.#stage = createStage(this.#canvas, (context, width, _height, time) =>
      this.#paint(context, width, time),
    );
    this.#strip = new CaptionStrip((word) => this.choose(word));
    this.#table = createDisclosureTable(translate('Weights as a table'));
    const picture = h('div', { class: 'caption-scene' }, this.#canvas, grid);
    picture.style.setProperty('--caption-cells', String(side));
    this.element = h(
      'div',
      { class: 'caption-player' },
      h('div', { class: 'caption-main' }, picture),
      h(
        'div',
        { class: 'caption-beside' },
        h('div', { class: 'caption-row' }, this.#playback.button, this.#choices()),
        this.#line,
        this.#strip.element,
      ),
      this.#legend,
    );
    this.#write();
  }

  /** All weights as a table; the view places it. */
  get table() {
    return this.#table.element;
  }

  /** @param {Scene} scene */
  show(scene) {
    const other = scene.words.join(' ') !== this.#scene?.words.join(' ');
    const kind = scene.how !== this.#scene?.how;
    this.#scene = scene;
    if (other) {
      this.#way = null;
      if (this.#at >= scene.rows) this.#at = 0;
    }
    this.#strip.show(scene, this.#at, this.#bare);
    if (kind) this.#tellLegend();
    this.#stage.redraw();
    if (other) this.#write();
  }

  /** Stops playing at a word. @param {number} word */
  choose(word) {
    this.#playback.stop();
    this.#go(word);
  }

  play() {
    this.#playback.start();
  }

  repaint() {
    this.#stage.redraw();
    this.#strip.repaint();
  }

  /** Writes the table and the texts for screen readers. */
  write() {
    this.#write();
    const scene = this.#scene;
    if (!scene) return;
    const side = sideOf(this.#regions);
    this.#cursor.describe((row, column) => this.#cellText(scene, row * side + column).label);
    this.#table.write((whole) => this.#tableText(scene, whole));
  }

  dispose() {
    this.#playback.stop();
    this.#stage.dispose();
    this.#strip.dispose();
  }

  #choices() {
    return createChoices({
      label: translate('Picture'),
      choices: [
        { value: 'light', label: translate('Light') },
        { value: 'cells', label: translate('Cells') },
      ],
      shown: 'light',
      onChoose: (value) => {
        this.#bare = value === 'cells';
        if (this.#scene) this.#strip.show(this.#scene, this.#at, this.#bare);
        this.#tellLegend();
        this.#stage.redraw();
      },
    });
  }

  /** @param {number} word */
  #go(word) {
    const scene = this.#scene;
    if (!scene || word === this.#at) return;
    this.#way = prefersReducedMotion()
      ? null
      : { weights: rowOf(scene, this.#at, 'weights').slice(), began: Number.NaN };
    this.#at = word;
    this.#strip.choose(word);
    this.#stage.redraw();
    this.#write();
  }

  #point() {
    this.#stage.redraw();
    this.#read();
  }

  /** @param {CanvasRenderingContext2D} context @param {number} size @param {number} time @returns {boolean} whether it moves */
  #paint(context, size, time) {
    const scene = this.#scene;
    if (!scene) return false;
    const square = { x: 0, y: 0, size };
    const cells = sideOf(this.#regions);
    const weights = rowOf(scene, this.#at, 'weights');
    const part = this.#partOfWay(time);
    if (this.#bare) paintCells(context, square, weights, cells);
    else this.#paintPicture(context, size, scene, weights, part);
    const { line } = readTheme(this.#canvas);
    const truth = rowOf(scene, this.#at, 'truth');
    if (scene.truth.length > 0) outlineCells(context, square, (i) => (truth[i] ?? 0) > 0, cells, line);
    if (scene.how === 'hard') paintRing(context, square, findLargestColumn(weights, 0, weights.length), cells, line);
    const pointed = this.#pointed();
    outlineCells(context, square, (i) => i === pointed, cells, line / 2, [3, 3]);
    return part < 1;
  }

  /** @param {CanvasRenderingContext2D} context @param {number} size @param {Scene} scene @param {Float32Array} weights @param {number} part */
  #paintPicture(context, size, scene, weights, part) {
    const pixels = pixelsOf(scene.picture);
    this.#image.width = this.#image.height = kFine * pixels;
    const cells = sideOf(this.#regions);
    const light =
      scene.how === 'none'
        ? undefined
        : interpolateLight(this.#way?.weights ?? weights, weights, part, cells, kFine * pixels);
    writeImage(this.#image, scene.picture, pixels, light);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.#image, 0, 0, size, size);
  }

  /** @param {number} time @returns {number} how far the light has moved, from 0 to 1 */
  #partOfWay(time) {
    if (!this.#way) return 1;
    if (Number.isNaN(this.#way.began)) this.#way.began = time;
    const part = Math.min(1, (time - this.#way.began) / kTravelMs);
    if (part >= 1) this.#way = null;
    return part * part * (3 - 2 * part);
  }

  /** @returns {number} region that is pointed at, −1 for none */
  #pointed() {
    const cell = this.#cursor.getPointedCell();
    return cell ? cell.row * sideOf(this.#regions) + cell.column : -1;
  }

  #write() {
    const words = this.#scene?.words ?? [];
    this.#playback.button.disabled = words.length < 2;
    this.#line.replaceChildren(
      ...words.flatMap((word, i) =>
        [
          i > 0 && ' ',
          h(i === this.#at ? 'b' : 'span', { 'data-later': i > this.#at }, markInvisible(word)),
        ].filter((node) => node !== false),
      ),
    );
    this.#read();
  }

  #read() {
    const scene = this.#scene;
    if (!scene || this.#at >= scene.rows) return this.readout.replaceChildren();
    const region = this.#pointed();
    if (region < 0) return this.readout.replaceChildren(h('p', {}, lookText(scene, this.#at, this.#regions)));
    const { where, isTrue, share } = this.#cellText(scene, region);
    const parts = computeSoftmax(scene, this.#at, region, null);
    const formula = scene.how === 'none' ? [] : weightFormula(parts, null);
    this.readout.replaceChildren(
      h(
        'p',
        { class: 'readout-where' },
        where,
        isTrue && h('span', { class: 'readout-truth' }, translate('the truth')),
      ),
      h(
        'p',
        {},
        [
          translate('weight {share}', { share }),
          formula.length > 0 && translate('score e = {score}', { score: formatNumber(parts.score) }),
        ]
          .filter(Boolean)
          .join(', '),
      ),
      h('p', { class: 'readout-formula' }, ...(formula.length > 0 ? createFormulaChain(formula) : [])),
    );
  }

  /** @param {Scene} scene @param {number} region */
  #cellText(scene, region) {
    const at = this.#at * scene.columns + region;
    const share = formatShare(scene.how === 'none' ? Number.NaN : (scene.weights[at] ?? Number.NaN));
    const isTrue = (scene.truth[at] ?? 0) > 0;
    const where = `${quoteToken(scene.words[this.#at])}, ${placeText(this.#regions[region] ?? '')}`;
    const label = isTrue ? translate('{where}: {share}, the truth', { where, share }) : `${where}: ${share}`;
    return { where, isTrue, share, label };
  }

  /** The weights of the shown word as the regions lie, or of all words if `whole`. @param {Scene} scene @param {boolean} whole */
  #tableText(scene, whole) {
    const side = sideOf(this.#regions);
    /** @param {number} row @param {number} region */
    const cell = (row, region) => {
      const share = exactNumber(scene.weights[row * scene.columns + region] ?? Number.NaN, formatShare);
      return (scene.truth[row * scene.columns + region] ?? 0) > 0 ? h('strong', {}, share) : share;
    };
    if (whole)
      return {
        head: [translate('word'), ...this.#regions.map(placeText)],
        rows: scene.words.map((word, row) => [word, ...this.#regions.map((_, region) => cell(row, region))]),
      };
    const numbers = Array.from({ length: side }, (_, i) => i);
    return {
      caption: translate('weights of the regions at {word}, those of its object in bold', {
        word: quoteToken(scene.words[this.#at]),
      }),
      head: [translate('row'), ...numbers.map((column) => translate('column {column}', { column: column + 1 }))],
      rows: numbers.map((row) => [
        String(row + 1),
        ...numbers.map((column) => cell(this.#at, row * side + column)),
      ]),
    };
  }

  #tellLegend() {
    const how = this.#scene?.how ?? 'soft';
    const light = how !== 'none' && !this.#bare;
    this.#legend.replaceChildren(
      createCustomLegend(
        [createMark('truth'), translate('the object that the word names')],
        ...(light ? [[createMark('light'), translate('bright: large weight, as a share of the word’s largest')]] : []),
        ...(this.#bare ? [[translate('weight'), ...createRamp()]] : []),
        ...(how === 'hard' ? [[createMark('look'), translate('the region that it looks at')]] : []),
      ),
    );
  }
}
