/**
 * The grid of an alignment: cells on a canvas, tokens at its edges, one cursor over all. It is built anew when the tokens
 * are others.
 * @module
 */

import { say } from '../../language/say.js';
import { h } from '../../parts/dom.js';
import { formatFixed, visible } from '../../parts/format.js';
import { createGridCursor } from '../../parts/grid-cursor.js';
import { createStage, prefersStillness } from '../../parts/stage.js';
import { trueColumns } from '../../plots/alignment.js';
import { paintAlignment } from '../../plots/alignment-paint.js';
import { createGlide } from '../../plots/glide.js';
import { paintRibbons } from '../../plots/ribbon-paint.js';
import { themeOf } from '../../plots/theme.js';

/** @import { Tokens } from './alignment-text.js' */
/** @import { Alignment } from '../../plots/alignment.js' */
/** @typedef {(row: number) => import('../../plots/alignment.js').Window | null} WindowOf */

/** Width of a letter in ems, and the widest edge in letters. */
const kLetter = 0.6;
const kWidest = 12;

/**
 * @param {object} options
 * @param {string} options.label
 * @param {string} [options.aside] what stands at the end of each row
 * @param {boolean} [options.ribbons] from the row that is pointed at, to the columns that have its weight
 * @param {() => void} options.onPoint
 * @param {(row: number, column: number) => void} [options.onPick]
 */
export function createAlignmentGrid({ label, aside = say('model says'), ribbons = false, onPoint, onPick }) {
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const plate = h('div', { class: 'align-plate' }, canvas);
  const element = h('div', { class: 'align-scroll' }, plate);
  /** @type {Tokens} */
  let tokens = { rows: [], columns: [] };
  let built = '';
  /** @type {ReturnType<typeof createGridCursor> | null} */
  let cursor = null;
  /** @type {HTMLElement[]} */
  let asides = [];
  let glide = createGlide(0);
  /** @type {Alignment | null} */
  let shown = null;
  /** @type {WindowOf} */
  let windowOf = () => null;
  let lastPaint = 0;

  const stage = createStage(canvas, (context, _width, _height, time) => {
    if (!shown || !cursor) return false;
    const elapsed = Math.min(50, time - lastPaint);
    lastPaint = time;
    const still = prefersStillness();
    if (still) glide.settle(shown.weights);
    const moving = !still && glide.advance(shown.weights, elapsed);
    const theme = themeOf(canvas);
    const [alignment, grid] = [shown, cursor];
    paintAlignment(
      context,
      tokens.rows.map((_, row) => ({
        box: grid.boxOf(row),
        weights: glide.values.subarray(row * alignment.columns, (row + 1) * alignment.columns),
        truth: trueColumns(alignment, row),
        window: windowOf(row),
      })),
      theme,
      grid.pointed(),
      {
        size: 0.85 * Number.parseFloat(getComputedStyle(canvas).fontSize),
        format: (weight) => formatFixed(weight, 2),
      },
    );
    const row = grid.pointed()?.row ?? -1;
    if (ribbons && row >= 0 && row < alignment.rows) {
      const weights = glide.values.subarray(row * alignment.columns, (row + 1) * alignment.columns);
      paintRibbons(context, grid.boxOf(row), grid.boxOf(0).top, weights, theme);
    }
    // Labels that have just been turned have moved the cells, perhaps without a change of the canvas's size.
    return turn() || moving;
  });

  /**
   * Labels that are wider than their cells stand upright, all of them unless it is the end mark alone.
   * @returns {boolean} whether that has changed
   */
  function turn() {
    const cell = (cursor?.boxOf(0).width ?? 0) / Math.max(1, tokens.columns.length);
    const size = Number.parseFloat(getComputedStyle(plate).fontSize);
    const wide = tokens.columns.map(({ length }) => length > 1 && length * kLetter * size > cell - 4);
    const all = wide.slice(0, -1).includes(true);
    let changed = false;
    cursor?.element.querySelectorAll('.bars-column').forEach((node, column) => {
      const turned = node.hasAttribute('data-turned');
      if (node.toggleAttribute('data-turned', all || (wide[column] ?? false)) !== turned) changed = true;
    });
    return changed;
  }

  /** @param {string} key */
  function build(key) {
    built = key;
    const { rows, columns } = tokens;
    asides = rows.map(() => h('span'));
    cursor = createGridCursor({
      label,
      rowLabels: rows.map(visible),
      columnLabels: columns.map(visible),
      corner: tokens.names?.[0] ?? say('output'),
      mostLabels: columns.length,
      asides: { label: aside, nodes: asides },
      onPoint: () => {
        onPoint();
        stage.redraw();
      },
      onPick,
    });
    plate.replaceChildren(canvas, cursor.element);
    const letters = Math.min(kWidest, Math.max(4, ...rows.map((token) => token.length)));
    const style = plate.style;
    const widest = Math.max(...columns.map((token) => token.length));
    style.setProperty(
      '--align-cell',
      `${Math.min(kWidest, Math.max(3.5, widest) * kLetter + 1.2).toFixed(2)}em`,
    );
    style.setProperty('--align-columns', String(columns.length));
    style.setProperty('--align-label', `${(letters * kLetter + 1.2).toFixed(2)}em`);
    // The model may say `<padding>` where no row does.
    style.setProperty(
      '--align-aside',
      aside ? `${(Math.max(9, letters) * kLetter + 2.2).toFixed(2)}em` : '0em',
    );
    element.style.setProperty('--align-rows', String(Math.max(1, rows.length)));
  }

  return {
    element,
    tokens: () => tokens,
    pointed: () => cursor?.pointed() ?? null,
    /** @param {number} row @param {number} column @returns {number} index of the cell in the whole map */
    indexOf: (row, column) => row * tokens.columns.length + column,
    /**
     * @param {Alignment} alignment
     * @param {Tokens} of as many as it has rows and columns
     * @param {WindowOf} window
     * @param {number} [chosen] row
     */
    show(alignment, of, window, chosen = -1) {
      shown = alignment;
      windowOf = window;
      const key = JSON.stringify(of);
      if (key !== built) {
        tokens = of;
        build(key);
        glide = createGlide(alignment.weights.length);
        glide.settle(alignment.weights);
      }
      cursor?.element.querySelectorAll('.bars-label').forEach((node, row) => {
        node.toggleAttribute('data-chosen', row === chosen);
      });
      stage.redraw();
    },
    /**
     * What the model says, row by row.
     * @param {readonly string[]} words
     * @param {readonly string[]} [wanted]
     */
    say(words, wanted = tokens.rows) {
      asides.forEach((aside, row) => {
        const right = words[row] === wanted[row];
        const text = words[row] ? `${visible(words[row])} ` : '';
        const mark = text && (right ? '✓' : '✗');
        if (aside.textContent === text + mark) return;
        aside.replaceChildren(h('span', { class: 'align-word' }, text), mark);
        aside.className = right ? 'align-good' : 'align-bad';
      });
    },
    /** @param {(row: number, column: number) => string} text */
    describe: (text) => cursor?.describe(text),
    repaint: stage.redraw,
    dispose: stage.dispose,
  };
}
