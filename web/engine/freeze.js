/**
 * @template T
 * @param {T} value
 * @returns {T} the same, read-only down to its leaves
 */
export function deepFreeze(value) {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
