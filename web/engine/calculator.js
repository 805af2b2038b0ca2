/**
 * The schema of the calculator for links. It is separate from the experiments, because it trains nothing; it computes
 * mechanisms on the reader's own numbers with `attend`.
 */

import { deepFreeze } from './freeze.js';

/** @import { ExperimentSchema } from './schema.js' */

/** @type {ExperimentSchema} */
export const calculator = /* @__PURE__ */ deepFreeze(
  /** @type {ExperimentSchema} */ ({
    name: 'calculator',
    module: 'attend',
    supportsExplain: false,
    title: 'Attention by hand',
    summary:
      'Edit queries, keys and values, and watch every line of the formula change; for every mechanism.',
    article: '',
    paper: '',
    // `options` and `numbers` are parsed later, because that needs the list of mechanisms; '' means the worked example.
    parameters: [
      { name: 'features', type: 'integer', minimum: 1, maximum: 8, default: 2 },
      { name: 'formula', type: 'text', minimum: 0, maximum: 200, default: '' },
      ...['mechanism', 'tokens', 'options', 'numbers'].map((name) => ({
        name,
        type: 'text',
        maximumLength: 3600,
        default: '',
      })),
    ],
    metrics: [],
    inputs: [],
    maps: [],
    views: [],
  }),
);
