/** One map as a panel: its cells, a readout with the softmax of the cell that is pointed at, and a table. */

import { html, render } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { disclosureTable, shareCellTemplate } from '../../parts/disclosure-table.js';
import { toElement } from '../../parts/dom.js';
import { formatNumber, quoteToken, showInvisibleCharacters } from '../../parts/format.js';
import { cellReadoutTemplate, formatCell } from '../../parts/readout.js';
import { computeWindowWeight } from '../../plots/alignment.js';
import { createAlignmentGrid } from './alignment-grid.js';
import { buildWeightFormula, computeSoftmax, describeAlignmentCell, getAxisNames } from './alignment-text.js';

/** @import { ShownMap } from '../../engine/view-types.js' */
/** @import { Alignment } from '../../plots/alignment.js' */
/** @import { Tokens } from './alignment-text.js' */

const kHint = markText(
  'Point at a cell, tap it or walk with the arrow keys to read its weight and where it comes from.',
);
const kHoldHint = markText(
  'Press a cell, or the key H on it: the row must look there, and you see what the model says then. Press a word above the map to hide it.',
);

/**
 * The content of the panel.
 * @typedef {object} PanelContent
 * @property {Alignment} picture
 * @property {Tokens} tokens one for each row and column
 * @property {readonly string[]} outputs of the model, row by row; '' where it has none
 * @property {readonly string[] | undefined} [learnedOutputs] the outputs with the learned weights
 * @property {readonly string[]} [targets] right outputs; by default the tokens of the rows
 * @property {import('./alignment-grid.js').GetWindow} getWindow
 * @property {string} [mapName] name of the map, if there are several
 */

/**
 * @param {object} options
 * @param {string} options.label
 * @param {boolean} [options.ribbons] whether to draw ribbons from a row to its columns
 * @param {(row: number) => void} [options.onRow] a row is chosen
 * @param {import("../../parts/holding.js").Holding | undefined} [options.holding]
 * @param {string} [options.aside] heading of the texts at the ends of the rows
 */
export function createAlignmentPanel({ label, ribbons, aside = translate('model says'), onRow, holding }) {
  /** @type {PanelContent | null} */
  let current = null;
  const grid = createAlignmentGrid({ label, aside, ribbons, onPoint: read, onPick: onRow, holding });
  const readout = toElement(html`<div class="readout"></div>`);

  function read() {
    render(readoutTemplate(grid.getPointedCell(), current, holding !== undefined), readout);
  }

  read();
  return {
    grid: grid.element,
    readout,
    /** @param {PanelContent} next */
    show(next) {
      current = next;
      grid.show(next.picture, next.tokens, next.getWindow);
      grid.showOutputs(next.outputs, next.targets, next.learnedOutputs);
      read();
    },
    /** The map as a table; also describes the cells for screen readers. */
    tableTemplate() {
      const content = current;
      if (content) grid.describe((row, column) => describeCell(content, row, column));
      return disclosureTable(
        translate('{name} as a table', { name: label }),
        content && createTableText(content, aside),
      );
    },
    getShownMap: () => current && copyContent(current),
    moveTo: grid.moveTo,
    repaint: grid.repaint,
    dispose: grid.dispose,
  };
}

/** Whether a mask hides a column from a row; a window of local attention does not. @param {PanelContent} content @param {number} row @param {number} column */
function isHidden({ getWindow }, row, column) {
  const window = getWindow(row);
  return window?.quiet === true && !window.isHard && computeWindowWeight(window, column) === 0;
}

const getHiddenText = () => translate('masked: cannot be seen');

/** @param {PanelContent} content @param {number} row @param {number} column */
function describeCell(content, row, column) {
  const text = formatCell(describeAlignmentCell(content.picture, row, column, content.tokens));
  return isHidden(content, row, column) ? `${text}, ${getHiddenText()}` : text;
}

/** @param {PanelContent} content @returns {ShownMap} */
function copyContent({ picture, tokens, outputs, targets = tokens.rows, mapName = '', getWindow }) {
  const { step, rows, columns, weights, truth, getColorScale } = picture;
  return {
    ...{ name: mapName, step, rows, columns, tokens, outputs, targets },
    ...(getColorScale && { getColorScale }),
    weights: weights.slice(),
    truth: truth.slice(),
    windows: Array.from({ length: rows }, (_, row) => getWindow(row)),
  };
}

/** @param {import('../../parts/cell-cursor.js').Cell | null} cell @param {PanelContent | null} content @param {boolean} canHold */
function readoutTemplate(cell, content, canHold) {
  if (!cell || !content || cell.row >= content.picture.rows || cell.column >= content.picture.columns)
    return html`<p class="readout-hint">${translate(kHint)}${canHold ? ` ${translate(kHoldHint)}` : null}</p>`;
  const { picture, tokens, outputs, getWindow } = content;
  const described = describeAlignmentCell(picture, cell.row, cell.column, tokens);
  const window = getWindow(cell.row);
  const parts = computeSoftmax(picture, cell.row, cell.column, window);
  const formula = buildWeightFormula(parts, window);
  const output = outputs[cell.row];
  const numbers = [
    translate('weight {share}', { share: described.share }),
    Number.isFinite(parts.score) && translate('score e = {score}', { score: formatNumber(parts.score) }),
    isHidden(content, cell.row, cell.column) && getHiddenText(),
    window?.isHard && window.center === cell.column && translate('it looks here'),
    window && !window.quiet && translate('window centre p = {place}', { place: formatNumber(window.center) }),
    output && translate('model says {token}', { token: quoteToken(output) }),
  ];
  return cellReadoutTemplate(described, numbers, formula);
}

/** @param {PanelContent} content @param {string} aside @returns {() => import('../../parts/disclosure-table.js').TableText} the map in numbers, on demand */
const createTableText =
  ({ picture, tokens, outputs, mapName }, aside) =>
  () => ({
    caption: [mapName, translate('weights, the truth in bold')].filter(Boolean).join(': '),
    head: [
      getAxisNames(tokens)[0],
      ...(aside ? [aside] : []),
      ...tokens.columns.map(showInvisibleCharacters),
    ],
    rows: tokens.rows.map((token, row) => [
      showInvisibleCharacters(token),
      ...(aside ? [outputs[row] ? showInvisibleCharacters(outputs[row]) : ''] : []),
      ...tokens.columns.map((_, column) => shareCellTemplate(picture, row, column)),
    ]),
  });
