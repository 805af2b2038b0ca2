/**
 * The invisible cells of an alignment, with the tokens at its edges and the model's output at the end of each row.
 */

import { html, render } from 'lit';
import { formatToken, showInvisibleCharacters } from '../../parts/format.js';
import { createGridCursor } from '../../parts/grid-cursor.js';
import { isCorrect } from '../../parts/known-truth.js';
import { getAxisNames } from './alignment-text.js';

/** @import { Tokens } from './alignment-text.js' */

/** Width of a letter in ems. */
const kLetter = 0.6;
/** Maximum number of letters of a label, and maximum width of a cell in ems. */
const kMaximumWidths = 12;
/** Maximum number of letters of an output on a narrow screen. */
const kMaximumOutput = 8;
/** Special tokens, and the signs of two of them. */
const kSpecialToken = /^<.+>$/;
/** @type {Readonly<Record<string, string>>} */
const kSigns = { '<start>': '▸', '<end>': '■' };
/** Upright labels are scaled down to this at most; labels that need less are slanted instead, by 30° or more. */
const kMinimumScale = 0.8;
const kMinimumSine = 0.5;
/** Distance between slanted labels, in font sizes. */
const kLineHeight = 1.1;
/** Minimum height of a row with a label, and minimum font size, in pixels. */
const kMinimumRow = 12;

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
  const [rows, columns] = [
    tokens.rows.map(showInvisibleCharacters),
    tokens.columns.map(showInvisibleCharacters),
  ];
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
  const heads = [...cursor.element.querySelectorAll('.bars-column')];
  const asideLabel = cursor.element.querySelector('.bars-aside');
  const labels = [...cursor.element.querySelectorAll('.bars-label')];
  /** Key of the size to which the labels were last fitted. */
  let fittedKey = '';
  // A click on a label picks its row.
  cursor.element.addEventListener('click', ({ target }) => {
    const row = labels.findIndex((label) => label.contains(/** @type {Node} */ (target)));
    if (row >= 0) onPick?.(row, -1);
    // A click on the label of a column hides the column.
    const column = heads.findIndex((head) => head.contains(/** @type {Node} */ (target)));
    if (column >= 0) holding?.toggleColumn(column);
  });
  return {
    ...cursor,
    widths: formatWidths(rows, columns, aside),
    /** Marks the label of the chosen row. @param {number} chosen */
    choose: (chosen) => toggleAttributes(labels, 'data-chosen', (row) => row === chosen),
    markHeld() {
      toggleAttributes(labels, 'data-held', (row) => Boolean(holding?.isHeld(row)));
      toggleAttributes(heads, 'data-hidden', (column) => Boolean(holding?.isHidden(column)));
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
      const signs = fitLabels(cursor.element, box, heads, columns, context, size);
      for (const [row, node] of labels.entries())
        node.setAttribute('data-sign', signs.get(rows[row] ?? '') ?? '');
      return cursor.element.style.cssText !== before;
    },
  };
}

/**
 * Makes the labels of columns fit: smaller type first, then a slant that is as steep as the width requires. A special token
 * that does not fit among upright labels becomes a sign, which its row explains.
 * @param {HTMLElement} element
 * @param {{ width: number, height: number }} box of a row
 * @param {readonly Element[]} heads
 * @param {readonly string[]} columns
 * @param {CanvasRenderingContext2D} context that measures
 * @param {number} size of the font
 * @returns {ReadonlyMap<string, string>} sign of each token that has become one
 */
function fitLabels(element, { width, height }, heads, columns, context, size) {
  const cell = width / Math.max(1, columns.length);
  context.font = `${size}px system-ui, sans-serif`;
  const lengths = columns.map((label) => context.measureText(label).width);
  const words = lengths.filter(
    (_, i) => Number(columns[i]?.length) > 1 && !kSpecialToken.test(columns[i] ?? ''),
  );
  const scale = Math.min(1, (cell - 4) / Math.max(1, ...words));
  const isSlanted = scale < kMinimumScale;
  const font = isSlanted ? Math.max(kMinimumRow, Math.min(size, cell / kLineHeight)) : size * scale;
  const sine = Math.max(kMinimumSine, Math.min(1, (kLineHeight * font) / cell));
  const room = isSlanted ? (sine * Math.max(...lengths) * font) / size + font : 0;
  element.style.setProperty('--label-angle', `${Math.asin(sine).toFixed(2)}rad`);
  element.style.setProperty('--label-size', `${font.toFixed(1)}px`);
  element.style.setProperty('--label-height', `${room.toFixed()}px`);
  element.toggleAttribute('data-slanted', isSlanted);
  // Rows that are too low for their labels are shown without, and without the header, until there is room for both.
  const header = Math.max(2 * size, words.length > 0 ? Math.max(...lengths) + size : 0);
  const row = element.hasAttribute('data-dense')
    ? (element.offsetHeight - header) / (element.childElementCount - 1)
    : height;
  element.toggleAttribute('data-dense', row < kMinimumRow);
  const signs = new Map(
    columns.flatMap((label, i) =>
      !isSlanted && kSpecialToken.test(label) && Number(lengths[i]) * kMinimumScale > cell
        ? [[label, kSigns[label] ?? '◆']]
        : [],
    ),
  );
  heads.forEach((node, i) => {
    const label = columns[i] ?? '';
    node.textContent = signs.get(label) ?? label;
    node.ariaLabel = label;
  });
  return signs;
}

/** @param {readonly Element[]} nodes @param {string} name @param {(index: number) => boolean} isOn */
function toggleAttributes(nodes, name, isOn) {
  for (const [index, node] of nodes.entries()) node.toggleAttribute(name, isOn(index));
}

/** The widths of cells, row labels and asides, as styles. @param {readonly string[]} rows @param {readonly string[]} columns @param {string} aside */
function formatWidths(rows, columns, aside) {
  const letters = Math.min(
    kMaximumWidths,
    Math.max(4, ...rows.map((token) => token.length + (kSpecialToken.test(token) ? 2 : 0))),
  );
  const widest = Math.max(3.5, ...columns.map((token) => token.length));
  // There is room for the output `<padding>`, which may be longer than all labels.
  const asideWidth = aside ? Math.max(9, letters) * kLetter + 2.8 : 0;
  // On a narrow screen the outputs are shown beside their signs if the cells keep enough room; the special tokens may be cut off.
  const words = rows.filter((token) => !kSpecialToken.test(token));
  const [output = 0] = [rows, words]
    .map((shown) => Math.min(kMaximumOutput, Math.max(2, ...shown.map(({ length }) => length))))
    .filter((length) => length * columns.length <= kMaximumOutput ** 2);
  return [
    `--align-cell: ${Math.min(kMaximumWidths, widest * kLetter + 1.2).toFixed(2)}em`,
    `--align-columns: ${columns.length}`,
    `--align-label: ${(letters * kLetter + 1.2).toFixed(2)}em`,
    `--align-aside: ${asideWidth.toFixed(2)}em`,
    `--align-output: ${(output * kLetter).toFixed(2)}em`,
  ].join('; ');
}
