/**
 * The invisible cells of an alignment with the tokens at its edges, and what the model says at the end of each row.
 * @module
 */

import { html, render } from 'lit';
import { isolateDirection, markInvisible } from '../../parts/format.js';
import { createGridCursor } from '../../parts/grid-cursor.js';
import { isRight } from '../../parts/known-truth.js';
import { getAxisNames } from './alignment-text.js';

/** @import { Tokens } from './alignment-text.js' */

/** Width of a letter in ems. */
const kLetter = 0.6;
/** Most letters of a label, and most ems of a cell. */
const kWidest = 12;
/** Width of a cell, in font sizes, that keeps upright labels apart. */
const kUprightWidth = 1.05;
/** Special tokens. */
const kSpecialToken = /^<.+>$/;
/** Least size of a label, in pixels. */
const kLeastSize = 12;

/**
 * Invisible cells, labels and asides, for these tokens.
 * @param {object} options
 * @param {string} options.label
 * @param {Tokens} options.tokens
 * @param {string} options.aside
 * @param {() => void} options.onPoint
 * @param {(row: number, column: number) => void} [options.onPick] column −1: the whole row
 * @param {import('../../parts/holding.js').Holding} [options.holding]
 */
export function createTokenGrid({ label, tokens, aside, onPoint, onPick, holding }) {
  const [rows, columns] = [tokens.rows.map(markInvisible), tokens.columns.map(markInvisible)];
  const asides = rows.map(() => document.createElement('span'));
  const cursor = createGridCursor({
    label,
    rowLabels: rows,
    columnLabels: columns,
    corner: getAxisNames(tokens)[0],
    mostLabels: columns.length,
    asides: { label: aside, nodes: asides },
    onPoint,
    onPick,
    onHold: holding?.hold,
  });
  const heads = [...cursor.element.querySelectorAll('.bars-column')];
  const asideLabel = cursor.element.querySelector('.bars-aside');
  const labels = [...cursor.element.querySelectorAll('.bars-label')];
  // A click on a label picks its row.
  cursor.element.addEventListener('click', ({ target }) => {
    const row = labels.findIndex((label) => label.contains(/** @type {Node} */ (target)));
    if (row >= 0) onPick?.(row, -1);
    // A click on the word of a column hides it.
    const column = heads.findIndex((head) => head.contains(/** @type {Node} */ (target)));
    if (column >= 0) holding?.toggleColumn(column);
  });
  return {
    ...cursor,
    widths: formatWidths(rows, columns, aside),
    /** @param {number} chosen row */
    choose: (chosen) => toggleAttributes(labels, 'data-chosen', (row) => row === chosen),
    markHeld() {
      toggleAttributes(labels, 'data-held', (row) => Boolean(holding?.isHeld(row)));
      toggleAttributes(heads, 'data-hidden', (column) => Boolean(holding?.isHidden(column)));
    },
    /** What the model says in each row, and whether it is right. @param {readonly string[]} words @param {readonly string[] | null} targets null for texts that are no answers @param {readonly string[]} [learned] what it says if nothing is held */
    showOutputs(words, targets, learned = []) {
      asideLabel?.toggleAttribute('hidden', !words.some(Boolean));
      asides.forEach((node, row) => {
        const right = !targets || isRight(words[row], targets[row]);
        const text = words[row] ? `${isolateDirection(markInvisible(words[row]))} ` : '';
        render(html`<span class="align-word">${text}</span>${text && targets && (right ? '✓' : '✗')}`, node);
        node.className = right ? 'align-good' : 'align-bad';
        // What holding has changed flashes once.
        node.classList.toggle('align-changed', words[row] !== (learned[row] ?? words[row]));
      });
    },
    /** @param {CanvasRenderingContext2D} context that measures @param {number} size of the font */
    fitLabels: (context, size) => fitLabels(cursor, heads, columns, context, size),
  };
}

/**
 * Shrinks labels that are wider than their cells: words by one scale, special tokens like `<end>` each by their own.
 * Labels that would become too small are set upright.
 * @param {ReturnType<typeof createGridCursor>} cursor
 * @param {readonly Element[]} heads
 * @param {readonly string[]} columns
 * @param {CanvasRenderingContext2D} context that measures
 * @param {number} size of the font
 * @returns {boolean} whether any label was turned
 */
function fitLabels({ element, computeRowBox }, heads, columns, context, size) {
  const cell = computeRowBox(0).width / Math.max(1, columns.length);
  context.font = `${size}px system-ui, sans-serif`;
  /** The scale at which each label fits. */
  const fits = columns.map((label) =>
    label.length > 1 ? Math.min(1, (cell - 4) / context.measureText(label).width) : 1,
  );
  const common = Math.min(1, ...fits.filter((_, column) => !kSpecialToken.test(columns[column] ?? '')));
  const least = Math.min(1, kLeastSize / size);
  const all = common < least;
  // An upright label is as wide as its font is high.
  element.style.setProperty(
    '--align-upright',
    `${Math.max(kLeastSize, Math.min(size, cell / kUprightWidth)).toFixed(1)}px`,
  );
  let changed = false;
  heads.forEach((node, column) => {
    const scale = Math.min(fits[column] ?? 1, common);
    const turned = node.hasAttribute('data-turned');
    if (node.toggleAttribute('data-turned', all || scale < least) !== turned) changed = true;
    /** @type {HTMLElement} */ (node).style.fontSize =
      all || scale === 1 ? '' : `${(size * Math.max(scale, least)).toFixed(1)}px`;
  });
  return changed;
}

/** @param {readonly Element[]} nodes @param {string} name @param {(index: number) => boolean} isOn */
function toggleAttributes(nodes, name, isOn) {
  for (const [index, node] of nodes.entries()) node.toggleAttribute(name, isOn(index));
}

/** The widths of cells, row labels and asides, as styles. @param {readonly string[]} rows @param {readonly string[]} columns @param {string} aside */
function formatWidths(rows, columns, aside) {
  const letters = Math.min(kWidest, Math.max(4, ...rows.map((token) => token.length)));
  const widest = Math.max(3.5, ...columns.map((token) => token.length));
  // The model may say `<padding>` where no row does.
  const asideWidth = aside ? Math.max(9, letters) * kLetter + 2.8 : 0;
  return [
    `--align-cell: ${Math.min(kWidest, widest * kLetter + 1.2).toFixed(2)}em`,
    `--align-columns: ${columns.length}`,
    `--align-label: ${(letters * kLetter + 1.2).toFixed(2)}em`,
    `--align-aside: ${asideWidth.toFixed(2)}em`,
  ].join('; ');
}
