/**
 * The map that the reader draws, the model's and the true one side by side, with the same rows and columns.
 * @module
 */

import { say } from '../../language/say.js';
import { sayRow } from '../../language/say-schema.js';
import { h } from '../../parts/dom.js';
import { formatShare, isolated, visible } from '../../parts/format.js';
import { legendOf, mark, ramp } from '../../parts/legend.js';
import { createStrokes } from '../../plots/strokes.js';
import { createAlignmentGrid } from '../alignment/alignment-grid.js';
import { createPictureGrid } from '../pictures/caption-drawing.js';

/** @import { Alignment } from '../../plots/alignment.js' */
/** @import { AttentionMap, Comparison, Drawn, ViewOptions } from '../../engine/shapes.js' */
/** @import { Tokens } from '../alignment/alignment-text.js' */

/** More strokes on a cell empty it again. */
const kMost = 9;

/**
 * @param {object} options
 * @param {Pick<ViewOptions, 'axes' | 'extra'>} options.of
 * @param {Drawn} options.own what is drawn; strokes change it until it is committed
 * @param {() => void} options.onDraw
 */
export function createMaps({ of: { axes, extra }, own, onDraw }) {
  const ofPicture = extra.tensors.some(({ name }) => name === 'picture');
  /** @type {Tokens} */
  let tokens = { rows: [], columns: [], names: axes };
  /** Of a picture: its pixels, and the words whose true regions are known. */
  let drawn = { picture: new Float32Array(), words: /** @type {number[]} */ ([]) };
  const gridOf = (/** @type {string} */ label) =>
    ofPicture
      ? createPictureGrid({ label, of: () => drawn })
      : createAlignmentGrid({ label, aside: '', onPoint: () => undefined });
  const grids = {
    yours: gridOf(say('Your prediction')),
    model: gridOf(say('The model’s map')),
    truth: gridOf(say('The truth')),
  };
  const names = { yours: say('you'), model: say('the model'), truth: say('the truth') };
  const compared = [
    figureOf(say('The model’s'), grids.model.element),
    figureOf(say('The truth'), grids.truth.element),
  ];
  const strokes = createStrokes(grids.yours.element, (row, column, change) => {
    if (own.committed) return;
    const at = grids.yours.indexOf(row, column);
    own.marks[at] = changed(own.marks[at] ?? 0, change);
    onDraw();
  });

  /** @param {string} [token] */
  const nameOf = (token = '') => isolated(visible(token));

  /** @param {keyof typeof grids} which @param {number} step @param {Float32Array} weights @param {Float32Array} [truth] */
  function show(which, step, weights, truth = new Float32Array(weights.length)) {
    grids[which].show(pictureOf(tokens, step, weights, truth), tokens, () => null);
    grids[which].describe((row, column) => {
      const share = formatShare(weights[row * tokens.columns.length + column] ?? 0);
      return `${nameOf(tokens.rows[row])}, ${nameOf(tokens.columns[column])}: ${share}, ${names[which]}`;
    });
  }

  return {
    element: h('div', { class: 'drawing-maps' }, figureOf(say('Yours'), grids.yours.element), ...compared),
    legend: createLegend(ofPicture),
    /** There is something to draw. */
    ready: () => tokens.rows.length > 0,
    /** Marks of another size are dropped. @param {AttentionMap} map whose rows and columns are drawn */
    take(map) {
      const size = map.rowLabels.length * map.columnLabels.length;
      if (own.marks.length !== size) own.marks = new Float32Array(size);
      tokens = { rows: map.rowLabels.map(sayRow), columns: map.columnLabels, names: axes };
      if (ofPicture && map.truth) drawn = wordsOf(map, map.truth);
    },
    /** @returns {number} rows that have no weight yet */
    bareRows() {
      const width = tokens.columns.length;
      const asked = ofPicture ? drawn.words : tokens.rows.keys();
      return [...asked].filter((row) => !marked(own.marks, row, width)).length;
    },
    /** The others are seen once one's own is committed. */
    reveal() {
      for (const node of compared) node.hidden = !own.committed;
    },
    /** Nothing is drawn. @param {number} step */
    empty: (step) => show('yours', step, new Float32Array(own.marks.length)),
    /** @param {Comparison} compared @param {number} step */
    show({ attention, drawn: yours, learned }, step) {
      const truth = attention.truth ?? new Float32Array();
      show('yours', step, yours.weights, own.committed ? truth : undefined);
      if (!own.committed) return;
      show('model', step, learned.weights, truth);
      show('truth', step, truth, truth);
    },
    repaint() {
      for (const grid of Object.values(grids)) grid.repaint();
    },
    dispose() {
      strokes.dispose();
      for (const grid of Object.values(grids)) grid.dispose();
    },
  };
}

/**
 * @param {Tokens} tokens
 * @param {number} step
 * @param {Float32Array} weights
 * @param {Float32Array} truth
 * @returns {Alignment}
 */
function pictureOf({ rows: { length: rows }, columns: { length: columns } }, step, weights, truth) {
  return {
    step,
    rows,
    columns,
    weights,
    truth,
    scores: weights,
    position: null,
    said: null,
    metrics: {},
  };
}

/** @param {number} before @param {import('../../plots/strokes.js').Change} change @returns {number} the mark of a cell, 0 to kMost */
function changed(before, change) {
  if (change === 'more') return (before + 1) % (kMost + 1);
  return change === 'some' ? Math.max(1, before) : change;
}

/** @param {Float32Array} weights @param {number} row @param {number} width @returns {boolean} whether a row has any weight */
function marked(weights, row, width) {
  return weights.subarray(row * width, (row + 1) * width).some((weight) => weight > 0);
}

/** @param {boolean} ofPicture */
function createLegend(ofPicture) {
  const weight = ofPicture ? [mark('light'), say('bright: much weight')] : [say('weight'), ...ramp()];
  return legendOf(weight, [mark('truth'), say('truth')]);
}

/** @param {string} caption @param {HTMLElement} map */
function figureOf(caption, map) {
  return h('figure', { class: 'drawing-map' }, h('figcaption', {}, caption), map);
}

/**
 * @param {AttentionMap} map of a picture
 * @param {Float32Array} truth
 */
function wordsOf(map, truth) {
  const { picture } = /** @type {{ picture: ArrayLike<number> }} */ (/** @type {unknown} */ (map));
  const width = map.columnLabels.length;
  const words = map.rowLabels.map((_, row) => row);
  return {
    picture: Float32Array.from(picture),
    words: words.filter((row) => marked(truth, row, width)),
  };
}
