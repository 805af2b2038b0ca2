/**
 * Lists among the settings of an experiment, whose length and range other settings decide.
 * @module
 */

/** @import { Value } from '../engine/schema.js' */

/**
 * Lists whose length or range hangs on another parameter go back to their default when they no longer fit.
 * @param {readonly import('../engine/schema.js').ParameterSchema[]} schemas
 * @param {Readonly<Record<string, Value>>} parameters what is given; defaults left out
 * @returns {{ parameters: Record<string, Value>, dropped: string[] }} what fits, and the labels of what does not
 */
export function fitLists(schemas, parameters) {
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
    // A list of any length is about the very model that starts over; only an empty one always fits.
    const fits = length === undefined ? list.length === 0 : list.length === count;
    if (fits && !list.some((item) => item >= limit)) continue;
    delete fitting[name];
    dropped.push(label);
  }
  return { parameters: fitting, dropped };
}
