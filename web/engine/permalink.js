/**
 * The permalink: a configuration as the fragment of a URL.
 *
 *     v1;experiment=context-lookup;learningRate=0.01;map=2,7,3,5,1;seed=42
 *
 * Only values that differ from the defaults are written: keys in alphabetical order after `experiment`, values
 * percent-encoded, lists comma-separated. Reading never fails: any text gives a valid configuration, and `notices` describe
 * what was ignored. Changes that mail and chat programs make are undone: percent-encoding of the whole link, even repeated,
 * `&amp;` or `&` as a separator, and trailing punctuation.
 */

import { calculator } from './calculator.js';
import { formatExcerpt, readMessage } from './errors.js';
import { maps } from './maps.js';
import { registry } from './registry.js';
import { seedSchema } from './schema.js';
import { isSameValue, normalizeValues, parseValue } from './value.js';

/** @import { Configuration, ExperimentSchema, ParameterSchema, Registry, Value } from './schema.js' */

/** The experiments and pages that a link can name. @type {Registry} */
export const linkRegistry = { ...registry, experiments: [...registry.experiments, calculator, maps] };

/** Version prefix of every link; an incompatible change increases the number. */
const linkVersion = 'v1';

/** Longest link that is read, in UTF-8 bytes. */
export const maxLinkBytes = 4096;

const tooLongNotice = `Link: longer than ${maxLinkBytes} bytes. Ignored.`;

/** Maximum number of notices for one link. */
const maxNotices = 8;

/**
 * @typedef {object} Link
 * @property {Configuration} configuration
 * @property {Map<string, Value>} extras valid values of the caller's own keys
 * @property {string[]} notices one readable sentence for each thing that was ignored
 */

/**
 * Reads a link. Never throws.
 *
 * @param {string} text a URL's fragment, with or without `#`
 * @param {readonly ParameterSchema[]} [extraSchemas] keys that belong to the caller, not to the experiment
 * @returns {Link}
 */
export function parseLink(text, extraSchemas) {
  /** @type {string[]} */
  const notices = [];
  return parseFields(splitLink(text, notices), extraSchemas, notices);
}

/**
 * Reads and checks values that are given as texts, such as the fields of a link or attributes.
 *
 * @param {Map<string, string>} fields by name
 * @param {readonly ParameterSchema[]} [extraSchemas] keys that belong to the caller, not to the experiment
 * @param {string[]} [notices] previous notices; new ones are added
 * @returns {Link}
 */
export function parseFields(fields, extraSchemas = [], notices = []) {
  if ([...fields].join('').length > maxLinkBytes) {
    notices.push(tooLongNotice);
    fields.clear();
  }
  const experiment = chooseExperiment(fields.get('experiment'), notices);
  fields.delete('experiment');

  const schemas = [seedSchema, ...extraSchemas, ...experiment.parameters];
  const parsedFields = [...fields].map(([name, text]) => {
    const schema = schemas.find((candidate) => candidate.name === name);
    return /** @type {const} */ ([name, schema && parseValue(schema, replaceLoneSurrogates(text))]);
  });
  const values = normalizeValues(experiment, schemas, parsedFields, (error) =>
    notices.push(`Link: ${readMessage(error)}. Ignored.`),
  );
  const entries = Object.entries(values).filter(
    ([name, value]) => !isSameValue(value, schemas.find((schema) => schema.name === name)?.default),
  );
  const isExtra = (/** @type {string} */ key) => extraSchemas.some(({ name }) => name === key);
  const { seed = seedSchema.default, ...parameters } = Object.fromEntries(
    entries.filter(([name]) => !isExtra(name)),
  );
  const configuration = { experiment: experiment.name, seed: Number(seed), parameters };
  const extras = new Map(entries.filter(([name]) => isExtra(name)));
  if (notices.length > maxNotices)
    notices.splice(maxNotices, Infinity, 'Link: further entries were ignored.');
  return { configuration, extras, notices };
}

/**
 * Writes a link: the shortest one that reads back as the same configuration and extras.
 *
 * @param {Omit<Configuration, 'seed'> & { seed?: number }} configuration valid
 * @param {ReadonlyMap<string, Value>} [extras]
 * @param {readonly ParameterSchema[]} [extraSchemas]
 * @returns {string} without `#`
 */
export function writeLink(
  { experiment, seed = seedSchema.default, parameters },
  extras = new Map(),
  extraSchemas = [],
) {
  const schemas = [seedSchema, ...extraSchemas, ...listParameters(experiment)];
  const values = new Map([['seed', seed], ...extras, ...Object.entries(parameters)]);
  const entries = [...values].filter(
    ([name, value]) => !isSameValue(value, schemas.find((schema) => schema.name === name)?.default),
  );
  const link = formatLink(experiment, entries);
  const last = decodePercent(link.slice(link.lastIndexOf('=') + 1)) ?? '';
  if (trimPunctuation(last) === last) return link;
  // Reading ignores punctuation at the end of a link, so `seed` comes last and no value ends the link.
  const others = entries.filter(([name]) => name !== 'seed');
  return `${formatLink(experiment, others)};seed=${seed}`;
}

