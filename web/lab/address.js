/**
 * The address of the page: `#chapter=4&scene=2` opens a scene as it is written, with `&v1;experiment=…` behind it as the
 * reader has changed it (of a patient with `&case=A` before it, which stands for the settings that make it ill), and `#v1;experiment=…` alone an instrument, beside the chapter that is about it.
 * @module
 */
import { decodeFragment } from '../outline.js';

/**
 * @typedef {object} Address
 * @property {string | null} chapter as it is written, from 0
 * @property {string | null} scene as it is written, from 1
 * @property {string | null} patient whose fault the link leaves out
 * @property {string} link of the instrument; '' where the scene says what it shows
 */

/** The start page, which opens without a fragment, too. */
export const kStart = '#start';

/** @param {string} fragment with or without `#` @returns {Address} */
export function readAddress(fragment) {
  /** @type {Address} */
  const address = { chapter: null, scene: null, patient: null, link: '' };
  /** @type {string[]} */
  const link = [];
  // Mail programs write `&amp;`, and chat programs take the punctuation of a sentence along.
  for (const part of decodeFragment(fragment.replace(/^#/, '')).split(/&(?:amp;)?/)) {
    const [, name, value = ''] = /^(chapter|scene|case)=(\w*)\W*$/.exec(part) ?? [];
    if (name === 'chapter' || name === 'scene') address[name] ??= value;
    else if (name === 'case') address.patient ??= value;
    else if (part !== '') link.push(part);
  }
  return { ...address, link: link.join('&') };
}

/** @param {{ chapter: number | string, scene: number | string, patient?: string | undefined, link?: string }} address @returns {string} with `#` */
export const writeAddress = ({ chapter, scene, patient = '', link = '' }) =>
  [`#chapter=${chapter}`, `scene=${scene}`, patient && `case=${patient}`, link].filter(Boolean).join('&');

/**
 * @param {string} text a whole number, if all is well
 * @param {readonly number[]} known in rising order
 * @returns {number} the nearest of them
 */
export function nearest(text, known) {
  const wanted = /^\d{1,9}$/.test(text) ? Number(text) : Number(known[0]);
  return known.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best));
}
