/** The attributes of all features, and the fields of a link that belong to the element itself. */
import { attributes as guidance } from './features/guidance.js';
import { attributes as layout } from './features/layout.js';
import { attributes as links } from './features/links.js';
import { attributes as locale } from './features/locale.js';
import { attributes as map } from './features/map.js';
import { attributes as ownData } from './features/own-data.js';
import { attributes as theme, themes } from './features/theme.js';
import { attributes as training } from './features/training.js';
import { attributes as visibility } from './features/visibility.js';

/** All attributes, in the order in which links store them. @type {Record<string, import('./features/attribute.js').Attribute>} */
export const attributes = {
  ...map,
  ...training,
  ...locale,
  ...theme,
  ...guidance,
  ...ownData,
  ...layout,
  ...links,
  ...visibility,
};

/** Keys of a link that belong to the element, not to the experiment. @type {readonly import('../engine/schema.js').ParameterSchema[]} */
export const elementSchemas = Object.entries(attributes).flatMap(([name, { link }]) =>
  link ? [{ name, ...link }] : [],
);

/**
 * The fields of a link that describe the element itself.
 * @param {Element} element
 * @returns {Map<string, string>} values by the names of `elementSchemas`
 */
export function readElementFields(element) {
  const theme = element.getAttribute('theme') ?? '';
  const locale = element.getAttribute('locale') ?? '';
  return new Map([
    ...(theme !== 'auto' && themes.includes(theme) ? [/** @type {const} */ (['theme', theme])] : []),
    ...(locale ? [/** @type {const} */ (['locale', locale])] : []),
  ]);
}
