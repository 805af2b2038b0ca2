/**
 * Reads what an element is to show from its attributes or from a link. Reading never throws: an invalid value is replaced
 * by its default and reported in a notice.
 */

import { toAttributeName, toParameterName } from '../instrument/attribute-names.js';
import { calculator, maps, outlines, parseFields, parseLink, seedSchema } from '../outline.js';
import { elementSchemas } from './attributes.js';

/** @import { Configuration, ExperimentOutline, Value } from '../engine/schema.js' */

/**
 * @typedef {object} Source
 * @property {ReadonlyMap<string, string>} attributes of the element
 * @property {string | null} link takes precedence over the attributes
 */

/**
 * @typedef {object} Settings
 * @property {Configuration} configuration
 * @property {string} [shown] name of the first map
 * @property {string} [hold] what is held in the map
 * @property {string} [text] of the reader's own
 * @property {number} [speed] steps per second, Infinity for full speed
 * @property {string} [theme]
 * @property {string} [mode]
 * @property {string} [question] of a lesson or quiz
 * @property {string} [hide] names
 * @property {string} [lock] names
 * @property {string} [locale] the language of the texts
 * @property {string} [data] own data as encoded in a link
 * @property {Map<string, Value>} extras the settings above, except the configuration, as fields of a link
 * @property {string[]} notices
 * @property {string[]} unreadAttributes attributes that are not settings of the experiment, such as those of HTML and of frameworks
 */

/** The experiments, the calculator and the map viewer: what an element can show. */
export const experimentOutlines = [...outlines(), calculator, maps];

/** Text parameters, whose white space is kept. */
const kTextParameters = new Set(
  experimentOutlines.flatMap(({ parameters }) =>
    parameters.flatMap(({ name, type }) => (type === 'text' ? [name] : [])),
  ),
);

/** @param {ExperimentOutline['parameters']} parameters @returns {Set<string>} names of the attributes for these parameters, and of those that every experiment has */
export function listSettingAttributes(parameters) {
  // `theme` and `locale` are not settings of an experiment; features of the element read them.
  const settingSchemas = elementSchemas.filter(({ name }) => name !== 'theme' && name !== 'locale');
  const schemas = [seedSchema, ...settingSchemas, ...parameters];
  return new Set(['experiment', 'preset', ...schemas.map(({ name }) => toAttributeName(name))]);
}

const kSettingAttributes = listSettingAttributes(experimentOutlines.flatMap(({ parameters }) => parameters));

/** @param {string | null} name of an attribute @returns {boolean} whether it is a setting of any experiment */
export const isSettingAttribute = (name) => name !== null && kSettingAttributes.has(name);

/**
 * @param {Source} source
 * @returns {Settings}
 */
export function readSettings({ attributes, link }) {
  const outline =
    experimentOutlines.find(({ name }) => name === attributes.get('experiment')?.trim()) ??
    /** @type {ExperimentOutline} */ (experimentOutlines[0]);
  const names = listSettingAttributes(outline.parameters);
  const unreadAttributes = [...attributes.keys()].filter((name) => !names.has(name));
  const { configuration, extras, notices } =
    link === null ? parseAttributes(attributes, names, outline) : parseLink(link, elementSchemas);
  /** @type {Record<string, string | undefined>} */
  const texts = Object.fromEntries(Array.from(extras, ([name, value]) => [name, String(value)]));
  const { mode, theme = mode === 'projector' ? mode : undefined } = texts;
  const speed = readSpeed(texts['speed'], notices);
  return { ...texts, configuration, theme, mode, speed, extras, notices, unreadAttributes };
}

/**
 * Reads attributes like the fields of a link; they override the parameters of the preset that the attribute `preset` names.
 * @param {ReadonlyMap<string, string>} attributes
 * @param {ReadonlySet<string>} names of the attributes that are settings
 * @param {ExperimentOutline} outline of the experiment
 */
function parseAttributes(attributes, names, { presets = [] }) {
  const requestedName = attributes.get('preset')?.trim();
  const preset = presets.find(({ name }) => name === requestedName);
  const fields = new Map(
    Object.entries(preset?.parameters ?? {}).map(([name, value]) => [name, String(value)]),
  );
  for (const [name, value] of attributes) {
    if (!names.has(name) || name === 'preset') continue;
    const key = toParameterName(name);
    fields.set(key, kTextParameters.has(key) ? value : value.trim());
  }
  const link = parseFields(fields, elementSchemas);
  if (requestedName && !preset) {
    const knownNames = presets.map(({ name }) => name).join(', ');
    const expected = knownNames ? `one of: ${knownNames}` : 'nothing here';
    link.notices.push(`preset: "${requestedName}" is not accepted; expected ${expected}. Ignored.`);
  }
  return link;
}

/**
 * @param {unknown} text
 * @param {string[]} notices
 * @returns {number | undefined}
 */
function readSpeed(text, notices) {
  if (text === undefined) return undefined;
  if (text === 'full') return Number.POSITIVE_INFINITY;
  const speed = Number(text);
  if (speed >= 0.1 && speed <= 1e9) return speed;
  notices.push(
    `speed: "${text}" is not accepted; expected full, or steps per second from 0.1 to 1000000000. Ignored.`,
  );
  return undefined;
}
