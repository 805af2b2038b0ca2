/**
 * The score functions: from which decoder state each paper takes the query, the formula of each score, and the score that the
 * module computes for one pair of vectors.
 */
import { html, svg } from 'lit';
import { attend } from '../../index.js';
import { formatDecimal } from '../../lab/number-format.js';
import { renderFormula } from '../../lab/prose-template.js';
import { markText, translate } from '../../language/translate.js';

/** The vectors to score: a decoder state z (query) and an encoder state h (key). */
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

/** The query and the key as inputs of `attend`. */
const kInputs = Object.fromEntries(
  Object.entries(kPair).map(([input, data]) => [input, { shape: [1, 1, 4], data }]),
);

/**
 * The random parameters of a score; the additive score gets the two halves of the matrix of concat.
 * @param {string} name of a mechanism
 * @returns {Promise<Readonly<Record<string, import('../../engine/tensors.js').Tensor>>>}
 */
async function sampleParameters(name) {
  if (name === 'additive') {
    const { weight, v } = await sampleParameters('concat');
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
async function computeQueryKeyScore(name) {
  const { scores } = await attend(name, { ...(await sampleParameters(name)), ...kInputs });
  return scores?.data[0] ?? Number.NaN;
}

/** @param {readonly number[]} numbers */
const formatVector = (numbers) => numbers.map((one) => formatDecimal(one, 1)).join('\u2002');

/** The score of the one pair of vectors by each function, computed once. @type {Promise<Map<string, number>> | undefined} */
let cachedScores;

/** @returns {Promise<Map<string, number>>} the score of the pair by each function */
export const readScores = () => (cachedScores ??= computeScores());

async function computeScores() {
  const names = [...kScoreFormulas.keys()];
  const scores = await Promise.all(names.map(computeQueryKeyScore));
  return new Map(names.map((name, i) => [name, scores[i] ?? Number.NaN]));
}

/**
 * The two papers: name, whether the query is the state before the step, and what that means.
 * @type {readonly { name: string, isBefore: boolean, help: string }[]}
 */
const kPapers = [
  {
    name: 'Bahdanau',
    isBefore: true,
    help: markText('Bahdanau et al.: the query is the state before the step, so *c* takes part in the step.'),
  },
  {
    name: 'Luong',
    isBefore: false,
    help: markText(
      'Luong et al.: the query is the state after the step, so *c* joins it only for the answer.',
    ),
  },
];

/**
 * @param {object} figure
 * @param {Map<string, number> | null} figure.data
 * @param {Readonly<Record<string, number | string>>} figure.choice
 * @param {(choice: { paper: number }) => void} figure.onChoice
 */
export function scoresTemplate({ data, choice, onChoice }) {
  if (!data) return html`<figure class="scores"></figure>`;
  const chosen = Number(choice['paper'] ?? 0);
  const { query, key } = kPair;
  return html`
    <figure class="scores">
      <div class="scores-papers" role="group" aria-label=${translate('Where the query comes from')}>
        ${kPapers.map(({ name }, i) => html`<button type="button" aria-pressed=${i === chosen} @click=${() => onChoice({ paper: i })}>${name}</button>`)}
      </div>
      <svg viewBox="0 -4 320 128" aria-hidden="true">
        ${kPapers.map(({ isBefore }, i) => svg`<g transform="translate(${160 * i})">${renderStep(isBefore)}</g>`)}
        <g class="query-line" .style=${`transform: translate(${chosen ? 240 : 80}px, 68px) scaleX(${chosen ? -1 : 1})`}><path d="M-38 -38L-6 -4" /></g>
      </svg>
      <p role="status">${renderHelp(kPapers[chosen]?.help ?? '')}</p>
      <table><tbody>
        ${[...kScoreFormulas].map(([name, text]) => html`<tr><th scope="row">${name}</th><td>${renderFormula(text)}</td><td>${formatDecimal(data.get(name) ?? Number.NaN, 2)}</td></tr>`)}
      </tbody></table>
      <figcaption>z = (${formatVector(query)}), h = (${formatVector(key)}); ${translate('W and v are random here (seed {seed}), not learned. The additive score has the halves of concat’s W as W and U, so both give one number.', { seed: kSeed })}</figcaption>
    </figure>
  `;
}

/** @param {string} help text with an italic letter between asterisks */
const renderHelp = (help) =>
  translate(help)
    .split('*')
    .map((part, i) => (i % 2 ? html`<i>${part}</i>` : part));

/** One step of a decoder: encoder states, context vector, the states before and after the step, and the answer. @param {boolean} isBefore */
function renderStep(isBefore) {
  const states = [32, 80, 128];
  return svg`
    ${states.map((x) => svg`<path class="link" d="M${x} 106L80 72" /><circle class="state" cx=${x} cy="110" r="7" />`)}
    <path class="link" d="M42 28H118M118 28V12" />
    <path class="link" d=${isBefore ? 'M80 68L114 32' : 'M80 68Q150 50 122 12'} />
    <path class="ghost" d=${isBefore ? 'M42 30L74 64' : 'M118 30L86 64'} />
    <circle class="state" cx="40" cy="28" r="8" /><circle class="state" cx="118" cy="28" r="8" /><circle class="context" cx="80" cy="68" r="7" />
    <text x="20" y="16">z<tspan dy="3" font-size="12.5">t−1</tspan></text><text x="130" y="36">z<tspan dy="3" font-size="12.5">t</tspan></text>
    <text x="77" y="90">c</text><text x="104" y="10">y</text><text x="140" y="114">h</text>`;
}
