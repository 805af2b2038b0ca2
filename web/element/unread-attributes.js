/**
 * Tells the author of a page, in the console, which attributes of the tag are neither a setting nor somebody else's. Readers
 * are not told. Loaded only where there are attributes that nobody has read.
 * @module
 */
import { calculator, maps, outlines } from '../outline.js';
import { otherAttributes } from './attributes.js';
import { settingNames } from './settings.js';

/** Attributes of every element that no property is named after, and those of the instrument that configure no experiment. */
const kOther = [...otherAttributes, 'exportparts', 'is', 'xmlns'];

/** How frameworks, scripts and assistive technology name what they leave on any element. */
const kForeign = /[^a-z\d-]|^(data|aria|item|on|[a-z]{1,3}-)/;

/**
 * @param {Iterable<string>} unread names of attributes
 * @param {ReadonlySet<string>} known names of the settings of this experiment
 * @param {object} element with a property for most attributes that any element may have
 * @returns {string[]} one sentence for each that looks like a mistake
 */
export function describeUnread(unread, known, element) {
  const others = new Set(kOther);
  for (const property in element) others.add(property.toLowerCase());
  const own = [...known, ...kOther];
  return [...unread].flatMap((name) => {
    if (others.has(name) || /[^a-z\d-]/.test(name)) return [];
    const most = kForeign.test(name) ? 1 : Math.max(1, Math.floor(name.length / 3));
    const [nearest] = own
      .map((candidate) => ({ candidate, edits: countEdits(name, candidate) }))
      .filter(({ edits }) => edits <= most)
      .sort((a, b) => a.edits - b.edits);
    if (nearest) return [`${name} is no setting of this experiment; did you mean ${nearest.candidate}?`];
    return kForeign.test(name) ? [] : [`${name} is no setting of this experiment.`];
  });
}

/** What has been told once. @type {Set<string>} */
const told = new Set();

/** @param {Iterable<string>} unread @param {string} experiment @param {Element} element */
export function warnUnread(unread, experiment, element) {
  const { parameters = [] } = [...outlines(), calculator, maps].find(({ name }) => name === experiment) ?? {};
  for (const sentence of describeUnread(unread, settingNames(parameters), element)) {
    if (!told.has(sentence)) console.warn(`<attento-scope>: the attribute ${sentence}`);
    told.add(sentence);
  }
}

/** @param {string} a @param {string} b @returns {number} letters to insert, delete or replace (Levenshtein's distance) */
function countEdits(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = Number(above[j - 1]) + Number(a[i - 1] !== b[j - 1]);
      row.push(Math.min(replaced, Number(above[j]) + 1, Number(row[j - 1]) + 1));
    }
  }
  return Number(row[b.length]);
}
