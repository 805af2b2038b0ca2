/**
 * The picture on which the reader paints where the model will attend, over all steps together. Afterwards the painted map is
 * shown beside the model's attention, and beside the truth if that is another picture.
 */

import { html } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { formatPercent, formatShare } from '../../parts/format.js';
import { mapFigureTemplate } from '../drawing/drawn-map-template.js';
import { drawImage, getImage, sumInk } from './draw-image.js';
import { createDrawingPad } from './draw-pad.js';

/** @import { Comparison, MapScore } from '../../engine/shapes.js' */
/** @import { CreateBoard } from '../../engine/view-types.js' */

const kPen = 1.5;
const kPadLabel = markText(
  'Where it will look. The arrow keys move the brush, with Shift they paint; Enter paints, Backspace takes away.',
);

/** @type {CreateBoard} */
export function createPaintedMap({ own, onDraw, draw }) {
  /** @type {ReturnType<typeof createDrawingPad> | null} */
  let pad = null;
  /** @type {number[]} */
  let image = [];
  /** The truth, where it is another picture than the one that is painted on. @type {number[] | null} */
  let truth = null;
  /** The model's attention, averaged over all steps. @type {number[]} */
  let weights = [];
  let [steps, side] = [0, 0];
  /** Share of the model's weight where the reader has painted. */
  let overlap = 0;

  function template() {
    if (!pad) return null;
    const isCompared = own.committed && weights.length > 0;
    /** @param {readonly number[]} over */
    const picture = (over) => drawImage({ side, values: image, over }, { name: 'draw-read' });
    return html`
      <div class="drawing-maps drawing-pictures">
        ${mapFigureTemplate(translate('Yours'), pad.template(image, own.committed))}
        ${isCompared ? mapFigureTemplate(translate('The model’s'), picture(normalize(weights))) : null}
        ${own.committed && truth ? mapFigureTemplate(translate('The truth'), picture(truth)) : null}
      </div>
    `;
  }

  /** @param {number} size of the map */
  function createPaintPad(size) {
    if (own.marks.length !== size) own.marks = new Float32Array(size);
    return createDrawingPad({ label: translate(kPadLabel), ink: own.marks, pen: kPen, draw, onDraw });
  }

  return {
    template,
    legend: null,
    hint: translate(
      'Paint on the picture where you expect the network to look, over all steps together: with finger or mouse, or with the arrow keys and Shift.',
    ),
    setMap(map) {
      const size = map.columnLabels.length;
      const { truth: marks = new Float32Array(), picture } = map;
      pad = createPaintPad(size);
      steps = map.rowLabels.length;
      side = Math.round(Math.sqrt(size));
      image = Array.from(picture ?? getImage(marks, 0, size));
      truth = picture ? getImage(marks, 0, size) : null;
    },
    describeMissing: () => (sumInk(own.marks) > 0 ? '' : translate('Nothing is painted yet.')),
    /** Returns the painted map for each step. */
    weights: () =>
      Float32Array.from({ length: steps * own.marks.length }, (_, i) => own.marks[i % own.marks.length] ?? 0),
    clear: () => pad?.fill(() => 0),
    show({ drawn, learned }) {
      if (!own.committed) return;
      weights = computeMeanMap(learned.weights, steps);
      overlap = computeOverlap(getImage(drawn.weights, 0, own.marks.length), weights);
    },
    scores: (/** @type {MapScore} */ score, /** @type {Comparison} */ { drawn }) => [
      [translate('weight on the truth'), formatShare(score.massOnTruth)],
      [translate('of its weight where you painted'), score === drawn ? '' : formatPercent(overlap)],
    ],
    dispose: () => undefined,
  };
}

/** @param {ArrayLike<number>} maps step by step @param {number} steps */
const computeMeanMap = (maps, steps) =>
  Array.from({ length: maps.length / steps }, (_, i) => {
    let sum = 0;
    for (let t = 0; t < steps; t++) sum += (maps[i + (t * maps.length) / steps] ?? 0) / steps;
    return sum;
  });

/** @param {readonly number[]} values */
function normalize(values) {
  const maximum = Math.max(...values) || 1;
  return values.map((value) => value / maximum);
}

/**
 * @param {ArrayLike<number>} painted shares
 * @param {ArrayLike<number>} weights shares
 * @returns {number} share of the weights where anything is painted
 */
const computeOverlap = (painted, weights) =>
  Array.from(weights).reduce((sum, weight, i) => sum + ((painted[i] ?? 0) > 0 ? weight : 0), 0);
