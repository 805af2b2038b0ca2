/** Checks list settings whose length or range depends on other settings. */

/** @import { Value } from '../engine/schema.js' */

/**
 * Removes lists that no longer fit the parameters on which their length or range depends, so that they get their defaults.
 * @param {readonly import('../engine/schema.js').ParameterSchema[]} schemas
 * @param {Readonly<Record<string, Value>>} parameters without defaults
 * @returns {{ parameters: Record<string, Value>, dropped: string[] }} the fitting parameters, and the labels of removed lists
 */
export function removeInvalidLists(schemas, parameters) {
  /** @param {unknown} bound a number, or the name of a parameter */
  const resolve = (bound) =>
    Number(
      typeof bound === 'string'
        ? (parameters[bound] ?? schemas.find(({ name }) => name === bound)?.default)
        : bound,
    );
  /** @type {Record<string, Value>} */
  const fitting = { ...parameters };
  /** @type {string[]} */
  const dropped = [];
  for (const { name, label = name, length, itemLimit } of schemas) {
    const list = parameters[name];
    if (typeof list !== 'object') continue;
    const [count, limit] = [resolve(length), resolve(itemLimit)];
    // A list without a fixed length refers to one particular model, so only an empty one fits after a restart.
    const fits = length === undefined ? list.length === 0 : list.length === count;
    if (fits && !list.some((item) => item >= limit)) continue;
    delete fitting[name];
    dropped.push(label);
  }
  return { parameters: fitting, dropped };
}