/** @param {string} experiment */
const listParameters = (experiment) =>
  linkRegistry.experiments.find(({ name }) => name === experiment)?.parameters ?? [];

/**
 * @param {Configuration} a
 * @param {Configuration} b
 * @returns {boolean} whether both have the same values, with defaults for missing ones
 */
export function isSameConfiguration(a, b) {
  const isSameParameter = (/** @type {ParameterSchema} */ { name, default: initial }) =>
    isSameValue(a.parameters[name] ?? initial, b.parameters[name] ?? initial);
  return (
    a.experiment === b.experiment && a.seed === b.seed && listParameters(a.experiment).every(isSameParameter)
  );
}

/**
 * @param {string} experiment
 * @param {Iterable<readonly [string, Value]>} values
 * @returns {string} a link with all values, in alphabetical order of their names
 */
function formatLink(experiment, values) {
  const fields = [...values]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeField(String(value))}`);
  return [linkVersion, `experiment=${encodeField(experiment)}`, ...fields].join(';');
}

/** How often a fragment may be percent-encoded as a whole. */
const maxEncodings = 3;

/**
 * Decodes a fragment that was percent-encoded as a whole, including the equals signs.
 * @param {string} fragment without `#`
 * @returns {string} the original fragment
 */
export function decodeFragment(fragment) {
  let text = fragment;
  for (let i = 0; i < maxEncodings && !text.includes('='); i++) text = decodePercent(text) ?? text;
  return text;
}

/**
 * Removes the punctuation after a link in a sentence, by the rule of GitHub's autolinks: a closing bracket is removed only if
 * it has no opening bracket.
 * @param {string} text
 * @returns {string}
 */
function trimPunctuation(text) {
  const trimmed = text.replace(/[\s.,:;!?'"`*~<>…。、\p{Pi}\p{Pf}„]+$/u, '');
  const [opening = '', closing = ''] = ['()', '[]', '{}'].find(([, end]) => trimmed.endsWith(end)) ?? '';
  const unopened = trimmed.split(closing).length > trimmed.split(opening).length;
  return unopened ? trimPunctuation(trimmed.slice(0, -1)) : trimmed;
}

/**
 * Percent-encodes a value except the commas of lists; a lone surrogate becomes U+FFFD.
 *
 * @param {string} text
 * @returns {string}
 */
function encodeField(text) {
  return encodeURIComponent(replaceLoneSurrogates(text)).replaceAll('%2C', ',');
}

/** @param {string} text @returns {string} with U+FFFD for every lone surrogate */
function replaceLoneSurrogates(text) {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

/**
 * @param {string} text
 * @param {string[]} notices
 * @returns {Map<string, string>} the decoded values by name
 */
function splitLink(text, notices) {
  /** @type {Map<string, string>} */
  const fields = new Map();
  const fragment = text.startsWith('#') ? text.slice(1) : text;
  const body = decodeFragment(fragment.slice(0, maxLinkBytes * 3 ** maxEncodings));
  if (body === '') return fields;
  if (body.length > maxLinkBytes || new TextEncoder().encode(body).length > maxLinkBytes) {
    notices.push(tooLongNotice);
    return fields;
  }
  const [first, ...parts] = body.split(/;|&(?:amp;)?/);
  if (first !== linkVersion) {
    notices.push(
      `Link: expected to start with "${linkVersion};", not with "${formatExcerpt(first)}". Ignored.`,
    );
    return fields;
  }
  const nonEmptyParts = parts.filter((part) => /[^\s\p{P}]/u.test(part));
  for (const [i, part] of nonEmptyParts.entries()) {
    const pair = part.includes('=') ? part : (decodePercent(part) ?? part);
    const equals = pair.indexOf('=');
    const name = pair.slice(0, Math.max(equals, 0));
    const value = decodePercent(pair.slice(equals + 1));
    if (equals <= 0 || value === null)
      notices.push(`Link: "${formatExcerpt(part)}" is not of the form name=value. Ignored.`);
    else if (fields.has(name))
      notices.push(`Link: ${formatExcerpt(name)} is given twice; the first value counts.`);
    else fields.set(name, i === nonEmptyParts.length - 1 ? trimPunctuation(value) : value);
  }
  return fields;
}

/**
 * @param {string} text
 * @returns {string | null} null if the percent-encoding is invalid
 */
function decodePercent(text) {
  try {
    return decodeURIComponent(replaceLoneSurrogates(text));
  } catch {
    return null;
  }
}

/**
 * @param {string | undefined} name
 * @param {string[]} notices
 * @returns {ExperimentSchema}
 */
function chooseExperiment(name, notices) {
  const found = linkRegistry.experiments.find((experiment) => experiment.name === name);
  if (!found && name !== undefined) {
    notices.push(
      `Link: there is no experiment "${formatExcerpt(name)}"; showing ${linkRegistry.experiments[0].name}.`,
    );
  }
  return found ?? linkRegistry.experiments[0];
}
