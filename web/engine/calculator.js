/**
 * The calculator as links know it: beside the experiments, since nothing is trained. What it computes with is the reader's
 * own numbers, through `attend`.
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
    // Options and numbers are read where the list of mechanisms is loaded, which says what they may be; nothing stands for
    // the worked example.
    parameters: [
      { name: 'features', type: 'integer', minimum: 1, maximum: 8, default: 4 },
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
