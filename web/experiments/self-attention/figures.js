/**
 * Figures of a layer, beside the text of a scene.
 * @module
 */
import { blockTemplate } from './block.js';
import { besideMap, layerFigureOf } from './layer-figure.js';
import { matricesTemplate } from './matrices.js';

/** Figures by the name that a scene uses. @type {Readonly<Record<string, import('../../lab/tracing.js').Figure>>} */
export const figures = {
  block: { read: layerFigureOf, template: blockTemplate, beside: besideMap },
  matrices: {
    read: layerFigureOf,
    template: matricesTemplate,
    first: { side: 'answer', part: 'cross' },
    beside: besideMap,
  },
};
