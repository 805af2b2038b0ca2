/**
 * The way of one token through a layer, as an answer tells it: stations in their order, with their numbers.
 * @module
 */

/** @typedef {import('./view.js').Answer} Answer */

/**
 * @typedef {object} Station
 * @property {string} name without the part and the head: 'scores'
 * @property {string} part 'embedding', 'self', 'cross', 'network' or 'answer'
 * @property {string} formula in letters
 * @property {'vector' | 'tokens' | 'words' | 'heads'} kind what its numbers are about
 * @property {readonly Float32Array[]} values by head, where heads differ; else one
 */

/**
 * @typedef {object} Path
 * @property {readonly Station[]} stations
 * @property {readonly string[]} tokens of this side
 * @property {readonly string[]} asked what the cross-attention looks at
 * @property {ReadonlyMap<string, Float32Array>} lines all that was told, by its name
 * @property {number} position of the token
 */

const kPrefixes = /** @type {const} */ ([
  ['cross ', 'cross'],
  ['feed-forward ', 'network'],
]);
const kEmbedding = ['embedding', 'position', 'embedding and position'];
const kAnswer = ['last norm', 'logits', 'probabilities'];
/** @type {Readonly<Record<string, Station['kind']>>} */
const kKinds = {
  scores: 'tokens',
  mask: 'tokens',
  weights: 'tokens',
  switches: 'heads',
  logits: 'words',
  probabilities: 'words',
};

/** @param {string} line @returns {{ part: string, name: string, head: number }} head −1: all heads, or none */
export function placeOf(line) {
  const [, whole = line, digits] = /^(.*), head (\d+)$/.exec(line) ?? [];
  const head = digits === undefined ? -1 : Number(digits);
  if (kEmbedding.includes(whole)) return { part: 'embedding', name: whole, head };
  if (kAnswer.includes(whole)) return { part: 'answer', name: whole, head };
  for (const [prefix, part] of kPrefixes)
    if (whole.startsWith(prefix)) return { part, name: whole.slice(prefix.length), head };
  return { part: 'self', name: whole, head };
}

/**
 * @param {Answer} answer
 * @param {object} asked
 * @param {string} asked.kind of the model
 * @param {boolean} asked.source the side that reads
 * @param {number} asked.position
 * @returns {Path}
 */
export function pathOf({ attention, steps }, { kind, source, position }) {
  /** @type {(Station & { values: Float32Array[] })[]} */
  const stations = [];
  for (const { name: line, formula, values } of steps) {
    const { part, name, head } = placeOf(line);
    // What comes in has been seen as what came out; keys and values of the others stand in the formulas.
    if (name === 'keys' || name === 'values' || (name === 'input' && stations.length > 0)) continue;
    const same = head > 0 && stations.find((one) => one.part === part && one.name === name);
    if (same) same.values.push(values);
    else stations.push({ name, part, formula, kind: kKinds[name] ?? 'vector', values: [values] });
  }
  const { rowLabels, columnLabels } = attention;
  const both = kind === 'encoder-decoder';
  const written = both ? ['<start>', ...rowLabels.slice(0, -1)] : rowLabels;
  return {
    // Head by head each has scores, mask, weights and mix: together they stand where those of the first head stood.
    stations,
    tokens: both && source ? columnLabels : written,
    asked: columnLabels,
    lines: new Map(steps.map(({ name, values }) => [name, values])),
    position,
  };
}
