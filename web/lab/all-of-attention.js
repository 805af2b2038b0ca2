/**
 * All of attention in one table: a row for each mechanism, a column for each set of positions that may get weight. Each link
 * opens the model of its cell.
 */
import { findPreset } from '../element/find-preset.js';
import { experiments, mechanisms, parseLink, writeLink } from '../index.js';
import { markText } from '../language/translate.js';
import { getChapters, resolveParameters } from './chapters.js';

/** @import { Value } from '../engine/schema.js' */
/** @typedef {'global' | 'local-m' | 'local-p' | 'neighbors' | 'window' | 'hard'} Locality */

/** The sets of positions that may get weight. @type {readonly { name: Locality, label: string, help: string }[]} */
const localities = [
  { name: 'global', label: markText('Soft, global'), help: markText('all positions') },
  {
    name: 'local-m',
    label: markText('Soft, local-m'),
    help: markText('a window that moves one step a token'),
  },
  { name: 'local-p', label: markText('Soft, local-p'), help: markText('a window with a predicted center') },
  { name: 'neighbors', label: markText('Soft, neighbors'), help: markText('the neighbors in a graph') },
  {
    name: 'window',
    label: markText('Soft, window on a picture'),
    help: markText('a grid of Gaussian filters'),
  },
  { name: 'hard', label: markText('Hard'), help: markText('one sampled position') },
];

/** The experiment that combines every score with every locality, and a preset that trains quickly. */
const kCombinable = { experiment: 'translation', preset: 'reversal' };

/**
 * Further experiments, with the mechanism that each uses.
 * @type {readonly { mechanism: string, locality: Locality, experiment: string, preset?: string, parameters?: Record<string, Value> }[]}
 */
const kFurtherUses = [
  { mechanism: 'context-gate', locality: 'global', experiment: 'context-lookup' },
  { mechanism: 'feature-gate', locality: 'global', experiment: 'feature-attention' },
  { mechanism: 'mean-pooling', locality: 'global', experiment: 'sentiment', parameters: { pooling: 'mean' } },
  { mechanism: 'pooling', locality: 'global', experiment: 'sentiment', parameters: { pooling: 'article' } },
  { mechanism: 'additive-pooling', locality: 'global', experiment: 'sentiment' },
  { mechanism: 'intra', locality: 'global', experiment: 'sentiment', preset: 'machine-reader' },
  { mechanism: 'multi-head', locality: 'global', experiment: 'self-attention' },
  { mechanism: 'gat', locality: 'neighbors', experiment: 'graph-attention', preset: 'gat' },
  { mechanism: 'gatv2', locality: 'neighbors', experiment: 'graph-attention' },
  { mechanism: 'soft', locality: 'global', experiment: 'caption', preset: 'soft' },
  { mechanism: 'hard', locality: 'hard', experiment: 'caption', preset: 'hard' },
  { mechanism: 'glimpse-sensor', locality: 'hard', experiment: 'glimpse' },
  { mechanism: 'draw-read', locality: 'window', experiment: 'draw', preset: 'digits' },
];

/**
 * @typedef {object} MechanismUse
 * @property {string} mechanism
 * @property {Locality} locality
 * @property {string} experiment
 * @property {string} chapterName short name of its chapter
 * @property {string} link of the instrument, without `#`
 */

/** @returns {MechanismUse[]} all uses that this build contains */
export function listMechanismUses() {
  const all = experiments();
  const free = all.find(({ name }) => name === kCombinable.experiment);
  /** @param {string} parameter */
  const choices = (parameter) =>
    free?.parameters.find(({ name }) => name === parameter)?.choices?.map(({ value }) => value) ?? [];
  const mechanismNames = new Set(mechanisms().map(({ name }) => name));
  const combined = choices('score')
    .filter((score) => mechanismNames.has(score))
    .flatMap((score) => [
      ...choices('locality').map((locality) => ({
        mechanism: score,
        locality: /** @type {Locality} */ (locality),
        ...kCombinable,
        parameters: { score, locality },
      })),
      {
        mechanism: score,
        locality: /** @type {Locality} */ ('hard'),
        ...kCombinable,
        preset: 'hard',
        parameters: { score },
      },
    ]);
  return [...combined, ...kFurtherUses]
    .filter(({ experiment }) => all.some(({ name }) => name === experiment))
    .map(({ mechanism, locality, experiment, ...set }) => ({
      mechanism,
      locality,
      experiment,
      chapterName: findChapterName(experiment),
      link: writeLink({ experiment, parameters: resolveParameters(experiment, set) }),
    }));
}

/** @param {string} link @returns the configuration of the link, and the preset that equals it, if any */
export function parseUseLink(link) {
  const { experiment, parameters } = parseLink(link).configuration;
  const schema = experiments().find(({ name }) => name === experiment);
  const hasDefaults = Object.keys(parameters).length === 0;
  const preset = (schema && findPreset(schema, parameters)?.name) ?? (hasDefaults ? 'default' : undefined);
  return { experiment, parameters, preset };
}

/** @param {string} experiment */
function findChapterName(experiment) {
  const about = getChapters().filter(({ scenes }) => scenes.some((scene) => scene.experiment === experiment));
  return (about.find(({ number }) => number > 0) ?? about[0])?.shortTitle ?? experiment;
}

/**
 * One row per mechanism, in the order of the registry, without empty rows and columns.
 * @returns {{ columns: typeof localities, rows: { name: string, title: string, paper: string, cells: MechanismUse[][] }[] }}
 */
export function buildMechanismTable() {
  const allUses = listMechanismUses();
  const columns = localities.filter(({ name }) => allUses.some(({ locality }) => locality === name));
  const rows = mechanisms()
    .map(({ name, title, paper = '' }) => ({
      name,
      title,
      paper,
      cells: columns.map((column) =>
        allUses.filter(({ mechanism, locality }) => mechanism === name && locality === column.name),
      ),
    }))
    .filter(({ cells }) => cells.some((cell) => cell.length > 0));
  return { columns, rows };
}
