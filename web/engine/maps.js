/**
 * The schema of the page for own maps, for links. It is separate from the experiments, because it trains nothing; `openMaps`
 * reads the file.
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
      // The address of a file; '' means the built-in sample.
      { name: 'src', type: 'text', maximumLength: 2000, default: '' },
      // The other parameters select what is shown. Indices count from 1; head 0 is the mean of the heads, step −1 the last step.
      { name: 'map', type: 'integer', minimum: 1, maximum: 256, default: 1 },
      { name: 'layer', type: 'integer', minimum: 1, maximum: 128, default: 1 },
      { name: 'head', type: 'integer', minimum: 0, maximum: 128, default: 1 },
      { name: 'step', type: 'integer', minimum: -1, maximum: 1e15, default: -1 },
      // The first row and column of the region of a large map that is shown.
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
      // Tokens to leave out, separated by spaces, or as a JSON array of strings.
      { name: 'without', type: 'text', maximumLength: 2000, default: '' },
    ],
    metrics: [],
    inputs: [],
    maps: [],
    views: [],
  }),
);
