/**
 * A text token by token: from the one that is pointed at, arcs lead to where each head looked to write it.
 * @module
 */

import { translate } from '../../language/translate.js';
import { createCellCursor } from '../../parts/cell-cursor.js';
import { h } from '../../parts/dom.js';
import { toElementPoint } from '../../parts/element-point.js';
import { formatShare, quoteToken } from '../../parts/format.js';
import { createStage } from '../../parts/stage.js';
import { kMinimumWeight, paintArcs } from '../../plots/arc-paint.js';
import { readTheme } from '../../plots/theme.js';
import { createHeadLines } from '../heads/head-lines.js';

const kListed = 2;
const kBreak = '\n';

/**
 * @typedef {object} GeneratedText
 * @property {readonly string[]} tokens
 * @property {number} promptLength how many of them were read, not written
 * @property {ArrayLike<number>} weights [layers · heads, T, T]
 * @property {number} heads of a layer
 */

/** The row of a head from which a token was written: that of the token before it. @param {GeneratedText} of @param {number} head among all @param {number} token */
const getWeights = ({ tokens: { length: T }, weights }, head, token) =>
  Array.from({ length: token }, (_, s) => weights[(head * T + token - 1) * T + s] ?? 0);

/**
 * What a head mostly looked at to write a token.
 * @param {GeneratedText} of
 * @param {number} head among all
 * @param {number} token
 */
const findStrongest = (of, head, token) =>
  getWeights(of, head, token)
    .map((weight, s) => ({ weight, s }))
    .filter(({ weight }) => weight >= kMinimumWeight)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, kListed);

/**
 * What each head looked at, in words.
 * @param {GeneratedText} of
 * @param {number} layer
 * @param {number} token
 * @returns {{ heading: string, lines: string[] }} a line for each head
 */
function describeToken(of, layer, token) {
  const { tokens, heads } = of;
  if (token === 0) return { heading: translate('Nothing comes before the first token.'), lines: [] };
  const lines = Array.from({ length: heads }, (_, head) => {
    const found = findStrongest(of, layer * heads + head, token).map(
      ({ weight, s }) => `${quoteToken(tokens[s])} ${formatShare(weight)}`,
    );
    return `H${head + 1}: ${found.join('; ')}`;
  });
  return {
    heading: translate('To write {token} the model looked at', { token: quoteToken(tokens[token]) }),
    lines,
  };
}

/**
 * Arcs from a token to those with the largest weights when it was written, head by head: as many as are listed.
 * @param {GeneratedText} of
 * @param {number} layer
 * @param {number} token
 * @param {readonly HTMLElement[]} cells
 * @param {HTMLElement} plate behind them
 */
function computeArcs(of, layer, token, cells, plate) {
  const { heads } = of;
  /** @param {HTMLElement | undefined} cell above it, in the middle */
  const above = (cell) => {
    const box = cell?.getBoundingClientRect();
    return box
      ? toElementPoint(plate, { clientX: box.left + box.width / 2, clientY: box.top })
      : { x: 0, y: 0 };
  };
  const from = above(cells[token]);
  return Array.from({ length: heads }, (_, head) =>
    findStrongest(of, layer * heads + head, token).map(({ weight, s }) => ({
      from,
      to: above(cells[s]),
      weight,
      head,
      heads,
    })),
  ).flat();
}

/** The cells of the tokens, with those of the prompt marked. @param {GeneratedText} of @returns {HTMLElement[]} */
const createCells = ({ tokens, promptLength }) =>
  tokens.map((token, index) => {
    const cell = h('span', { class: 'written-token' }, token === kBreak ? '↵' : token);
    cell.toggleAttribute('data-given', index < promptLength);
    return cell;
  });

/**
 * The cells with line breaks: of several in a row, which an untrained model writes, only the first one starts a line.
 * @param {readonly HTMLElement[]} cells
 * @param {readonly string[]} tokens
 * @returns {HTMLElement[]}
 */
const insertLineBreaks = (cells, tokens) =>
  cells.flatMap((cell, index) =>
    tokens[index] === kBreak && tokens[index - 1] !== kBreak ? [cell, h('br', {})] : [cell],
  );

/** @param {{ label: string }} options */
export function createTextLine({ label }) {
  /** @type {GeneratedText | null} */
  let current = null;
  let layer = 0;
  let builtKey = '';
  /** @type {readonly HTMLElement[]} */
  let cells = [];
  /** @type {ReturnType<typeof createCellCursor> | null} */
  let cursor = null;
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const plate = h('div', { class: 'written-plate' }, canvas);
  const heading = h('p', { class: 'readout-where' });
  const list = h('ul', { class: 'written-heads' });
  const readout = h('div', { class: 'readout' }, heading, list);

  /** The token that is pointed at; the last one until one is. */
  const pointed = () => cursor?.getPointedCell()?.column ?? Math.max(0, (current?.tokens.length ?? 0) - 1);

  const stage = createStage(canvas, (context) => {
    if (current)
      paintArcs(context, computeArcs(current, layer, pointed(), cells, plate), readTheme(canvas).line / 2);
  });

  /** @param {GeneratedText} of */
  function build(of) {
    const { tokens } = of;
    cells = createCells(of);
    const row = h('div', { role: 'row' }, ...insertLineBreaks(cells, tokens));
    const grid = h('div', { role: 'grid', class: 'written-text', 'aria-label': label }, row);
    cursor = createCellCursor({ element: grid, rows: [cells], onPoint: point });
    cursor.describe((_row, column) =>
      translate('token {n}: {token}', { n: column + 1, token: quoteToken(tokens[column]) }),
    );
    plate.replaceChildren(canvas, grid);
  }

  function point() {
    if (!current) return;
    const token = pointed();
    cells.forEach((cell, index) => {
      cell.toggleAttribute('data-from', index === token);
    });
    const { heading: text, lines } = describeToken(current, layer, token);
    heading.textContent = text;
    list.replaceChildren(...createHeadLines(lines));
    stage.redraw();
  }

  return {
    element: plate,
    readout,
    /** @param {GeneratedText} generatedText @param {number} ofLayer */
    show(generatedText, ofLayer) {
      current = generatedText;
      layer = ofLayer;
      const key = JSON.stringify([generatedText.tokens, generatedText.promptLength]);
      if (key !== builtKey) build(generatedText);
      builtKey = key;
      point();
    },
    /** @returns {string} */
    text: () => current?.tokens.join('') ?? '',
    repaint: stage.redraw,
    dispose: stage.dispose,
  };
}
