/**
 * A map for printing: a table whose cells have numbers, dots or frames. Of a map that is too large, only some rows are printed.
 */
import { html } from 'lit';
import { translate } from '../language/translate.js';
import { translateRowLabel } from '../language/translate-schema.js';
import { toElement } from '../parts/dom.js';
import { formatShare, showInvisibleCharacters } from '../parts/format.js';
import { writeImage } from '../plots/image-attention-paint.js';
import { labelRequestedRows } from '../views/alignment/alignment-text.js';

/** @import { AttentionMap } from '../engine/shapes.js' */

/** A map with more columns than this, and fewer rows than columns, is transposed on paper. */
const kMaximumUprightColumns = 12;
/** A map with more rows and more columns than this does not fit on a page. */
const kMaximumSize = 16;
/** A map with more columns than this is printed as one row only, set as a sentence. */
const kMaximumTableColumns = 40;
/** Words of at most this length are set with smaller margins. */
const kMaximumShortLength = 4;
/** Side of a picture on paper, mm. */
const kImageSide = 72;

/** Whether all rows of the map fit on a page. @param {AttentionMap} map */
export const fitsOnPage = ({ rowLabels, columnLabels }) =>
  rowLabels.length <= kMaximumSize || columnLabels.length <= kMaximumSize;

/** @param {AttentionMap} map @param {readonly number[]} rows @returns {readonly number[]} the rows that are printed: only the last one if the map is very wide */
export const chooseWorksheetRows = ({ columnLabels }, rows) =>
  columnLabels.length > kMaximumTableColumns ? rows.slice(-1) : rows;

/**
 * Selects rows of a map.
 * @param {AttentionMap} map
 * @param {Float32Array | null} weights
 * @param {readonly number[]} rows
 * @returns {[AttentionMap, Float32Array | null]}
 */
export function selectRows(map, weights, rows) {
  const width = map.columnLabels.length;
  const select = (/** @type {Float32Array} */ all) =>
    Float32Array.from(rows.flatMap((row) => Array.from(all.subarray(row * width, (row + 1) * width))));
  const part = {
    ...map,
    shape: [rows.length, width],
    rowLabels: labelRequestedRows(map.rowLabels.map(translateRowLabel), rows),
    ...(map.truth && { truth: select(map.truth) }),
  };
  return [part, weights && select(weights)];
}

/**
 * @param {AttentionMap} map
 * @param {Float32Array | null} weights null leaves the cells empty
 */
export function worksheetMapTemplate({ rowLabels, columnLabels, truth }, weights) {
  /** Class, style and text of a cell. @param {number} row @param {number} column */
  const describeCell = (row, column) => {
    const at = row * columnLabels.length + column;
    const isTrue = weights !== null && (truth?.[at] ?? 0) > 0;
    return {
      className: `sheet-cell${isTrue ? ' sheet-true' : ''}`,
      style: weights ? `--share: ${weights[at]}` : '',
      text: weights && formatShare(weights[at] ?? 0),
    };
  };
  const rows = rowLabels.map((label) => showInvisibleCharacters(translateRowLabel(label)));
  const columns = columnLabels.map(showInvisibleCharacters);
  const isWide = columns.length > kMaximumUprightColumns;
  // One long row is set as a sentence.
  if (isWide && rows.length === 1) {
    const words = columns.map((word, column) => {
      const { className, style, text } = describeCell(0, column);
      return html`<span class="sheet-word"><span>${word}</span><span class=${className} .style=${style}>${text}</span></span>`;
    });
    const areShort = columnLabels.every((word) => word.length <= kMaximumShortLength);
    const size = areShort ? ' sheet-short' : columns.length > kMaximumTableColumns ? ' sheet-close' : '';
    return html`<div><p><b>${rows[0]}</b></p><p class="sheet-sentence${size}">${words}</p></div>`;
  }
  const isTransposed = isWide && rows.length < columns.length;
  const [across, down] = isTransposed ? [rows, columns] : [columns, rows];
  /** @param {number} line @param {number} place */
  const cell = (line, place) => {
    const { className, style, text } = isTransposed ? describeCell(place, line) : describeCell(line, place);
    return html`<td class=${className} .style=${style}>${text}</td>`;
  };
  const table = html`
    <table class="sheet-map${isWide ? ' sheet-dense' : ''}${isTransposed ? ' sheet-upright' : ''}">
      <thead><tr><td></td>${across.map((label) => html`<th scope="col">${label}</th>`)}</tr></thead>
      <tbody>
        ${down.map(
          (label, line) =>
            html`<tr><th scope="row">${label}</th>${across.map((_, place) => cell(line, place))}</tr>`,
        )}
      </tbody>
    </table>
  `;
  return isTransposed
    ? html`<div><p>${translate('On paper the map is turned: its rows are columns here.')}</p>${table}</div>`
    : table;
}

