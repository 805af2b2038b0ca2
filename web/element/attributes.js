/**
 * Which attributes of the element say what it shows.
 * @module
 */

/** The element's own attributes that say nothing about the experiment, and those that every HTML element has. */
const kOther = new Set(
  (
    'theme eager controls permalink link-base ' +
    'class id style title lang dir hidden slot part exportparts tabindex role translate inert nonce is'
  ).split(' '),
);

/** Attributes that frameworks and assistive technology leave on any element. */
const kForeign = /^(aria-|data-|on|item)|[^a-z-]/;

/** @param {string} name of an attribute @returns {boolean} whether it is a setting of the experiment, known or not */
export function configures(name) {
  return name !== '' && !kOther.has(name) && !kForeign.test(name);
}
