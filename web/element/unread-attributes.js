/**
 * Warns the author of a page, in the console, about attributes of the tag that nobody reads and that look like mistakes.
 * Loaded only if there are such attributes.
 * @module
 */
import { calculator, maps, outlines } from '../outline.js';
import { otherAttributes } from './attributes.js';
import { settingNames } from './settings.js';

/** Global attributes without a property of the same name, and attributes of the instrument that configure no experiment. */
const kOther = [...otherAttributes, 'exportparts', 'is', 'xmlns'];

/** Attribute names that frameworks, scripts and assistive technology use on any element. */
const kForeign = /^(data|aria|item|on|[a-z]{1,3}-)/;

/**
 * @param {Iterable<string>} unread names of attributes
 * @param {ReadonlySet<string>} known names of the settings of this experiment
 * @param {object} element whose properties name most global attributes
 * @returns {string[]} one sentence for each name that looks like a mistake
 */
export function describeUnread(unread, known, element) {
  const others = new Set(kOther);
  for (const property in element) others.add(property.toLowerCase());
  const own = [...known, ...kOther];
  return [...unread].flatMap((name) => {
    if (others.has(name) || /[^a-z\d-]/.test(name)) return [];
    const meant = own.find((candidate) => isNear(name, candidate));
    if (!meant && kForeign.test(name)) return [];
    return [`${name} is not a setting of this experiment${meant ? `; did you mean ${meant}?` : '.'}`];
  });
}

/** @param {string} word @returns {string[]} the word, and all words that result from deleting one of its letters */
const shortened = (word) => [word, ...Array.from(word, (_, i) => word.slice(0, i) + word.slice(i + 1))];

/** @param {string} a @param {string} b @returns {boolean} whether they differ by one letter or by two swapped letters */
const isNear = (a, b) => shortened(a).some((rest) => shortened(b).includes(rest));

/** Warnings that were already printed. @type {Set<string>} */
const told = new Set();

/** @param {Iterable<string>} unread @param {string} experiment @param {Element} element */
export function warnUnread(unread, experiment, element) {
  const { parameters = [] } = [...outlines(), calculator, maps].find(({ name }) => name === experiment) ?? {};
  for (const sentence of describeUnread(unread, settingNames(parameters), element)) {
    if (!told.has(sentence)) console.warn(`<attento-scope>: the attribute ${sentence}`);
    told.add(sentence);
  }
}