/**
 * A table of square cells.
 * @param {number} side
 * @param {(at: number) => { isTrue: boolean, style: string }} describe
 * @param {string} [style]
 */
function squareTableTemplate(side, describe, style = '') {
  /** @param {number} at */
  const cell = (at) => {
    const { isTrue, style: own } = describe(at);
    return html`<td class="sheet-pixel${isTrue ? ' sheet-true' : ''}" .style=${own}></td>`;
  };
  const lines = Array.from(
    { length: side },
    (_, row) => html`<tr>${Array.from({ length: side }, (_none, column) => cell(row * side + column))}</tr>`,
  );
  return html`<table class="sheet-picture" .style=${style}><tbody>${lines}</tbody></table>`;
}

/**
 * A map over the regions of an image: the image, and a grid of its regions for each word.
 * @param {AttentionMap} map
 * @param {Float32Array | null} weights null leaves the cells empty
 */
export function worksheetRegionsTemplate({ picture = [], rowLabels, columnLabels, truth }, weights) {
  const pixels = Math.round(Math.sqrt(picture.length / 3));
  const canvas = /** @type {HTMLCanvasElement} */ (
    toElement(html`<canvas width=${pixels} height=${pixels}></canvas>`)
  );
  writeImage(canvas, picture, pixels);
  const regions = columnLabels.length;
  /** @param {number} at */
  const describe = (at) => ({
    isTrue: weights !== null && (truth?.[at] ?? 0) > 0,
    style: `--share: ${2 * (weights?.[at] ?? 0)}`,
  });
  const grids = rowLabels.map((word, row) => {
    const table = squareTableTemplate(Math.sqrt(regions), (region) => describe(row * regions + region));
    return html`<figure><figcaption>${translateRowLabel(word)}</figcaption>${table}</figure>`;
  });
  return html`
    <div class="sheet-regions">
      <figure><figcaption>${translate('Picture')}</figcaption>${canvas}</figure>
      ${grids}
    </div>
  `;
}

/**
 * A map over the pixels of an image: the image, and on each pixel a dot whose size is the summed weight of all rows. The truth
 * is framed, unless it is the image itself.
 * @param {AttentionMap} map
 * @param {Float32Array | null} weights null leaves dots and frames out
 */
export function worksheetImageTemplate({ columnLabels, picture, truth }, weights) {
  const pixels = picture ?? truth;
  const size = columnLabels.length;
  const side = Math.sqrt(size);
  const summedWeights = new Array(size).fill(0);
  weights?.forEach((weight, i) => {
    summedWeights[i % size] += weight;
  });
  const largest = Math.max(...summedWeights) || 1;
  return squareTableTemplate(
    side,
    (at) => ({
      isTrue: weights !== null && picture !== undefined && (truth?.[at] ?? 0) > 0,
      style: `--share: ${pixels?.[at] ?? 0}; --weight: ${summedWeights[at] / largest}`,
    }),
    `--pixel-size: ${kImageSide / side}mm`,
  );
}
