/**
 * One map: its cells, a readout with the softmax of the cell that is pointed at, and a table.
 * @module
 */

import { markText, translate } from '../../language/translate.js';
import { createDisclosureTable, exactNumber } from '../../parts/disclosure-table.js';
import { h } from '../../parts/dom.js';
import { formatNumber, formatShare, markInvisible, quoteToken } from '../../parts/format.js';
import { createFormulaChain } from '../../parts/formula.js';
import { createAlignmentGrid } from './alignment-grid.js';
import { cellText, computeSoftmax, getAxisNames, weightFormula } from './alignment-text.js';

/** @import { Alignment } from '../../plots/alignment.js' */
/** @import { Tokens } from './alignment-text.js' */

const kHint = markText(
  'Point at a cell, tap it or walk with the arrow keys to read its weight and where it comes from.',
);

/**
 * What is on screen.
 * @typedef {object} PanelContent
 * @property {Alignment} picture
 * @property {Tokens} tokens as many as it has rows and columns
 * @property {readonly string[]} outputs by the model, row by row; '' where it says nothing
 * @property {readonly string[]} [targets] what it should say; by default the tokens of the rows
 * @property {import('./alignment-grid.js').GetWindow} getWindow
 * @property {string} [mapName] name of the map, if there are several
 */

/**
 * @param {object} options
 * @param {string} options.label
 * @param {boolean} [options.lacksAttention] whether there are no scores
 * @param {boolean} [options.ribbons] whether to draw ribbons from a row to its columns
 * @param {(row: number) => void} [options.onRow] a row is chosen
 * @param {string} [options.aside] heading of the texts at the ends of the rows
 */
export function createAlignmentPanel({
  label,
  lacksAttention = false,
  ribbons = false,
  aside = translate('model says'),
  onRow,
}) {
  /** @type {PanelContent | null} */
  let current = null;
  const grid = createAlignmentGrid({ label, aside, ribbons, onPoint: read, onPick: onRow });
  const hint = h('p', { class: 'readout-hint' }, !lacksAttention && translate(kHint));
  const readout = h('div', { class: 'readout' }, hint);
  const table = createDisclosureTable(translate('{name} as a table', { name: label }));

  function read() {
    const cell = grid.pointed();
    if (!cell || !current || cell.row >= current.picture.rows || cell.column >= current.picture.columns)
      return readout.replaceChildren(hint);
    const { picture, tokens } = current;
    const { where, isTrue, share } = cellText(picture, cell.row, cell.column, tokens);
    const window = current.getWindow(cell.row);
    const parts = computeSoftmax(picture, cell.row, cell.column, window);
    const formula = weightFormula(parts, window);
    const output = current.outputs[cell.row];
    readout.replaceChildren(
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
          !lacksAttention && translate('weight {share}', { share }),
          !lacksAttention &&
            Number.isFinite(parts.score) &&
            translate('score e = {score}', { score: formatNumber(parts.score) }),
          window?.isHard && window.center === cell.column && translate('it looks here'),
          window &&
            !window.quiet &&
            translate('window centre p = {place}', { place: formatNumber(window.center) }),
          output && translate('model says {token}', { token: quoteToken(output) }),
        ]
          .filter(Boolean)
          .join(', '),
      ),
      h('p', { class: 'readout-formula' }, ...(formula.length > 0 ? createFormulaChain(formula) : [])),
    );
  }

  return {
    grid: grid.element,
    readout,
    table: table.element,
    /** @param {PanelContent} next */
    show(next) {
      current = next;
      grid.show(next.picture, next.tokens, next.getWindow);
      grid.showOutputs(next.outputs, next.targets);
      read();
    },
    /** Writes the table and the texts for screen readers. */
    write() {
      if (!current) return;
      const { picture, tokens } = current;
      grid.describe((row, column) => {
        const { where, isTrue, share } = cellText(picture, row, column, tokens);
        return isTrue ? translate('{where}: {share}, the truth', { where, share }) : `${where}: ${share}`;
      });
      table.write(createTableText(current, aside));
    },
    moveTo: grid.moveTo,
    repaint: grid.repaint,
    dispose: grid.dispose,
  };
}

/** @param {PanelContent} content @param {string} aside @returns {() => import('../../parts/disclosure-table.js').TableText} the map in numbers, on demand */
const createTableText =
  ({ picture, tokens, outputs, mapName }, aside) =>
  () => ({
    caption: [mapName, translate('weights, the truth in bold')].filter(Boolean).join(': '),
    head: [getAxisNames(tokens)[0], ...(aside ? [aside] : []), ...tokens.columns.map(markInvisible)],
    rows: tokens.rows.map((token, row) => [
      markInvisible(token),
      ...(aside ? [outputs[row] ? markInvisible(outputs[row]) : ''] : []),
      ...tokens.columns.map((_, column) => {
        const { isTrue } = cellText(picture, row, column, tokens);
        const share = exactNumber(picture.weights[row * picture.columns + column] ?? Number.NaN, formatShare);
        return isTrue ? h('strong', {}, share) : share;
      }),
    ]),
  });
