/**
 * Translates the texts with which the core describes itself: experiments, mechanisms, names of rows and axes.
 * @module
 */
import { getLanguage, markText, translate } from './translate.js';

/** The fields that are translated; names, formulas and code are the same in every language. */
export const translatedFields = new Set([
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
 * Whether a field is not translated: formulas, and the parameters of a preset, which may have the names of translated fields.
 * @param {string} name
 * @param {unknown} value
 */
export const isVerbatim = (name, value) =>
  name === 'math' || (name === 'parameters' && !Array.isArray(value));

/**
 * Texts that the core emits at run time, beside its descriptions: names of axes and of steps in a token's path, and reasons
 * why a line of data was refused.
 */
export const kRuntimeTexts = [
  markText('axis'),
  markText('column'),
  markText('columns'),
  markText('context'),
  markText('cross'),
  markText('diamond'),
  markText('embedding'),
  markText('embedding and position'),
  markText('feature'),
  markText('glimpse'),
  markText('head'),
  markText('hidden'),
  markText('input'),
  markText('key'),
  markText('last norm'),
  markText('logits'),
  markText('mask'),
  markText('mean'),
  markText('weighted sum'),
  markText('node'),
  markText('norm'),
  markText('output'),
  markText('pixel'),
  markText('plus'),
  markText('position'),
  markText('prediction'),
  markText('probabilities'),
  markText('query'),
  markText('residual'),
  markText('row'),
  markText('rows'),
  markText('scores'),
  markText('sentence'),
  markText('source'),
  markText('step'),
  markText('heads on'),
  markText('target'),
  markText('tee'),
  markText('trigrams'),
  markText('unigrams'),
  markText('value'),
  markText('weights'),
  markText('word'),
  markText('no tab before the label'),
  markText('no words before the tab'),
  markText('a label that is neither 0 nor 1'),
  markText('more sentences than allowed'),
  markText('neither a tab nor |||'),
  markText('no words in the source'),
  markText('no words in the target'),
  markText('more pairs than allowed'),
  markText('a side without a token'),
  markText('a side that is too long'),
  markText('third column that is not an alignment, ignored'),
  markText('more than three columns, the rest ignored'),
  markText('places beyond the tokens, left out'),
  markText('possible links (1p2, 1?2, 1-2-P), ignored'),
  markText('links that seem to count from 1; they are read from 0, so subtract 1'),
  markText('an alignment of words, left out'),
  markText('blank line, skipped'),
  markText('markup, kept as plain text'),
  markText('bytes that are not UTF-8, replaced'),
  markText('characters written in parts (e and ´), composed'),
  markText('invisible characters such as soft hyphens, left out'),
];

/** @param {string} view @returns {string} its English label */
export const formatViewLabel = (view) => view.replaceAll('-', ' ');

/** @param {string} label of a row @returns {string} the translation of a word of the core, perhaps with a number; any other label unchanged */
export function translateRowLabel(label) {
  const [, word = '', n] = /^(context|mean|(?:training )?sentence|step)(?: (\d+))?$/.exec(label) ?? [];
  if (word === 'context' && n) return translate('context {n}', { n });
  if (word === 'sentence' && n) return translate('sentence {n}', { n });
  if (word === 'training sentence' && n) return translate('training sentence {n}', { n });
  if (word === 'step' && n) return translate('step {step}', { step: n });
  return word && !n ? translate(word) : label;
}

/** @type {WeakMap<object, { language: string, translation: unknown }>} */
const cache = new WeakMap();

/**
 * @template T
 * @param {T} description
 * @returns {T} a copy with every text translated; the same copy until the language changes
 */
export function translateSchema(description) {
  if (getLanguage() === 'en' || typeof description !== 'object' || description === null) return description;
  const before = cache.get(description);
  if (before?.language === getLanguage()) return /** @type {T} */ (before.translation);
  const translation = translateFields(description);
  cache.set(description, { language: getLanguage(), translation });
  return /** @type {T} */ (translation);
}

/** @param {unknown} value @returns {unknown} */
function translateFields(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(translateFields);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      if (isVerbatim(name, item)) return [name, item];
      return [
        name,
        typeof item === 'string' && translatedFields.has(name) ? translate(item) : translateFields(item),
      ];
    }),
  );
}
