/**
 * The address of the page: `#chapter=4&scene=2` opens a scene as it is written, with `&v1;experiment=…` behind it as the
 * reader has changed it (of a patient with `&case=A` before it, which stands for the settings that make it ill),
 * `#v1;experiment=…` alone an instrument, beside the chapter that is about it, and `#start` the start page.
 *
 * What a teacher arranges, and how the page looks, holds for the whole visit: every address that is written here carries it,
 * so that it outlives links, reloads and the browser's back.
 * @module
 */
import { namesOf } from '../element/arrangement.js';
import { ownSchemas } from '../element/attributes.js';
import { experiments, parseLink, writeLink } from '../index.js';
import { decodeFragment } from '../outline.js';

/** @import { Value } from '../engine/schema.js' */

/**
 * @typedef {object} Address
 * @property {boolean} [start] whether it is the start page
 * @property {string | number | null} [chapter] as it is written, from 0
 * @property {string | number | null} [scene] as it is written, from 1
 * @property {string | null | undefined} [patient] whose fault the link leaves out
 * @property {string} [link] of the instrument; '' where the scene says what it shows
 */

/** What holds for the whole visit, by the keys of a link. @typedef {ReadonlyMap<string, Value>} Visit */

/** A mode, names that are hidden and locked; theme and language of the page. */
export const kVisitKeys = ['mode', 'hide', 'lock', 'theme', 'locale'];
/** What a link says in which nothing is about a network. */
const kOfExperiment = /;experiment=[^;]*/;

/** @type {Visit} */
let present = new Map();

/** @returns {Visit} */
export const presentVisit = () => present;

/** @param {Visit} visit the one that begins now, or goes on with another theme or language */
export function setVisit(visit) {
  const kept = kVisitKeys.flatMap((key) => {
    const value = visit.get(key);
    // To explore is what a page is for anyway.
    return value === undefined || value === '' || value === 'explore'
      ? []
      : [/** @type {const} */ ([key, value])];
  });
  const next = new Map(kept);
  // A projector's theme goes without saying.
  if (next.get('theme') === next.get('mode')) next.delete('theme');
  present = next;
}

/** @param {string} fragment with or without `#` @returns {Map<string, Value>} what it says of the visit */
export function readVisit(fragment) {
  const { extras } = parseLink(readAddress(fragment).link, ownSchemas);
  return new Map([...extras].filter(([key]) => kVisitKeys.includes(key)));
}

/** Whether students are asked for a prediction. @param {Visit} [visit] */
export const isLesson = (visit = present) => ['lesson', 'quiz'].includes(String(visit.get('mode')));

/**
 * What of a visit an instrument is told: names of other experiments mean nothing to it, and what is no network knows
 * neither lessons nor locks.
 * @param {string} experiment
 * @param {Visit} [visit]
 * @returns {Map<string, Value>}
 */
export function visitFor(experiment, visit = present) {
  const all = experiments();
  const schema = all.find(({ name }) => name === experiment);
  const known = (/** @type {typeof all} */ some) =>
    new Set(some.flatMap((one) => namesOf(one).map(({ name }) => name)));
  const [here, anywhere] = [known(schema ? [schema] : []), known(all)];
  return new Map(
    [...visit].flatMap(([key, value]) => {
      if (!schema && (key === 'hide' || key === 'lock' || isLesson(new Map([[key, value]])))) return [];
      if (key !== 'hide' && key !== 'lock') return [[key, value]];
      // A name that nobody knows is told by the instrument.
      const names = String(value).split(',');
      const fit = names.map((name) => name.trim()).filter((name) => here.has(name) || !anywhere.has(name));
      return fit.length > 0 ? [[key, fit.join(',')]] : [];
    }),
  );
}

/** @param {string} fragment with or without `#` @returns {{ chapter: string | null, scene: string | null, patient: string | null, link: string, start: boolean }} */
export function readAddress(fragment) {
  /** @type {{ chapter: string | null, scene: string | null, patient: string | null }} */
  const address = { chapter: null, scene: null, patient: null };
  /** @type {string[]} */
  const link = [];
  let start = false;
  // Mail programs write `&amp;`, and chat programs take the punctuation of a sentence along.
  for (const part of decodeFragment(fragment.replace(/^#/, '')).split(/&(?:amp;)?/)) {
    const [, name, value = ''] = /^(chapter|scene|case)=(\w*)\W*$/.exec(part) ?? [];
    if (name === 'chapter' || name === 'scene') address[name] ??= value;
    else if (name === 'case') address.patient ??= value;
    else if (part === 'start') start = true;
    else if (part !== '') link.push(part);
  }
  const said = link.join('&');
  start = address.chapter === null && address.scene === null && (start || said === '');
  return { ...address, start, link: start ? said.replace(kOfExperiment, '') : said };
}

/** @param {ReadonlyMap<string, Value>} extras @returns {string} a link that says them alone; '' for none */
export function writeExtras(extras) {
  const [{ name: experiment }] = experiments();
  const link = writeLink({ experiment, parameters: {} }, extras, ownSchemas).replace(kOfExperiment, '');
  return link === 'v1' ? '' : link;
}

/**
 * The one place where an address of the page is written.
 * @param {Address} address
 * @param {Visit} [visit]
 * @returns {string} with `#`
 */
export function writeAddress(address, visit = present) {
  const { chapter = null, scene = null, patient, link = '', start = false } = address;
  const { configuration, extras } = parseLink(link, ownSchemas);
  for (const key of kVisitKeys) extras.delete(key);
  for (const [key, value] of visit) extras.set(key, value);
  const alone = chapter === null && scene === null && !start;
  const said =
    alone || kOfExperiment.test(link) ? writeLink(configuration, extras, ownSchemas) : writeExtras(extras);
  const place = [
    chapter !== null && `chapter=${chapter}`,
    scene !== null && `scene=${scene}`,
    start && 'start',
    patient && `case=${patient}`,
    said,
  ];
  return `#${place.filter(Boolean).join('&')}`;
}

/**
 * @param {string} text a whole number, if all is well
 * @param {readonly number[]} known in rising order
 * @returns {number} the nearest of them
 */
export function nearest(text, known) {
  const wanted = /^\d{1,9}$/.test(text) ? Number(text) : Number(known[0]);
  return known.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best));
}
