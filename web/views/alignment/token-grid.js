/**
 * The invisible cells of an alignment, with the tokens at its edges and the model's output at the end of each row.
 */

import { html, render } from 'lit';
import { formatToken, showInvisibleCharacters } from '../../parts/format.js';
import { createGridCursor } from '../../parts/grid-cursor.js';
import { isCorrect } from '../../parts/known-truth.js';
import { getAxisNames } from './alignment-text.js';
import { fitColumnLabels, formatWidths } from './label-layout.js';

/** @import { Tokens } from './alignment-text.js' */

/**
 * Creates invisible cells, labels and asides for the given tokens.
 * @param {object} options
 * @param {string} options.label
 * @param {Tokens} options.tokens
 * @param {string} options.aside
 * @param {() => void} options.onPoint
 * @param {(row: number, column: number) => void} [options.onPick] column −1: the whole row
 * @param {import('../../parts/holding.js').Holding} [options.holding]
 */
export function createTokenGrid({ label, tokens, aside, onPoint, onPick, holding }) {
  const rows = tokens.rows.map(showInvisibleCharacters);
  const columns = tokens.columns.map(showInvisibleCharacters);
  const asides = rows.map(() => document.createElement('span'));
  const cursor = createGridCursor({
    label,
    rowLabels: rows,
    columnLabels: columns,
    corner: getAxisNames(tokens)[0],
    maximumLabels: columns.length,
    asides: { label: aside, nodes: asides },
    onPoint,
    onPick,
    onHold: holding?.hold,
  });
  const columnHeaders = [...cursor.element.querySelectorAll('.bars-column')];
  const asideLabel = cursor.element.querySelector('.bars-aside');
  const labels = [...cursor.element.querySelectorAll('.bars-label')];
  /** Key of the size to which the labels were last fitted. */
  let fittedKey = '';
  // A click on a label picks its row.
  cursor.element.addEventListener('click', ({ target }) => {
    const row = labels.findIndex((label) => label.contains(/** @type {Node} */ (target)));
    if (row >= 0) onPick?.(row, -1);
    // A click on the label of a column hides the column.
    const column = columnHeaders.findIndex((header) => header.contains(/** @type {Node} */ (target)));
    if (column >= 0) holding?.toggleColumn(column);
  });
  return {
    ...cursor,
    widths: formatWidths(rows, columns, aside),
    /** Marks the label of the chosen row. @param {number} chosen */
    choose: (chosen) => toggleAttributes(labels, 'data-chosen', (row) => row === chosen),
    markHeld() {
      toggleAttributes(labels, 'data-held', (row) => Boolean(holding?.isHeld(row)));
      toggleAttributes(columnHeaders, 'data-hidden', (column) => Boolean(holding?.isHidden(column)));
    },
    /**
     * Shows the model's output in each row, and whether it is right.
     * @param {readonly string[]} words
     * @param {readonly string[] | null} targets right outputs; null if the texts are no answers
     * @param {readonly string[]} [learned] outputs with the learned weights
     */
    showOutputs(words, targets, learned = []) {
      asideLabel?.toggleAttribute('hidden', !words.some(Boolean));
      asides.forEach((node, row) => {
        const right = !targets || isCorrect(words[row], targets[row]);
        const [sign, className] = right ? ['✓', 'align-good'] : tokens.isGame ? [] : ['✗', 'align-bad'];
        const text = words[row] ? `${formatToken(words[row])} ` : '';
        render(html`<span class="align-word">${text}</span>${text && targets && sign}`, node);
        node.className = className ?? '';
        // An output that differs from the one with the learned weights flashes once.
        node.classList.toggle('align-changed', words[row] !== (learned[row] ?? words[row]));
      });
    },
    /** @param {CanvasRenderingContext2D} context that measures @param {number} size of the font @returns {boolean} whether the layout has changed */
    fitLabels(context, size) {
      const box = cursor.computeRowBox(0);
      const key = JSON.stringify([box, size, cursor.element.offsetHeight]);
      if (key === fittedKey) return false;
      fittedKey = key;
      const before = cursor.element.style.cssText;
      const signs = fitColumnLabels(cursor.element, box, columnHeaders, columns, context, size);
      for (const [row, node] of labels.entries())
        node.setAttribute('data-sign', signs.get(rows[row] ?? '') ?? '');
      return cursor.element.style.cssText !== before;
    },
  };
}

/** @param {readonly Element[]} nodes @param {string} name @param {(index: number) => boolean} isOn */
function toggleAttributes(nodes, name, isOn) {
  for (const [index, node] of nodes.entries()) node.toggleAttribute(name, isOn(index));
}
