/**
 * A picture under the light of attention, word by word: the picture large, a strip of all words with small pictures, a
 * button that plays the caption. One word is shown at a time; it can be chosen, and the cells can be read.
 * @module
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { choices } from '../../parts/choices.js';
import { disclosureTable } from '../../parts/disclosure-table.js';
import { isolateDirection, markInvisible } from '../../parts/format.js';
import { createMark, createRamp, legend } from '../../parts/legend.js';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { Player } from '../../parts/player.js';
import { squareCells } from '../../parts/square-cells.js';
import { prefersReducedMotion } from '../../parts/stage.js';
import { outlineCells, paintRing } from '../../plots/image-attention-paint.js';
import { findLargestColumn } from '../../plots/largest-column.js';
import { paintAttention } from './caption-canvas.js';
import { computeSide, getRow } from './caption-scene.js';
import { captionReadout, createCaptionTable, describeCell } from './caption-text.js';

/** @import { PaintPart } from '../../parts/paint-canvas.js' */
/** @import { Slowly } from '../../parts/view.js' */
/** @import { Scene } from './caption-scene.js' */

/** How long a word is shown while the caption is played, and how long the light moves. */
const kWordMs = 1300;
const kTransitionMs = 450;

/**
 * @param {object} options
 * @param {string} options.label
 * @param {readonly string[]} options.regions row and column of each
 * @param {() => void} options.draw
 */
export function createCaptionPlayer({ label, regions, draw }) {
  const side = computeSide(regions);
  /** @type {Scene | null} */
  let scene = null;
  let showsCells = false;
  /** The region that is pointed at, −1 for none. */
  let region = -1;
  /** The weights from which the light moves. @type {{ weights: Float32Array, began: number } | null} */
  let transition = null;
  const player = new Player({
    label: translate('Play the caption'),
    intervalMs: kWordMs,
    count: 0,
    index: 0,
    // It ends at the first word, because the last one is `<end>`, which names nothing.
    atEnd: () => 'rewind',
    draw() {
      const { previous, index } = player;
      if (scene && previous !== index && !prefersReducedMotion())
        transition = { weights: getRow(scene, previous, 'weights').slice(), began: Number.NaN };
      draw();
    },
  });

  /** @param {Scene} next */
  function setScene(next) {
    const isOtherCaption = next.words.join(' ') !== scene?.words.join(' ');
    scene = next;
    player.count = next.rows;
    if (!isOtherCaption) return;
    transition = null;
    if (player.index >= next.rows) player.index = 0;
  }

  /** @param {number} time @returns {number} how far the light has moved, from 0 to 1 */
  function computeProgress(time) {
    if (!transition) return 1;
    if (Number.isNaN(transition.began)) transition.began = time;
    const part = Math.min(1, (time - transition.began) / kTransitionMs);
    if (part >= 1) transition = null;
    return part * part * (3 - 2 * part);
  }

  /** @type {PaintPart} */
  function paint({ context, width, time, theme: { line } }) {
    if (!scene) return false;
    const before = transition?.weights;
    const progress = computeProgress(time);
    const square = { x: 0, y: 0, size: width };
    const style = { showsCells, resolution: 2, line, before, progress };
    paintAttention(context, width, scene, player.index, style);
    const weights = getRow(scene, player.index, 'weights');
    if (scene.kind === 'hard')
      paintRing(context, square, findLargestColumn(weights, 0, weights.length), side, line);
    outlineCells(context, square, (i) => i === region, side, line / 2, [3, 3]);
    return progress < 1;
  }

  /** @param {Scene} of @param {number} row */
  function wordTemplate(of, row) {
    const answer = of.answers[row] ?? '';
    const isRight = answer === of.words[row];
    const verdict = answer === '' ? '' : isRight ? '✓' : `✗ ${isolateDirection(markInvisible(answer))}`;
    // Dragging along the strip goes through the words.
    return html`
      <label class="caption-word" @pointerenter=${(/** @type {PointerEvent} */ { buttons }) => buttons === 1 && player.choose(row)}>
        ${player.radio(row)}
        <canvas class="caption-thumb" aria-hidden="true" ${paintCanvas(
          ({ context, width }) => {
            paintAttention(context, width, of, row, { showsCells, resolution: 1, line: 1 });
          },
          of,
          row,
          showsCells,
        )}></canvas>
        <span class="caption-token">${isolateDirection(markInvisible(of.words[row] ?? ''))} <span class=${isRight ? 'align-good' : 'align-bad'}>${verdict}</span></span>
      </label>
    `;
  }

  const form = () =>
    choices({
      label: translate('Picture'),
      choices: [
        { value: 'light', label: translate('Light') },
        { value: 'cells', label: translate('Cells') },
      ],
      selected: showsCells ? 'cells' : 'light',
      onChoose(value) {
        showsCells = value === 'cells';
        draw();
      },
    });

  return {
    player,
    /** @param {Scene | null} next @param {Slowly} slowly */
    template(next, slowly) {
      if (next) setScene(next);
      const { words, kind = 'soft' } = next ?? { words: [] };
      const cells = () =>
        squareCells({
          side,
          label,
          ...(next && { describe: (cell) => describeCell(next, player.index, cell, regions).label }),
          onPoint(cell) {
            region = cell;
            draw();
          },
        });
      return html`
        <div class="caption-player">
          <div class="caption-main">
            <div class="caption-scene" .style=${`--caption-cells: ${side}`}>
              <canvas aria-hidden="true" ${paintCanvas(paint, next, player.index, showsCells, region)}></canvas>
              ${slowly(cells)}
            </div>
          </div>
          <div class="caption-beside">
            <div class="caption-row">${player.button} ${form()}</div>
            <p class="caption-line" aria-hidden="true">${words.map((word, i) => [i > 0 ? ' ' : '', i === player.index ? html`<b>${markInvisible(word)}</b>` : html`<span ?data-later=${i > player.index}>${markInvisible(word)}</span>`])}</p>
            <div class="caption-strip" role="radiogroup" aria-label=${translate('Word of the caption')}>${words.map((_, row) => next && wordTemplate(next, row))}</div>
          </div>
          ${captionLegend(kind, showsCells)}
        </div>
      `;
    },
    /** Text about the cell that is pointed at, or about the word. @param {Scene | null} next */
    readout: (next) => html`
      <div class="readout">${next && player.index < next.rows ? captionReadout(next, player.index, region, regions) : null}</div>
    `,
    /** All weights as a table. @param {Scene | null} next */
    table: (next) =>
      disclosureTable(
        translate('Weights as a table'),
        next && ((whole) => createCaptionTable(next, player.index, regions, whole)),
      ),
  };
}

/** @param {Scene['kind']} kind @param {boolean} showsCells */
const captionLegend = (kind, showsCells) =>
  legend(
    [createMark('truth'), translate('the object that the word names')],
    ...(kind !== 'none' && !showsCells
      ? [[createMark('light'), translate('bright: large weight, as a share of the word’s largest')]]
      : []),
    ...(showsCells ? [[translate('weight'), ...createRamp()]] : []),
    ...(kind === 'hard' ? [[createMark('look'), translate('the region that it looks at')]] : []),
  );
