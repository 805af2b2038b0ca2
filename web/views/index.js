/**
 * The views by the names that the registry gives them.
 * @module
 */

import * as contextBars from './context-bars.js';
import * as lossCurve from './loss-curve.js';

/** @typedef {{ createView: (options: import('./view.js').ViewOptions) => import('./view.js').View, styles: string }} ViewModule */

/** @type {ReadonlyMap<string, ViewModule>} */
export const views = new Map(
  /** @type {[string, ViewModule][]} */ ([
    ['context-bars', contextBars],
    ['loss-curve', lossCurve],
  ]),
);
