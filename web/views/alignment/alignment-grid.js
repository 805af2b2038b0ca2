/**
 * The grid of an alignment: cells on a canvas, tokens at its edges, one cursor over all. It is rebuilt when the tokens
 * change.
 * @module
 */

import { html, render } from 'lit';
import { createAnimatedValues } from '../../parts/animated-values.js';
import { toElement } from '../../parts/dom.js';
import { formatFixed, isolateDirection, markInvisible } from '../../parts/format.js';
import { createGridCursor } from '../../parts/grid-cursor.js';
import { isRight } from '../../parts/known-truth.js';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { createTemplateView } from '../../parts/view.js';
import { findTrueColumns } from '../../plots/alignment.js';
import { paintAlignment } from '../../plots/alignment-paint.js';
import { paintRibbons } from '../../plots/ribbon-paint.js';
import { getAxisNames } from './alignment-text.js';

/** @import { PaintPart } from '../../parts/paint-canvas.js' */
/** @import { Tokens } from './alignment-text.js' */
/** @import { Alignment } from '../../plots/alignment.js' */
/** @typedef {ReturnType<typeof createTokenGrid>} TokenGrid */
/** @typedef {(row: number) => import('../../plots/alignment.js').AttentionWindow | null} GetWindow */

/** Width of a letter in ems. */
const kLetter = 0.6;
/** Most letters of a label, and most ems of a cell. */
const kWidest = 12;
/** Width of a cell, in font sizes, that keeps upright labels apart. */
const kUprightWidth = 1.05;
/** Special tokens. */
const kSpecialToken = /^<.+>$/;
/** Smallest scale of a label; a smaller one is set upright instead. */
const kLeastScale = 0.65;

/**
 * Scrolls a map that is larger than its container to its first true cell.
 * @param {HTMLElement} room
 * @param {Alignment} alignment
 */
function scrollToTruth(room, { truth, rows, columns }) {
  const at = Math.max(
    0,
    truth.findIndex((share) => share > 0),
  );
  room.scrollTop = ((Math.floor(at / columns) + 0.5) / rows) * room.scrollHeight - room.clientHeight / 2;
  room.scrollLeft = (((at % columns) + 0.5) / columns) * room.scrollWidth - room.clientWidth / 2;
}

/**
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.aside what stands at the end of each row
 * @param {boolean} [options.ribbons] whether to draw ribbons from the row that is pointed at to its columns
 * @param {() => void} options.onPoint
 * @param {(row: number, column: number) => void} [options.onPick] column −1: the whole row
 * @param {import('../../parts/holding.js').Holding} [options.holding]
 */
