/**
 * Translates the texts with which the core describes itself: experiments, mechanisms, names of rows and axes.
 * @module
 */
import { language, phrase, say } from './say.js';

/** The fields that are translated; names, formulas and code are the same in every language. */
export const readerFields = new Set([
  'title',
  'summary',
  'label',
  'help',
  'unit',
  'group',
  'look',
  'article',
]);

/**
 * Formulas and the parameters of a preset are not translated: settings may have the same names as translated fields.
 * @param {string} name
 * @param {unknown} value
 */
export const isVerbatim = (name, value) =>
  name === 'math' || (name === 'parameters' && !Array.isArray(value));

/**
 * Texts that the core emits at run time, beside its descriptions: names of axes and of steps in a token's path, and reasons
 * why a line of data was refused.
 */
export const kWords = [
  phrase('axis'),
  phrase('column'),
  phrase('columns'),
  phrase('context'),
  phrase('cross'),
  phrase('diamond'),
  phrase('embedding'),
  phrase('embedding and position'),
  phrase('feature'),
  phrase('glimpse'),
  phrase('head'),
  phrase('hidden'),
  phrase('input'),
  phrase('key'),
  phrase('last norm'),
  phrase('logits'),
  phrase('mask'),
  phrase('mean'),
  phrase('weighted sum'),
  phrase('node'),
  phrase('norm'),
  phrase('output'),
  phrase('pixel'),
  phrase('plus'),
  phrase('position'),
  phrase('prediction'),
  phrase('probabilities'),
  phrase('query'),
  phrase('residual'),
  phrase('row'),
  phrase('rows'),
  phrase('scores'),
  phrase('sentence'),
  phrase('source'),
  phrase('step'),
  phrase('heads on'),
  phrase('target'),
  phrase('tee'),
  phrase('trigrams'),
  phrase('unigrams'),
  phrase('value'),
  phrase('weights'),
  phrase('word'),
  phrase('no tab before the label'),
  phrase('no words before the tab'),
  phrase('a label that is neither 0 nor 1'),
  phrase('more sentences than allowed'),
  phrase('neither a tab nor |||'),
  phrase('no words in the source'),
  phrase('no words in the target'),
  phrase('more pairs than allowed'),
  phrase('a side without a token'),
  phrase('a side that is too long'),
  phrase('third column that is not an alignment, ignored'),
  phrase('more than three columns, the rest ignored'),
  phrase('places beyond the tokens, left out'),
  phrase('possible links (1p2, 1?2, 1-2-P), ignored'),
  phrase('links that seem to count from 1; they are read from 0, so subtract 1'),
  phrase('an alignment of words, left out'),
  phrase('blank line, skipped'),
  phrase('markup, kept as plain text'),
  phrase('bytes that are not UTF-8, replaced'),
  phrase('characters written in parts (e and ´), composed'),
  phrase('invisible characters such as soft hyphens, left out'),
];

/** @param {string} view @returns {string} its English label */
export const labelOfView = (view) => view.replaceAll('-', ' ');

/** @param {string} label of a row @returns {string} translated where it is one of the core's words, perhaps with a number */
export function sayRow(label) {
  const [, word = '', n] = /^(context|mean|(?:training )?sentence|step)(?: (\d+))?$/.exec(label) ?? [];
  if (word === 'context' && n) return say('context {n}', { n });
  if (word === 'sentence' && n) return say('sentence {n}', { n });
  if (word === 'training sentence' && n) return say('training sentence {n}', { n });
  if (word === 'step' && n) return say('step {step}', { step: n });
  return word && !n ? say(word) : label;
}

/** @type {WeakMap<object, { language: string, said: unknown }>} */
const known = new WeakMap();

/**
 * @template T
 * @param {T} described
 * @returns {T} a copy with every text translated; the same copy until the language changes
 */
export function saySchema(described) {
  if (language() === 'en' || typeof described !== 'object' || described === null) return described;
  const before = known.get(described);
  if (before?.language === language()) return /** @type {T} */ (before.said);
  const said = sayFields(described);
  known.set(described, { language: language(), said });
  return /** @type {T} */ (said);
}

/** @param {unknown} value @returns {unknown} */
function sayFields(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sayFields);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      if (isVerbatim(name, item)) return [name, item];
      return [name, typeof item === 'string' && readerFields.has(name) ? say(item) : sayFields(item)];
    }),
  );
}
