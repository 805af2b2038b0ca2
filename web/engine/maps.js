/**
 * Maps of one's own as links know them: beside the experiments, since nothing is trained. The file is read by `openMaps`.
 */

import { deepFreeze } from './freeze.js';

/** @import { ExperimentSchema } from './schema.js' */

/** @type {ExperimentSchema} */
export const maps = /* @__PURE__ */ deepFreeze(
  /** @type {ExperimentSchema} */ ({
    name: 'maps',
    module: 'attend',
    supportsExplain: false,
    title: 'Attention of your own',
    summary: 'Attention that was computed elsewhere, from a file: matrix, heads, arcs, measures and film.',
    article: '',
    paper: '',
    parameters: [
      // The address of a file; nothing stands for the sample.
      { name: 'src', type: 'text', maximumLength: 2000, default: '' },
      // The rest is what of it is shown: of several maps one, counted from 1; head 0 is the mean, step −1 the last.
      { name: 'map', type: 'integer', minimum: 1, maximum: 256, default: 1 },
      { name: 'layer', type: 'integer', minimum: 1, maximum: 128, default: 1 },
      { name: 'head', type: 'integer', minimum: 0, maximum: 128, default: 1 },
      { name: 'step', type: 'integer', minimum: -1, maximum: 1e15, default: -1 },
      // The first row and column of the part that is shown of a large map.
      { name: 'row', type: 'integer', minimum: 1, maximum: 4096, default: 1 },
      { name: 'column', type: 'integer', minimum: 1, maximum: 4096, default: 1 },
      {
        name: 'colorScale',
        type: 'choice',
        choices: [
          { value: 'fixed', label: 'from 0 to 1' },
          { value: 'row', label: 'to the largest of each row' },
          { value: 'map', label: 'to the largest of the map' },
          { value: 'log', label: 'logarithmic' },
        ],
        default: 'fixed',
      },
      // Tokens to leave out, with blanks between them, or as a JSON array of strings.
      { name: 'without', type: 'text', maximumLength: 2000, default: '' },
    ],
    metrics: [],
    inputs: [],
    maps: [],
    views: [],
  }),
);