export function createAlignmentGrid({ label, aside, ribbons = false, onPoint, onPick, holding }) {
  /** @type {Tokens} */
  let tokens = { rows: [], columns: [] };
  let [builtKey, drawnKey, widths] = ['', '', ''];
  /** @type {[TokenGrid | null, Alignment | null]} */
  let [grid, currentAlignment] = [null, null];
  let moving = createAnimatedValues(0);
  /** @type {GetWindow} */
  let getWindow = () => null;

  /** @type {PaintPart} */
  const paint = ({ context, time, canvas, theme }) => {
    if (!currentAlignment || !grid) return false;
    const more = moving.advance(currentAlignment.weights, time);
    const size = Number.parseFloat(getComputedStyle(canvas).fontSize);
    const picture = { ...currentAlignment, weights: moving.values };
    if (builtKey !== drawnKey) scrollToTruth(view.element, currentAlignment);
    drawnKey = builtKey;
    paintGrid(context, { picture, grid, getWindow, ribbons, theme, size, isHeld: holding?.isHeld });
    // Turning labels moves the cells, perhaps without a change of the canvas's size.
    return grid.fitLabels(context, size) || more;
  };

  const view = createTemplateView({
    attributes: { class: 'align-scroll' },
    template: () => html`
      <div class="align-plate" .style=${widths}>
        <canvas aria-hidden="true" ${paintCanvas(paint)}></canvas>
        ${grid?.element}
      </div>
    `,
  });

  function point() {
    onPoint();
    view.repaint();
  }

  return {
    element: view.element,
    tokens: () => tokens,
    pointed: () => grid?.getPointedCell() ?? null,
    /** @param {number} row @param {number} column @returns {number} index of the cell in the whole map */
    getCellIndex: (row, column) => row * tokens.columns.length + column,
    /**
     * @param {Alignment} alignment
     * @param {Tokens} of as many as it has rows and columns
     * @param {GetWindow} window
     * @param {number} [chosen] row
     */
    show(alignment, of, window, chosen = -1) {
      currentAlignment = alignment;
      getWindow = window;
      if (JSON.stringify(of) !== builtKey) {
        tokens = of;
        builtKey = JSON.stringify(tokens);
        grid = createTokenGrid({ label, tokens, aside, onPoint: point, onPick, holding });
        widths = formatWidths(visibleTokens(tokens), aside);
        view.element.style.setProperty('--align-rows', String(Math.max(1, tokens.rows.length)));
        moving = createAnimatedValues(alignment.weights.length);
        moving.jump(alignment.weights);
      }
      grid?.choose(chosen);
      grid?.markHeld();
      view.draw();
    },
    /**
     * What the model says, row by row.
     * @param {readonly string[]} words
     * @param {readonly string[]} [targets]
     * @param {readonly string[]} [learned] what it says if nothing is held
     */
    showOutputs: (words, targets = tokens.rows, learned) => grid?.showOutputs(words, targets, learned),
    /** @param {(row: number, column: number) => string} text */
    describe: (text) => grid?.describe(text),
    moveTo: (/** @type {number} */ row) => grid?.moveToRow(row),
    repaint: view.repaint,
    dispose: view.dispose,
  };
}

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
function createTokenGrid({ label, tokens, aside, onPoint, onPick, holding }) {
  const { rows, columns } = visibleTokens(tokens);
  const asides = rows.map(() => toElement(html`<span></span>`));
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
    /** @param {number} chosen row */
    choose: (chosen) => toggleAttributes(labels, 'data-chosen', (row) => row === chosen),
    markHeld() {
      toggleAttributes(labels, 'data-held', (row) => Boolean(holding?.isHeld(row)));
      toggleAttributes(heads, 'data-hidden', (column) => Boolean(holding?.without.has(column)));
    },
    /** What the model says in each row, and whether it is right. @param {readonly string[]} words @param {readonly string[]} targets @param {readonly string[]} [learned] what it says if nothing is held */
    showOutputs(words, targets, learned = []) {
      asideLabel?.toggleAttribute('hidden', !words.some(Boolean));
      asides.forEach((node, row) => {
        const right = isRight(words[row], targets[row]);
        const text = words[row] ? `${isolateDirection(markInvisible(words[row]))} ` : '';
        render(html`<span class="align-word">${text}</span>${text && (right ? '✓' : '✗')}`, node);
        node.className = right ? 'align-good' : 'align-bad';
        // What holding has changed flashes once.
        node.classList.toggle('align-changed', words[row] !== (learned[row] ?? words[row]));
      });
    },
    /**
     * Shrinks labels that are wider than their cells: words by one scale, special tokens like `<end>` each by their own.
     * Labels that would become too small are set upright.
     * @param {CanvasRenderingContext2D} context that measures
     * @param {number} size of the font
     * @returns {boolean} whether any label was turned
     */
    fitLabels(context, size) {
      const cell = cursor.computeRowBox(0).width / Math.max(1, columns.length);
      context.font = `${size}px system-ui, sans-serif`;
      /** The scale at which each label fits. */
      const fits = columns.map((label) => {
        const { width } = context.measureText(markInvisible(label));
        return label.length > 1 ? Math.min(1, (cell - 4) / width) : 1;
      });
      const common = Math.min(1, ...fits.filter((_, column) => !kSpecialToken.test(columns[column] ?? '')));
      const scales = fits.map((scale) => Math.min(scale, common));
      const all = common < kLeastScale;
      // An upright label is as wide as its font is high.
      cursor.element.style.setProperty(
        '--align-upright',
        `${Math.min(size, cell / kUprightWidth).toFixed(1)}px`,
      );
      let changed = false;
      cursor.element.querySelectorAll('.bars-column').forEach((node, column) => {
        const scale = scales[column] ?? 1;
        const turned = node.hasAttribute('data-turned');
        if (node.toggleAttribute('data-turned', all || scale < kLeastScale) !== turned) changed = true;
        /** @type {HTMLElement} */ (node).style.fontSize =
          all || scale === 1 ? '' : `${(size * Math.max(scale, kLeastScale)).toFixed(1)}px`;
      });
      return changed;
    },
  };
}

/** @param {readonly Element[]} nodes @param {string} name @param {(index: number) => boolean} isOn */
function toggleAttributes(nodes, name, isOn) {
  for (const [index, node] of nodes.entries()) node.toggleAttribute(name, isOn(index));
}

/** @param {Tokens} tokens as their labels show them */
const visibleTokens = ({ rows, columns }) => ({
  rows: rows.map(markInvisible),
  columns: columns.map(markInvisible),
});

/**
 * Paints the cells, and the ribbons of the row that is pointed at.
 * @param {CanvasRenderingContext2D} context
 * @param {object} options
 * @param {Alignment} options.picture
 * @param {TokenGrid} options.grid
 * @param {GetWindow} options.getWindow
 * @param {boolean} options.ribbons
 * @param {import('../../plots/theme.js').Theme} options.theme
 * @param {number} options.size of the font
 * @param {((row: number) => boolean) | undefined} options.isHeld
 */
function paintGrid(context, { picture, grid, getWindow, ribbons, theme, size, isHeld }) {
  const { rows, columns } = picture;
  /** @param {number} row */
  const getRowWeights = (row) => picture.weights.subarray(row * columns, (row + 1) * columns);
  const cells = Array.from({ length: rows }, (_, row) => ({
    box: grid.computeRowBox(row),
    weights: getRowWeights(row),
    truth: findTrueColumns(picture, row),
    window: getWindow(row),
    scale: picture.getColorScale?.(row),
    isHeld: isHeld?.(row),
  }));
  const format = (/** @type {number} */ weight) => formatFixed(weight, picture.getColorScale ? 3 : 2);
  paintAlignment(context, cells, theme, grid.getPointedCell(), { size: 0.85 * size, format });
  const row = grid.getPointedCell()?.row ?? -1;
  if (ribbons && row >= 0 && row < rows)
    paintRibbons(context, grid.computeRowBox(row), grid.computeRowBox(0).top, getRowWeights(row), theme);
}

/** The widths of cells, row labels and asides, as styles. @param {Tokens} tokens @param {string} aside */
function formatWidths({ rows, columns }, aside) {
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
