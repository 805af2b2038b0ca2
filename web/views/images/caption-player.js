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
import { formatNumber, formatShare, markInvisible, quoteToken } from '../../parts/format.js';
import { createFormulaChain } from '../../parts/formula.js';
import { createCustomLegend, createMark, createRamp } from '../../parts/legend.js';
import { createPlayback } from '../../parts/playback.js';
import { createStage, prefersReducedMotion } from '../../parts/stage.js';
import {
  interpolateLight,
  outlineCells,
  paintCells,
  paintRing,
  writeImage,
} from '../../plots/image-attention-paint.js';
import { findLargestColumn } from '../../plots/largest-column.js';
import { readTheme } from '../../plots/theme.js';
import { computeSoftmax, weightFormula } from '../alignment/alignment-text.js';
import { computePixelSide, computeSide, getRow } from './caption-scene.js';
import { CaptionStrip } from './caption-strip.js';
import { describeAttention, formatPlace } from './caption-text.js';

/** @import { Scene } from './caption-scene.js' */

/** How long a word is shown while the caption is played, and how long the light moves. */
const kWordMs = 1300;
const kTransitionMs = 450;
/** Pixels of the light per pixel of the picture. */
const kLightResolution = 2;

export class CaptionPlayer {
  /** @type {Scene | null} */
  #scene = null;
  #word = 0;
  /** The weights from which the light moves. @type {{ weights: Float32Array, began: number } | null} */
  #transition = null;
  #showsCells = false;
  #image = h('canvas');
  #canvas = h('canvas', { 'aria-hidden': 'true' });
  #stage;
  #cursor;
  #strip;
  #regions;
  #table;
  #playback = createPlayback({
    label: translate('Play the caption'),
    everyMs: kWordMs,
    begin: () => this.#showWord(0),
    // It ends at the first word, because the last one is `<end>`, which names nothing.
    next: () => {
      this.#showWord((this.#word + 1) % Math.max(1, this.#scene?.rows ?? 0));
      return this.#word > 0;
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
    const side = computeSide(regions);
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
        h('div', { class: 'caption-row' }, this.#playback.button, this.#createChoices()),
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
    const isOtherCaption = scene.words.join(' ') !== this.#scene?.words.join(' ');
    const kind = scene.kind !== this.#scene?.kind;
    this.#scene = scene;
    if (isOtherCaption) {
      this.#transition = null;
      if (this.#word >= scene.rows) this.#word = 0;
    }
    this.#strip.show(scene, this.#word, this.#showsCells);
    if (kind) this.#showLegend();
    this.#stage.redraw();
    if (isOtherCaption) this.#write();
  }

  /** Stops playing at a word. @param {number} word */
  choose(word) {
    this.#playback.stop();
    this.#showWord(word);
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
    const side = computeSide(this.#regions);
    this.#cursor.describe((row, column) => this.#describeCell(scene, row * side + column).label);
    this.#table.write((whole) => this.#createTableText(scene, whole));
  }

  dispose() {
    this.#playback.stop();
    this.#stage.dispose();
    this.#strip.dispose();
  }

  #createChoices() {
    return createChoices({
      label: translate('Picture'),
      choices: [
        { value: 'light', label: translate('Light') },
        { value: 'cells', label: translate('Cells') },
      ],
      selected: 'light',
      onChoose: (value) => {
        this.#showsCells = value === 'cells';
        if (this.#scene) this.#strip.show(this.#scene, this.#word, this.#showsCells);
        this.#showLegend();
        this.#stage.redraw();
      },
    });
  }

  /** @param {number} word */
  #showWord(word) {
    const scene = this.#scene;
    if (!scene || word === this.#word) return;
    this.#transition = prefersReducedMotion()
      ? null
      : { weights: getRow(scene, this.#word, 'weights').slice(), began: Number.NaN };
    this.#word = word;
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
    const cells = computeSide(this.#regions);
    const weights = getRow(scene, this.#word, 'weights');
    const part = this.#computeProgress(time);
    if (this.#showsCells) paintCells(context, square, weights, cells);
    else this.#paintPicture(context, size, scene, weights, part);
    const { line } = readTheme(this.#canvas);
    const truth = getRow(scene, this.#word, 'truth');
    if (scene.truth.length > 0) outlineCells(context, square, (i) => (truth[i] ?? 0) > 0, cells, line);
    if (scene.kind === 'hard')
      paintRing(context, square, findLargestColumn(weights, 0, weights.length), cells, line);
    const pointed = this.#getPointedRegion();
    outlineCells(context, square, (i) => i === pointed, cells, line / 2, [3, 3]);
    return part < 1;
  }

  /** @param {CanvasRenderingContext2D} context @param {number} size @param {Scene} scene @param {Float32Array} weights @param {number} part */
  #paintPicture(context, size, scene, weights, part) {
    const pixels = computePixelSide(scene.picture);
    this.#image.width = this.#image.height = kLightResolution * pixels;
    const cells = computeSide(this.#regions);
    const light =
      scene.kind === 'none'
        ? undefined
        : interpolateLight(
            this.#transition?.weights ?? weights,
            weights,
            part,
            cells,
            kLightResolution * pixels,
          );
    writeImage(this.#image, scene.picture, pixels, light);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.#image, 0, 0, size, size);
  }

  /** @param {number} time @returns {number} how far the light has moved, from 0 to 1 */
  #computeProgress(time) {
    if (!this.#transition) return 1;
    if (Number.isNaN(this.#transition.began)) this.#transition.began = time;
    const part = Math.min(1, (time - this.#transition.began) / kTransitionMs);
    if (part >= 1) this.#transition = null;
    return part * part * (3 - 2 * part);
  }

  /** @returns {number} region that is pointed at, −1 for none */
  #getPointedRegion() {
    const cell = this.#cursor.getPointedCell();
    return cell ? cell.row * computeSide(this.#regions) + cell.column : -1;
  }

  #write() {
    const words = this.#scene?.words ?? [];
    this.#playback.button.disabled = words.length < 2;
    this.#line.replaceChildren(
      ...words.flatMap((word, i) =>
        [
          i > 0 && ' ',
          h(i === this.#word ? 'b' : 'span', { 'data-later': i > this.#word }, markInvisible(word)),
        ].filter((node) => node !== false),
      ),
    );
    this.#read();
  }

  #read() {
    const scene = this.#scene;
    if (!scene || this.#word >= scene.rows) return this.readout.replaceChildren();
    const region = this.#getPointedRegion();
    if (region < 0)
      return this.readout.replaceChildren(h('p', {}, describeAttention(scene, this.#word, this.#regions)));
    const { where, isTrue, share } = this.#describeCell(scene, region);
    const parts = computeSoftmax(scene, this.#word, region, null);
    const formula = scene.kind === 'none' ? [] : weightFormula(parts, null);
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
  #describeCell(scene, region) {
    const at = this.#word * scene.columns + region;
    const share = formatShare(scene.kind === 'none' ? Number.NaN : (scene.weights[at] ?? Number.NaN));
    const isTrue = (scene.truth[at] ?? 0) > 0;
    const where = `${quoteToken(scene.words[this.#word])}, ${formatPlace(this.#regions[region] ?? '')}`;
    const label = isTrue ? translate('{where}: {share}, the truth', { where, share }) : `${where}: ${share}`;
    return { where, isTrue, share, label };
  }

  /** The weights of the shown word as the regions lie, or of all words if `whole`. @param {Scene} scene @param {boolean} whole */
  #createTableText(scene, whole) {
    const side = computeSide(this.#regions);
    /** @param {number} row @param {number} region */
    const cell = (row, region) => {
      const share = exactNumber(scene.weights[row * scene.columns + region] ?? Number.NaN, formatShare);
      return (scene.truth[row * scene.columns + region] ?? 0) > 0 ? h('strong', {}, share) : share;
    };
    if (whole)
      return {
        head: [translate('word'), ...this.#regions.map(formatPlace)],
        rows: scene.words.map((word, row) => [word, ...this.#regions.map((_, region) => cell(row, region))]),
      };
    const numbers = Array.from({ length: side }, (_, i) => i);
    return {
      caption: translate('weights of the regions at {word}, those of its object in bold', {
        word: quoteToken(scene.words[this.#word]),
      }),
      head: [
        translate('row'),
        ...numbers.map((column) => translate('column {column}', { column: column + 1 })),
      ],
      rows: numbers.map((row) => [
        String(row + 1),
        ...numbers.map((column) => cell(this.#word, row * side + column)),
      ]),
    };
  }

  #showLegend() {
    const how = this.#scene?.kind ?? 'soft';
    const light = how !== 'none' && !this.#showsCells;
    this.#legend.replaceChildren(
      createCustomLegend(
        [createMark('truth'), translate('the object that the word names')],
        ...(light
          ? [[createMark('light'), translate('bright: large weight, as a share of the word’s largest')]]
          : []),
        ...(this.#showsCells ? [[translate('weight'), ...createRamp()]] : []),
        ...(how === 'hard' ? [[createMark('look'), translate('the region that it looks at')]] : []),
      ),
    );
  }
}
