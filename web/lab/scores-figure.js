/**
 * The score functions side by side: the formula of each, and the score that the module computes for one pair of vectors.
 * @module
 */
import { html, render } from 'lit';
import { attend } from '../index.js';
import { getLanguage, translate } from '../language/translate.js';
import { formatDecimal } from './number-format.js';
import { renderFormula } from './prose-template.js';

/** A decoder state z (query) and an encoder state h (key). */
const kPair = { query: [1.6, 0.2, -0.4, 1.2], key: [1.2, 0, 0, 1.6] };
/** Seed of the untrained matrices. */
const kSeed = 7;

/** The formula of each score. @type {ReadonlyMap<string, string>} */
const kScoreFormulas = new Map([
  ['dot', 'z·h'],
  ['general', 'z·Wh'],
  ['concat', 'v·tanh(W[z; h])'],
  ['additive', 'v·tanh(Wz + Uh)'],
]);

/** Shapes of the random parameters that a score needs. @type {Readonly<Record<string, Readonly<Record<string, number[]>>>>} */
const kParameterShapes = { general: { weight: [4, 4] }, concat: { weight: [8, 4], v: [4] } };

/** The pair as inputs of `attend`. */
const kInputs = Object.fromEntries(
  Object.entries(kPair).map(([input, data]) => [input, { shape: [1, 1, 4], data }]),
);

/**
 * The random parameters of a score; the additive score has the two halves of concat's matrix.
 * @param {string} name of a mechanism
 * @returns {Promise<Readonly<Record<string, import('../engine/tensors.js').Tensor>>>}
 */
async function drawParameters(name) {
  if (name === 'additive') {
    const { weight, v } = await drawParameters('concat');
    /** @param {number} from @param {number} [to] */
    const half = (from, to) => ({ shape: [4, 4], data: weight?.data.slice(from, to) });
    return { weight: half(0, 16), keyWeight: half(16), v };
  }
  const empty = Object.entries(kParameterShapes[name] ?? {}).map(([input, shape]) => {
    const size = shape.reduce((product, extent) => product * extent, 1);
    return [input, { shape, data: new Array(size).fill(0) }];
  });
  const { inputs } = await attend(name, { ...kInputs, ...Object.fromEntries(empty) }, { randomSeed: kSeed });
  return inputs;
}

/** @param {string} name of a mechanism @returns {Promise<number>} */
export async function computeScore(name) {
  const { scores } = await attend(name, { ...(await drawParameters(name)), ...kInputs });
  return scores?.data[0] ?? Number.NaN;
}

/** @param {readonly number[]} numbers */
const formatVector = (numbers) => numbers.map((one) => formatDecimal(one, 1)).join('\u2002');

/** @param {HTMLElement} element */
async function fillFigure(element) {
  const rows = await Promise.all(
    [...kScoreFormulas].map(
      async ([name, text]) =>
        html`<tr><th scope="row">${name}</th><td>${renderFormula(text)}</td><td>${formatDecimal(await computeScore(name), 2)}</td></tr>`,
    ),
  );
  const { query, key } = kPair;
  const content = html`<table><tbody>${rows}</tbody></table>
    <figcaption>z = (${formatVector(query)}), h = (${formatVector(key)}); ${translate('W and v are random here (seed {seed}), not learned. The additive score has the halves of concat’s W as W and U, so both give one number.', { seed: kSeed })}</figcaption>`;
  render(content, element);
}

/** Cached per language, since its numbers are computed. */
let cached = { language: '', element: /** @type {HTMLElement | null} */ (null) };

/** @returns {HTMLElement | null} filled as soon as its numbers are computed */
export function getScoresFigure() {
  if (cached.language !== getLanguage()) {
    const element = document.createElement('figure');
    element.className = 'scores';
    cached = { language: getLanguage(), element };
    // Without the module the figure stays empty; the instrument reports the error.
    fillFigure(element).catch(() => undefined);
  }
  return cached.element;
}
