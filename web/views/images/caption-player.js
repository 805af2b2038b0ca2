/**
 * A picture under the light of attention, word by word: the picture large, a strip of all words with small pictures, a
 * button that plays the caption. One word is shown at a time; it can be chosen, and the cells can be read.
 */

import { html } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { prefersReducedMotion } from '../../parts/canvas-painter.js';
import { choices } from '../../parts/choices.js';
import { disclosureTable } from '../../parts/disclosure-table.js';
import { formatToken, showInvisibleCharacters } from '../../parts/format.js';
import { createLegendRamp, legendMarkTemplate, legendTemplate } from '../../parts/legend.js';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { Player } from '../../parts/player.js';
import { formatCell } from '../../parts/readout.js';
import { squareCells } from '../../parts/square-cells.js';
import { paintHatching } from '../../plots/alignment-paint.js';
import { outlineCells, paintRing } from '../../plots/image-attention-paint.js';
import { findLargestColumn } from '../../plots/largest-column.js';
import { paintAttention } from './caption-canvas.js';
import { computeSide, getRow } from './caption-data.js';
import { captionReadoutTemplate, createCaptionTable, describeCell } from './caption-text.js';

/** @import { PaintPart } from '../../parts/paint-canvas.js' */
/** @import { ThrottledPart } from '../../parts/view.js' */
/** @import { Holding } from '../../parts/holding.js' */
/** @import { CaptionData } from './caption-data.js' */

const kHoldHint = markText(
  'Press a region, or the key H on it: the word must look there, and you see what the model says then.',
);
/** How long a word is shown while the caption is played, and how long the light moves. */
const kWordMs = 1300;
const kTransitionMs = 450;

export class CaptionPlayer {
  #options;
  /** Regions along a side of the picture. */
  #side;
  /** @type {CaptionData | null} */
  #snapshot = null;
  #showsCells = false;
  /** The region that is pointed at, −1 for none. */
  #region = -1;
  /** The weights from which the light moves, and when it began to move. @type {{ weights: Float32Array, began: number } | null} */
  #transition = null;
  player = new Player({
    label: translate('Play the caption'),
    intervalMs: kWordMs,
    count: 0,
    index: 0,
    // Playing ends at the first word, because the last one is `<end>`, which names nothing.
    atEnd: () => 'rewind',
    draw: () => this.#moveLight(),
  });

  /**
   * @param {object} options
   * @param {string} options.label
   * @param {readonly string[]} options.regions row and column of each
   * @param {() => void} options.draw
   * @param {Holding | undefined} [options.holding] of the words
   */
  constructor(options) {
    this.#options = options;
    this.#side = computeSide(options.regions);
  }

