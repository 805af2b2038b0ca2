/**
 * @template T
 * @param {T} value
 * @returns {T} the same value, frozen recursively
 */
export function deepFreeze(value) {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}
