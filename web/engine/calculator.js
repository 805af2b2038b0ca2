/**
 * The calculator as links know it: beside the experiments, since nothing is trained. What it computes with is the reader's
 * own numbers, through `attend`.
 */

import { deepFreeze } from './freeze.js';

/** @typedef {import('./schema.js').ExperimentSchema} ExperimentSchema */

/** @type {ExperimentSchema} */
export const calculator = /* @__PURE__ */ deepFreeze(
  /** @type {ExperimentSchema} */ ({
    name: 'calculator',
    title: 'Attention by hand',
    summary:
      'Type a sentence, edit queries, keys and values, and watch every line of the formula change; for every mechanism.',
    article: '',
    paper: '',
    // What a mechanism takes is known only where its list is loaded: there options and numbers are read.
    parameters: [
      { name: 'mechanism', type: 'text', maximumLength: 32, default: 'scaled-dot' },
      { name: 'tokens', type: 'text', maximumLength: 160, default: 'The FBI is chasing a criminal' },
      { name: 'features', type: 'integer', minimum: 1, maximum: 8, default: 4 },
      { name: 'options', type: 'text', maximumLength: 200, default: '' },
      { name: 'numbers', type: 'text', maximumLength: 3600, default: '' },
    ],
    metrics: [],
    inputs: [],
    maps: [],
    views: [],
  }),
);
