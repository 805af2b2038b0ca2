/**
 * Warns the author of a page, in the console, about attributes of the tag that nobody reads and that look like mistakes.
 * Loaded only if there are such attributes.
 */
import { attributes } from './attributes.js';
import { experimentOutlines, listSettingAttributes } from './settings.js';

/** Attributes of the instrument that configure no experiment, and global HTML attributes without a property of the same name. */
const kNonSettingAttributes = [...Object.keys(attributes), 'class', 'exportparts', 'is', 'xmlns'];

/** Attribute names that frameworks, scripts and assistive technology use on any element. */
const kForeignAttribute = /^(data|aria|item|on|[a-z]{1,3}-)/;

/**
 * @param {Iterable<string>} unread names of attributes
 * @param {ReadonlySet<string>} settingNames names of the settings of this experiment
 * @param {object} element whose properties name most global attributes
 * @returns {string[]} one sentence for each name that looks like a mistake
 */
export function describeUnreadAttributes(unread, settingNames, element) {
  const others = new Set(kNonSettingAttributes);
  for (const property in element) others.add(property.toLowerCase());
  const own = [...settingNames, ...kNonSettingAttributes];
  return [...unread].flatMap((name) => {
    if (others.has(name) || /[^a-z\d-]/.test(name)) return [];
    const suggestion = own.find((candidate) => isNear(name, candidate));
    if (!suggestion && kForeignAttribute.test(name)) return [];
    return [
      `${name} is not a setting of this experiment${suggestion ? `; did you mean ${suggestion}?` : '.'}`,
    ];
  });
}

/** @param {string} word @returns {string[]} the word, and all words that result from deleting one of its letters */
const deleteEachLetter = (word) => [
  word,
  ...Array.from(word, (_, i) => word.slice(0, i) + word.slice(i + 1)),
];

/** @param {string} a @param {string} b @returns {boolean} whether they differ by one letter or by two swapped letters */
const isNear = (a, b) => deleteEachLetter(a).some((rest) => deleteEachLetter(b).includes(rest));

/** Warnings that were already printed. @type {Set<string>} */
const printedWarnings = new Set();

/** @param {Iterable<string>} unread @param {string} experiment @param {Element} element */
export function warnUnreadAttributes(unread, experiment, element) {
  const { parameters = [] } = experimentOutlines.find(({ name }) => name === experiment) ?? {};
  for (const sentence of describeUnreadAttributes(unread, listSettingAttributes(parameters), element)) {
    if (!printedWarnings.has(sentence)) console.warn(`<attento-scope>: the attribute ${sentence}`);
    printedWarnings.add(sentence);
  }
}
