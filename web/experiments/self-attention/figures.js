/** Figures of a layer, beside the text of a scene. */
import { transformerBlockTemplate } from './block.js';
import { findFigureChoice, readLayerFigure } from './layer-figure.js';
import { matricesTemplate } from './matrices.js';
import { readShuffle, shuffleTemplate } from './shuffle.js';

/** The figures, by their names in scenes. @type {Readonly<Record<string, import('../../lab/live-figure.js').Figure>>} */
export const figures = {
  block: { read: readLayerFigure, template: transformerBlockTemplate, choiceForMap: findFigureChoice },
  matrices: {
    read: readLayerFigure,
    template: matricesTemplate,
    initialChoice: { side: 'answer', part: 'cross' },
    choiceForMap: findFigureChoice,
  },
  shuffle: { read: readShuffle, template: shuffleTemplate },
};