  /** @param {CaptionData | null} snapshot @param {ThrottledPart} throttled */
  template(snapshot, throttled) {
    if (snapshot) this.#setSnapshot(snapshot);
    const { words = [], kind = 'soft' } = snapshot ?? {};
    const { player } = this;
    /** @param {string} word @param {number} i */
    const writtenWordTemplate = (word, i) =>
      i === player.index
        ? html`<b>${showInvisibleCharacters(word)}</b>`
        : html`<span ?data-later=${i > player.index}>${showInvisibleCharacters(word)}</span>`;
    return html`
      <div class="caption-player">
        <div class="caption-main">
          <div class="caption-scene" .style=${`--caption-cells: ${this.#side}`}>
            <canvas aria-hidden="true" ${paintCanvas(this.#paint, snapshot, player.index, this.#showsCells, this.#region, this.#isHeld(player.index))}></canvas>
            ${throttled(() => this.#cellsTemplate(snapshot))}
          </div>
        </div>
        <div class="caption-beside">
          <div class="caption-row">${player.button} ${this.#formTemplate()}</div>
          <p class="caption-line" aria-hidden="true">${words.map((word, i) => [i > 0 ? ' ' : '', writtenWordTemplate(word, i)])}</p>
          <div class="caption-strip" role="radiogroup" aria-label=${translate('Word of the caption')}>${words.map((_, row) => snapshot && this.#wordTemplate(snapshot, row))}</div>
        </div>
        ${captionLegend(kind, this.#showsCells)}
      </div>
    `;
  }

  /** Text about the cell under the pointer, or else about the chosen word. @param {CaptionData | null} snapshot */
  readout(snapshot) {
    const word = this.player.index;
    const text =
      snapshot &&
      word < snapshot.rows &&
      captionReadoutTemplate(snapshot, word, this.#region, this.#options.regions);
    return html`<div class="readout">${text || null}${this.#options.holding && html`<p class="readout-hint">${translate(kHoldHint)}</p>`}</div>`;
  }

  /** All weights as a table. @param {CaptionData | null} snapshot */
  table(snapshot) {
    return disclosureTable(
      translate('Weights as a table'),
      snapshot && ((whole) => createCaptionTable(snapshot, this.player.index, this.#options.regions, whole)),
    );
  }

  /** @param {CaptionData} next */
  #setSnapshot(next) {
    const isOtherCaption = next.words.join(' ') !== this.#snapshot?.words.join(' ');
    this.#snapshot = next;
    this.player.count = next.rows;
    if (!isOtherCaption) return;
    this.#transition = null;
    if (this.player.index >= next.rows) this.player.index = 0;
  }

  /** @param {number} row */
  #isHeld = (row) => this.#options.holding?.isHeld(row) ?? false;

  /** Starts to move the light from the word that was shown before. */
  #moveLight() {
    const { previous, index } = this.player;
    if (this.#snapshot && previous !== index && !prefersReducedMotion())
      this.#transition = { weights: getRow(this.#snapshot, previous, 'weights').slice(), began: Number.NaN };
    this.#options.draw();
  }

  /** @param {number} time @returns {number} how far the light has moved, from 0 to 1 */
  #computeProgress(time) {
    if (!this.#transition) return 1;
    if (Number.isNaN(this.#transition.began)) this.#transition.began = time;
    const part = Math.min(1, (time - this.#transition.began) / kTransitionMs);
    if (part >= 1) this.#transition = null;
    return part * part * (3 - 2 * part);
  }

  /** @type {PaintPart} */
  #paint = ({ context, width, time, theme }) => {
    const snapshot = this.#snapshot;
    if (!snapshot) return false;
    const [word, side, square] = [this.player.index, this.#side, { x: 0, y: 0, size: width }];
    const before = this.#transition?.weights;
    const progress = this.#computeProgress(time);
    const style = { showsCells: this.#showsCells, resolution: 2, theme, before, progress };
    paintAttention(context, width, snapshot, word, style);
    const weights = getRow(snapshot, word, 'weights');
    if (snapshot.kind === 'hard')
      paintRing(context, square, findLargestColumn(weights, 0, weights.length), side, theme.line);
    if (this.#isHeld(word)) paintHatching(context, { left: 0, top: 0, width, height: width }, theme);
    outlineCells(context, square, (i) => i === this.#region, side, theme.line / 2, [3, 3]);
    return progress < 1;
  };

  /** @param {CaptionData | null} snapshot */
  #cellsTemplate(snapshot) {
    return squareCells({
      side: this.#side,
      label: this.#options.label,
      ...(snapshot && {
        describe: (cell) =>
          formatCell(describeCell(snapshot, this.player.index, cell, this.#options.regions)),
      }),
      onPoint: (cell) => {
        this.#region = cell;
        this.#options.draw();
      },
      ...(this.#options.holding && {
        onHold: (cell, gesture) => {
          // The player stops, so that the held word stays on screen.
          this.player.choose(this.player.index);
          this.#options.holding?.hold(this.player.index, cell, gesture);
        },
      }),
    });
  }

  #formTemplate() {
    const forms = { light: translate('Light'), cells: translate('Cells') };
    return choices(translate('Picture'), forms, this.#showsCells ? 'cells' : 'light', (value) => {
      this.#showsCells = value === 'cells';
      this.#options.draw();
    });
  }

  /** @param {CaptionData} snapshot @param {number} row */
  #wordTemplate(snapshot, row) {
    const [word = '', answer = ''] = [snapshot.words[row], snapshot.answers[row]];
    const verdict = answer === word ? '✓' : `✗ ${formatToken(answer)}`;
    const showsCells = this.#showsCells;
    const isHeld = this.#isHeld(row);
    /** @type {PaintPart} */
    const paint = ({ context, width, theme }) => {
      paintAttention(context, width, snapshot, row, { showsCells, resolution: 1, theme, line: 1 });
      if (isHeld) paintHatching(context, { left: 0, top: 0, width, height: width }, theme);
    };
    const isChanged = answer !== (snapshot.learnedAnswers?.[row] ?? answer);
    // Dragging along the strip goes through the words.
    /** @param {PointerEvent} event */
    const drag = ({ buttons }) => buttons === 1 && this.player.choose(row);
    return html`
      <label class="caption-word" ?data-held=${isHeld} @pointerenter=${drag}>
        ${this.player.radio(row)}
        <canvas class="caption-thumb" aria-hidden="true" ${paintCanvas(paint, snapshot, row, showsCells, isHeld)}></canvas>
        <span class="caption-token">${formatToken(word)} <span class=${`${answer === word ? 'align-good' : 'align-bad'}${isChanged ? ' align-changed' : ''}`}>${answer && verdict}</span></span>
      </label>
    `;
  }
}

/** @param {CaptionData['kind']} kind @param {boolean} showsCells */
const captionLegend = (kind, showsCells) =>
  legendTemplate(
    [legendMarkTemplate('truth'), translate('the object that the word names')],
    kind !== 'none' &&
      !showsCells && [
        legendMarkTemplate('light'),
        translate('bright: large weight, as a share of the word’s largest'),
      ],
    showsCells && [translate('weight'), ...createLegendRamp()],
    kind === 'hard' && [legendMarkTemplate('look'), translate('the region that it looks at')],
  );
