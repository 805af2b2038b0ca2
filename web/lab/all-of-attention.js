/**
 * All of attention in one table: how a score is made, where the weights may lie, and where it is used. Every cell opens that
 * very model.
 * @module
 */
import { experiments, mechanisms, writeLink } from '../index.js';
import { phrase } from '../language/say.js';
import { chapters, parametersOf } from './chapters.js';

/** @import { Value } from '../engine/schema.js' */
/** @typedef {'global' | 'local-m' | 'local-p' | 'neighbours' | 'window' | 'hard'} Reach */

/** Where the weights may lie. @type {readonly { name: Reach, label: string, help: string }[]} */
export const reaches = [
  { name: 'global', label: phrase('Soft, global'), help: phrase('all positions') },
  { name: 'local-m', label: phrase('Soft, local-m'), help: phrase('a window that moves one step a token') },
  { name: 'local-p', label: phrase('Soft, local-p'), help: phrase('a window with a predicted centre') },
  { name: 'neighbours', label: phrase('Soft, neighbours'), help: phrase('the neighbours in a graph') },
  { name: 'window', label: phrase('Soft, window on a picture'), help: phrase('a grid of Gaussian filters') },
  { name: 'hard', label: phrase('Hard'), help: phrase('one sampled position') },
];

/** The experiment in which scores and reaches combine freely, and what it learns quickly. */
const kFree = { experiment: 'translation', preset: 'reversal' };

/**
 * Where else a mechanism is at work.
 * @type {readonly { mechanism: string, reach: Reach, experiment: string, preset?: string, parameters?: Record<string, Value> }[]}
 */
const kElsewhere = [
  { mechanism: 'context-gate', reach: 'global', experiment: 'context-lookup' },
  { mechanism: 'feature-gate', reach: 'global', experiment: 'feature-attention' },
  { mechanism: 'mean-pooling', reach: 'global', experiment: 'sentiment', parameters: { pooling: 'mean' } },
  { mechanism: 'pooling', reach: 'global', experiment: 'sentiment', parameters: { pooling: 'article' } },
  { mechanism: 'additive-pooling', reach: 'global', experiment: 'sentiment' },
  { mechanism: 'intra', reach: 'global', experiment: 'sentiment', preset: 'machine-reader' },
  { mechanism: 'multi-head', reach: 'global', experiment: 'self-attention' },
  { mechanism: 'gat', reach: 'neighbours', experiment: 'graph-attention', preset: 'gat' },
  { mechanism: 'gatv2', reach: 'neighbours', experiment: 'graph-attention' },
  { mechanism: 'soft', reach: 'global', experiment: 'caption', preset: 'soft' },
  { mechanism: 'hard', reach: 'hard', experiment: 'caption', preset: 'hard' },
  { mechanism: 'glimpse-sensor', reach: 'hard', experiment: 'glimpse' },
  { mechanism: 'draw-read', reach: 'window', experiment: 'draw', preset: 'digits' },
];

/**
 * @typedef {object} Use
 * @property {string} mechanism
 * @property {Reach} reach
 * @property {string} experiment
 * @property {string} place short name of the chapter that is about it
 * @property {string} link of the instrument, without `#`
 */

/** @returns {Use[]} everything that this build can show */
export function uses() {
  const all = experiments();
  const free = all.find(({ name }) => name === kFree.experiment);
  /** @param {string} parameter */
  const choices = (parameter) =>
    free?.parameters.find(({ name }) => name === parameter)?.choices?.map(({ value }) => value) ?? [];
  const known = new Set(mechanisms().map(({ name }) => name));
  const combined = choices('score')
    .filter((score) => known.has(score))
    .flatMap((score) => [
      ...choices('locality').map((reach) => ({
        mechanism: score,
        reach: /** @type {Reach} */ (reach),
        ...kFree,
        parameters: { score, locality: reach },
      })),
      {
        mechanism: score,
        reach: /** @type {Reach} */ ('hard'),
        ...kFree,
        preset: 'hard',
        parameters: { score },
      },
    ]);
  return [...combined, ...kElsewhere]
    .filter(({ experiment }) => all.some(({ name }) => name === experiment))
    .map(({ mechanism, reach, experiment, ...set }) => ({
      mechanism,
      reach,
      experiment,
      place: placeOf(experiment),
      link: writeLink({ experiment, parameters: parametersOf(experiment, set) }),
    }));
}

/** @param {string} experiment */
function placeOf(experiment) {
  const about = chapters().filter(({ scenes }) => scenes.some((scene) => scene.experiment === experiment));
  return (about.find(({ number }) => number > 0) ?? about[0])?.short ?? experiment;
}

/**
 * One row a mechanism, in the order of the registry; columns that nothing uses are left out.
 * @returns {{ columns: typeof reaches, rows: { name: string, title: string, paper: string, cells: Use[][] }[] }}
 */
export function table() {
  const found = uses();
  const columns = reaches.filter(({ name }) => found.some(({ reach }) => reach === name));
  const rows = mechanisms()
    .map(({ name, title, paper = '' }) => ({
      name,
      title,
      paper,
      cells: columns.map((column) =>
        found.filter(({ mechanism, reach }) => mechanism === name && reach === column.name),
      ),
    }))
    .filter(({ cells }) => cells.some((cell) => cell.length > 0));
  return { columns, rows };
}
