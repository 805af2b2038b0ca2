/**
 * The picture on which a reader paints where the model will look, over all steps together; then beside it where the model
 * looks, and the truth if it is another picture.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { formatPercent, formatShare } from '../../parts/format.js';
import { computeInk, createImage, getPart } from '../images/draw-image.js';
import { Pad } from '../images/draw-pad.js';
import { createFigure } from './drawing-maps.js';

/** @import { Comparison, DrawnMap, MapScore } from '../../engine/shapes.js' */
/** @import { Board } from './drawing.js' */

const kPen = 1.5;

/**
 * @param {object} options
 * @param {DrawnMap} options.own
 * @param {() => void} options.onDraw
 * @returns {Board}
 */
export function createPaintedMap({ own, onDraw }) {
  const model = createImage({ class: 'draw-read' });
  const truth = createImage({ class: 'draw-read' });
  const pictures = [
    createFigure(translate('The model’s'), model.canvas),
    createFigure(translate('The truth'), truth.canvas),
  ];
  const element = h('div', { class: 'drawing-maps drawing-pictures' });
  /** @type {Pad | null} */
  let pad = null;
  /** @type {number[]} */
  let image = [];
  let [steps, side] = [0, 0];
  /** Whether the truth is another picture than the one that is painted on. */
  let isOtherImage = false;
  /** Share of the model's weight where the reader has painted. */
  let overlap = 0;

  return {
    element,
    legend: null,
    hint: translate(
      'Paint on the picture where you expect the network to look, over all steps together: with finger or mouse, or with the arrow keys and Shift.',
    ),
    setMap(map) {
      const size = map.columnLabels.length;
      const { truth: marks = new Float32Array(), picture } = map;
      if (own.marks.length !== size) own.marks = new Float32Array(size);
      steps = map.rowLabels.length;
      isOtherImage = picture !== undefined;
      image = Array.from(picture ?? getPart(marks, 0, size));
      side = Math.round(Math.sqrt(size));
      if (isOtherImage) truth.show({ side, values: image, over: getPart(marks, 0, size) });
      pad?.dispose();
      pad = new Pad({
        label: translate(
          'Where it will look. The arrow keys move the brush, with Shift they paint; Enter paints, Backspace takes away.',
        ),
        ink: own.marks,
        pen: kPen,
        getBackground: () => image,
        onDraw,
      });
      element.replaceChildren(createFigure(translate('Yours'), pad.element), ...pictures);
    },
    describeMissing: () => (computeInk(own.marks) > 0 ? '' : translate('Nothing is painted yet.')),
    /** Returns the painted map for each step. */
    weights() {
      const weights = new Float32Array(steps * own.marks.length);
      for (let t = 0; t < steps; t++) weights.set(own.marks, t * own.marks.length);
      return weights;
    },
    clear: () => pad?.fill(() => 0),
    updateVisibility() {
      pictures.forEach((figure, i) => {
        figure.hidden = !own.committed || (i === 1 && !isOtherImage);
      });
      if (pad) pad.element.inert = own.committed;
    },
    show({ drawn, learned }) {
      if (!own.committed) return;
      const size = own.marks.length;
      const meanWeights = new Array(size).fill(0);
      for (const [i, weight] of learned.weights.entries()) meanWeights[i % size] += weight / steps;
      overlap = computeOverlap(getPart(drawn.weights, 0, size), meanWeights);
      const most = Math.max(...meanWeights) || 1;
      model.show({ side, values: image, over: meanWeights.map((weight) => weight / most) });
    },
    scores: (/** @type {MapScore} */ score, /** @type {Comparison} */ { drawn }) => [
      [translate('weight on the truth'), formatShare(score.massOnTruth)],
      [translate('of its weight where you painted'), score === drawn ? '' : formatPercent(overlap)],
    ],
    repaint() {
      for (const one of [pad, model, truth]) one?.repaint();
    },
    dispose() {
      for (const one of [pad, model, truth]) one?.dispose();
    },
  };
}

/**
 * @param {ArrayLike<number>} painted shares
 * @param {ArrayLike<number>} weights shares
 * @returns {number} share of the weights where anything is painted
 */
const computeOverlap = (painted, weights) =>
  Array.from(weights).reduce((sum, weight, i) => sum + ((painted[i] ?? 0) > 0 ? weight : 0), 0);
