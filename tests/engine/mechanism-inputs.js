/** Creates inputs for any mechanism from its description. */

/** @import { MechanismSchema } from '../../web/engine/schema.js' */
/** @typedef {{ shape: number[], data: number[] }} Numbers */

/** The extent of each letter in shapes. @type {Readonly<Record<string, number>>} */
export const defaultExtents = { B: 2, T: 3, S: 4, H: 5, K: 5, M: 6, A: 7, D: 8, C: 9, L: 6, R: 9, P: 25 };

/** @param {readonly number[]} shape @returns {number} */
export const countElements = (shape) => shape.reduce((product, extent) => product * extent, 1);

/**
 * @param {string} words of a shape, "B T H+K"
 * @param {Readonly<Record<string, number>>} [extents]
 * @returns {number[]}
 */
export function computeShape(words, extents = defaultExtents) {
  return words.split(' ').map((word) => {
    const parts = word.split('+').map((part) => extents[part] ?? Number(part));
    return parts.reduce((sum, part) => sum + part, 0);
  });
}

/**
 * @param {MechanismSchema} mechanism
 * @param {{ optional?: boolean, masked?: boolean, maskShape?: number }} [options] `optional`: include optional inputs; `masked`:
 *   hide the second position, and further positions in masks with queries; `maskShape`: index of the shape of the mask
 * @returns {Map<string, Numbers>}
 */
export function createInputs({ inputs }, { optional = true, masked = false, maskShape = 0 } = {}) {
  const selectedInputs = inputs.filter((input) => optional || !input.optional);
  return new Map(
    selectedInputs.map(({ name, shape, otherShapes, type }, which) => {
      const list = computeShape([shape, ...otherShapes][name === 'mask' ? maskShape : 0] ?? shape);
      const data = Array.from({ length: countElements(list) }, (_, i) => {
        const row = Math.floor(i / (list.at(-1) ?? 1));
        if (name === 'mask')
          return masked && (i + (maskShape > 0 ? row : 0)) % (list.at(-1) ?? 1) === 1 ? 0 : 1;
        return type === 'integers'
          ? i % 2
          : Math.round(100 * Math.sin(1.7 * i + 3 * which + list.length)) / 100;
      });
      return [name, { shape: list, data }];
    }),
  );
}
