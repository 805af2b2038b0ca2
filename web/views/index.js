/**
 * The views by the names that the registry gives them.
 * @module
 */

import * as accuracyByLength from './accuracy-by-length.js';
import * as alignmentMatrix from './alignment-matrix.js';
import * as contextBars from './context-bars.js';
import * as decisionSurface from './decision-surface.js';
import * as decoderSteps from './decoder-steps.js';
import * as explanation from './explanation.js';
import * as featureBars from './feature-bars.js';
import * as headGrid from './head-grid.js';
import * as lossCurve from './loss-curve.js';
import * as race from './race.js';
import * as residualPath from './residual-path.js';
import * as sentences from './sentences.js';
import * as tokenArcs from './token-arcs.js';

/** @typedef {{ createView: (options: import('./view.js').ViewOptions) => import('./view.js').View, styles: string }} ViewModule */

/** @type {ReadonlyMap<string, ViewModule>} */
export const views = new Map(
  /** @type {[string, ViewModule][]} */ ([
    ['context-bars', contextBars],
    ['loss-curve', lossCurve],
    ['feature-bars', featureBars],
    ['decision-surface', decisionSurface],
    ['sentences', sentences],
    ['accuracy-by-length', accuracyByLength],
    ['alignment-matrix', alignmentMatrix],
    ['decoder-steps', decoderSteps],
    ['race', race],
    ['explanation', explanation],
    ['head-grid', headGrid],
    ['token-arcs', tokenArcs],
    ['residual-path', residualPath],
  ]),
);
