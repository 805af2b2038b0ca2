/**
 * The address of the page. `#chapter=4&scene=2` opens a scene with its own settings; `&v1;experiment=…` appended replaces them by
 * the reader's. `#v1;experiment=…` alone opens an instrument beside its chapter, and `#start` the start page.
 *
 * Mode, question, hidden and locked parts, theme, language, and `&tour` (only the scenes of the tour) apply to the whole visit:
 * writeAddress() repeats them in every address, so they survive links, reloads and the back button.
 */

import { elementSchemas } from '../element/attributes.js';
import { experiments } from '../index.js';
import { listPartNames } from '../instrument/part-access.js';
import { decodeFragment, parseLink, writeLink } from '../outline.js';

/** @import { Value } from '../engine/schema.js' */

/**
 * @typedef {object} Address
 * @property {boolean} [start] whether it is the start page
 * @property {string | number | null} [chapter] number, from 0; a string if read from an address
 * @property {string | number | null} [scene] number, from 1; a string if read from an address
 * @property {string} [link] link of the instrument; '' for the settings of the scene
 */

/** Settings of the whole visit, by their keys in a link, and `tour`. @typedef {ReadonlyMap<string, Value>} Visit */

/** Mode, question, names of hidden and locked parts, theme and language of the page. */
export const kVisitKeys = ['mode', 'question', 'hide', 'lock', 'theme', 'locale'];
/** Matches the experiment in a link. */
const kExperimentPattern = /;experiment=[^;]*/;

/** @type {Visit} */
let currentVisit = new Map();

/** @returns {Visit} */
export const getVisit = () => currentVisit;

/** @param {Visit} visit the new settings of the visit */
export function setVisit(visit) {
  const entries = [...kVisitKeys, 'tour'].flatMap((key) => {
    const value = visit.get(key);
    // `explore` is the default mode.
    return value === undefined || value === '' || value === 'explore'
      ? []
      : [/** @type {const} */ ([key, value])];
  });
  const next = new Map(entries);
  // The projector mode implies its theme.
  if (next.get('theme') === next.get('mode')) next.delete('theme');
  currentVisit = next;
}

/** @param {string} fragment with or without `#` @returns {Map<string, Value>} the settings of the visit that the fragment contains */
export function readVisitSettings(fragment) {
  const { link, tour } = readAddress(fragment);
  const { extras } = parseLink(link, elementSchemas);
  const settings = new Map([...extras].filter(([key]) => kVisitKeys.includes(key)));
  return tour ? settings.set('tour', true) : settings;
}

/** Whether students are asked for a prediction. @param {Visit} [visit] */
export const isLesson = (visit = currentVisit) => ['lesson', 'quiz'].includes(String(visit.get('mode')));

/**
 * Selects the settings of the visit that apply to an instrument: omits names that only other experiments have and, if the
 * instrument trains nothing, the lesson and the hidden and locked parts.
 * @param {string} experiment
 * @returns {Map<string, Value>}
 */
export function selectVisitSettings(experiment) {
  const all = experiments();
  const schema = all.find(({ name }) => name === experiment);
  const collectNames = (/** @type {typeof all} */ some) =>
    new Set(some.flatMap((one) => listPartNames(one).map(({ name }) => name)));
  const [ownNames, allNames] = [collectNames(schema ? [schema] : []), collectNames(all)];
  return new Map(
    [...currentVisit].flatMap(([key, value]) => {
      if (
        key === 'tour' ||
        (!schema && (key === 'hide' || key === 'lock' || isLesson(new Map([[key, value]]))))
      )
        return [];
      if (key !== 'hide' && key !== 'lock') return [[key, value]];
      // Names that no experiment knows are kept, so that the instrument reports them.
      const names = String(value).split(',');
      const remainingNames = names
        .map((name) => name.trim())
        .filter((name) => ownNames.has(name) || !allNames.has(name));
      return remainingNames.length > 0 ? [[key, remainingNames.join(',')]] : [];
    }),
  );
}

/** @param {string} fragment with or without `#` @returns {{ chapter: string | null, scene: string | null, link: string, start: boolean, tour: boolean }} */
export function readAddress(fragment) {
  /** @type {{ chapter: string | null, scene: string | null }} */
  const address = { chapter: null, scene: null };
  /** @type {string[]} */
  const link = [];
  let [start, tour] = [false, false];
  // Mail programs write `&amp;`, and chat programs append the punctuation that follows a link.
  for (const part of decodeFragment(fragment.replace(/^#/, '')).split(/&(?:amp;)?/)) {
    const [, name, value = ''] = /^(chapter|scene)=(\w*)\W*$/.exec(part) ?? [];
    if (name === 'chapter' || name === 'scene') address[name] ??= value;
    else if (part === 'start') start = true;
    else if (/^tour\W*$/.test(part)) tour = true;
    else if (part !== '') link.push(part);
  }
  const linkText = link.join('&');
  start = address.chapter === null && address.scene === null && (start || linkText === '');
  return { ...address, start, tour, link: start ? linkText.replace(kExperimentPattern, '') : linkText };
}

/** @param {ReadonlyMap<string, Value>} extras @returns {string} a link with these fields only; '' if there are none */
export function writeExtras(extras) {
  const [{ name: experiment }] = experiments();
  const link = writeLink({ experiment, parameters: {} }, extras, elementSchemas).replace(
    kExperimentPattern,
    '',
  );
  return link === 'v1' ? '' : link;
}

/**
 * Writes an address of the page; all addresses on the page come from this function.
 * @param {Address} address
 * @param {Visit} [visit]
 * @returns {string} with `#`
 */
export function writeAddress(address, visit = currentVisit) {
  const { chapter = null, scene = null, link = '', start = false } = address;
  const { configuration, extras } = parseLink(link, elementSchemas);
  for (const key of kVisitKeys) extras.delete(key);
  for (const [key, value] of visit) if (key !== 'tour') extras.set(key, value);
  const isInstrumentOnly = chapter === null && scene === null && !start;
  const instrumentLink =
    isInstrumentOnly || kExperimentPattern.test(link)
      ? writeLink(configuration, extras, elementSchemas)
      : writeExtras(extras);
  const pieces = [
    chapter !== null && `chapter=${chapter}`,
    scene !== null && `scene=${scene}`,
    start && 'start',
    visit.get('tour') && 'tour',
    instrumentLink,
  ];
  return `#${pieces.filter(Boolean).join('&')}`;
}

/**
 * @param {string} text a number from an address
 * @param {readonly number[]} candidates in ascending order
 * @returns {number} the nearest candidate; the first if the text is not a number
 */
export function findNearestNumber(text, candidates) {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number(candidates[0]);
  return candidates.reduce((best, one) => (Math.abs(one - number) < Math.abs(best - number) ? one : best));
}
