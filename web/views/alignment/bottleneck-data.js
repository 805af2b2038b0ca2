/** The evaluated sources of a model without attention, by length. */

/** @import { TokenDetails } from '../../engine/shapes.js' */
/** @import { ViewOptions } from '../../engine/view-types.js' */
/**
 * The evaluated sources of one length, and one example of them.
 * @typedef {object} Group
 * @property {number} length
 * @property {number} count
 * @property {number} right how many outputs are right from beginning to end
 * @property {readonly number[]} state of the encoder: everything that the decoder gets
 * @property {readonly string[]} source
 * @property {readonly string[]} target
 * @property {readonly string[]} output
 */

/** @param {Float32Array} tensor `byLength` of a frame @param {ViewOptions} options @returns {Group[]} shortest first */
export function readGroups(tensor, { manifest, parameters }) {
  const { sourceWords = [], targetWords = [] } = /** @type {TokenDetails} */ (manifest.details);
  const sources = manifest.tensors.find(({ name }) => name === 'source')?.shape[0] ?? 1;
  const width = tensor.length / sources;
  const hidden = Number(parameters()['hidden']);
  return Array.from({ length: sources }, (_, length) => {
    const [count = 0, right = 0, ...rest] = tensor.subarray(length * width, (length + 1) * width);
    /** Source, target and output, each up to its end token. @type {string[][]} */
    const lists = [[]];
    for (const id of rest.slice(hidden)) {
      const word = (lists.length > 1 ? targetWords : sourceWords)[id] ?? '';
      if (word === '<end>') lists.push([]);
      else if (id > 0) lists.at(-1)?.push(word);
    }
    const [source = [], target = [], output = []] = lists;
    return { length, count, right, source, target, output, state: rest.slice(0, hidden) };
  }).filter(({ count }) => count > 0);
}

/** @param {Group} group @returns {string} how many outputs are right, of all */
export const formatRightCount = ({ right, count }) => `${right}/${count}`;
