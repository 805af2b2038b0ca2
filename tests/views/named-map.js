/** @param {string} name of a map, and of its tensors @returns {import('../../web/engine/view-types.js').NamedMap} */
export const createNamedMap = (name) => ({
  ...{ name, weights: name, scores: `${name}.scores`, truth: `${name}.truth` },
  ...{ label: '', help: '', formula: '' },
});
