/**
 * A figure in which the reader reorders the tokens. It shows the encoder's output for each token, and the position encodings.
 */
import { html, svg } from 'lit';
import { attend, createScope } from '../../index.js';
import { formatDecimal } from '../../lab/number-format.js';
import { markText, translate } from '../../language/translate.js';
import { toElementPoint } from '../../parts/element-point.js';
import { findStepValues } from '../../parts/find-step.js';
import { choiceTemplate, shortenToken } from './layer-figure.js';
import { smallMatrixTemplate, tokenStripsTemplate } from './small-matrix.js';

/** @import { Scope } from '../../engine/scope.js' */
/** @import { FigureChoice } from '../../lab/live-figure.js' */

/**
 * @typedef {object} Shuffle
 * @property {readonly string[]} tokens of the watched example; the last one ends the sentence
 * @property {readonly number[]} order index of the token at each place
 * @property {Float32Array} own outputs in the order of the example, token after token
 * @property {Float32Array} shuffled outputs in the reader's order
 * @property {string} positions kind of position encoding
 * @property {boolean} isTrained whether the outputs are those of the run's network
 * @property {Float32Array} encodings position after position; empty without positions
 * @property {Float32Array} similarities dot product of every two positions
 */

/** @typedef {{ data: Shuffle | null, choice: FigureChoice, onChoice: (at: FigureChoice) => void }} ShuffleFigure */

/** Labels of the kinds of position encodings. @type {Readonly<Record<string, string>>} */
const kKinds = {
  none: markText('No positions'),
  sinusoidal: markText('Waves'),
  learned: markText('Learned'),
};

/** Maximum number of features of the position encodings that are drawn. */
const kMaximumWaves = 8;
/** Size of the drawn waves: width of a position, and height of a feature. */
const [kColumn, kRow] = [24, 14];

/** Index of the token that the pointer drags. */
let draggedPlace = 0;

/** The last result of an untrained network, which does not change while the run trains. @type {{ key: string, data: Shuffle } | null} */
let cached = null;

/** @param {Scope} scope @param {FigureChoice} choice @returns {Promise<Shuffle>} with the run's network, or with an untrained network that has another position encoding */
export async function readShuffle(scope, choice) {
  const { configuration } = scope;
  const own = String(configuration.parameters['positions']);
  const positions = String(choice['positions'] ?? own);
  if (positions === own) return readNetwork(scope, choice, true);
  const parameters = { ...configuration.parameters, positions };
  const key = JSON.stringify([parameters, configuration.seed, choice]);
  if (cached?.key === key) return cached.data;
  const network = await createScope({ ...configuration, parameters, threads: 1 });
  const data = await readNetwork(network, choice, false).finally(() => network.dispose());
  cached = { key, data };
  return data;
}

/** @param {Scope} network @param {FigureChoice} choice @param {boolean} isTrained @returns {Promise<Shuffle>} */
async function readNetwork(network, choice, isTrained) {
  const { layers, positions, probeExample = 0 } = network.configuration.parameters;
  const request = /** @type {const} */ ({ layer: Number(layers) - 1, side: 'source', allTokens: true });
  const watched = { example: Number(probeExample), ...request };
  const tokens = (await network.predict(watched)).attention.columnLabels;
  const order = readOrder(choice, tokens.length);
  const source = order.slice(0, -1).map((i) => tokens[i]);
  // Both are requested at once, so that no training step comes between them.
  const [first, second] = await Promise.all([
    network.predict(watched),
    network.predict({ source: source.join(' '), ...request }),
  ]);
  const encodings = findStepValues(first.steps, { part: 'embedding', name: 'position' });
  return {
    ...{ tokens, order, isTrained, encodings, positions: String(positions) },
    own: findOutputs(first.steps),
    shuffled: findOutputs(second.steps),
    similarities: encodings.length > 0 ? await compareAll(encodings, tokens.length) : encodings,
  };
}

/** @param {Float32Array} encodings @param {number} count of positions @returns {Promise<Float32Array>} dot product of every two encodings */
async function compareAll(encodings, count) {
  const rows = { shape: [1, count, encodings.length / count], data: encodings };
  const { scores } = await attend('dot', { query: rows, key: rows, value: rows });
  return Float32Array.from(scores?.data ?? []);
}

/** @param {import('../../engine/shapes.js').Prediction['steps']} steps @returns {Float32Array} outputs of the encoder */
function findOutputs(steps) {
  const normed = findStepValues(steps, { part: 'answer', name: 'last norm' });
  return normed.length > 0 ? normed : findStepValues(steps, { part: 'feed-forward', name: 'residual' });
}

/** @param {FigureChoice} choice @param {number} count @returns {number[]} */
function readOrder({ order = '' }, count) {
  const read = String(order).split(' ').map(Number);
  return read.length === count ? read : Array.from({ length: count }, (_, i) => i);
}

/** @param {ShuffleFigure} figure */
export function shuffleTemplate(figure) {
  const { data } = figure;
  if (!data) return html`<figure class="shuffle"></figure>`;
  const { tokens, own, shuffled, positions, encodings } = data;
  const order = readOrder(figure.choice, tokens.length);
  const kinds = Object.entries(kKinds).map(([name, label]) => ({
    label: translate(label),
    at: { positions: name },
  }));
  return html`
    <figure class="shuffle">
      <div class="figure-row">${choiceTemplate(translate('Position encoding'), kinds, figure, { positions })}</div>
      <div class="figure-tokens" aria-hidden="true">${tokens.map((token) => html`<span>${shortenToken(token)}</span>`)}</div>
      ${outputsTemplate(own, tokens.length)}
      ${placesTemplate(order, figure)}
      ${outputsTemplate(shuffled, tokens.length)}
      <figcaption role="status">${describeShuffle(data)}</figcaption>
      ${encodings.length > 0 ? encodingsTemplate(data) : null}
    </figure>
  `;
}

/** @param {Float32Array} values @param {number} count of tokens */
const outputsTemplate = (values, count) =>
  html`<div class="figure-tokens shuffle-outputs">${tokenStripsTemplate(values, count, 4)}</div>`;

/** The tokens in the reader's order, which can be dragged or moved with the arrow keys. @param {number[]} order @param {ShuffleFigure} figure */
function placesTemplate(order, { data, onChoice }) {
  const last = order.length - 1;
  /** @param {number} from @param {number} to */
  const move = (from, to) => {
    if (from === to || to < 0 || to >= last) return false;
    const next = [...order];
    next.splice(to, 0, ...next.splice(from, 1));
    onChoice({ order: next.join(' ') });
    return true;
  };
  /** @param {KeyboardEvent} event @param {number} place */
  const onKey = (event, place) => {
    const to = place + ({ ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0);
    if (!move(place, to)) return;
    event.preventDefault();
    const buttons = /** @type {HTMLElement} */ (event.currentTarget).parentElement?.children;
    /** @type {HTMLElement | undefined} */ (buttons?.[to])?.focus();
  };
  /** @param {PointerEvent} event @param {number} place */
  const onPress = (event, place) => {
    /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
    draggedPlace = place;
  };
  /** @param {PointerEvent} event */
  const onDrag = (event) => {
    const button = /** @type {HTMLElement} */ (event.currentTarget);
    if (!button.hasPointerCapture(event.pointerId)) return;
    const { x, width } = toElementPoint(/** @type {HTMLElement} */ (button.parentElement), event);
    const to = Math.floor((x / width) * order.length);
    if (move(draggedPlace, to)) draggedPlace = to;
  };
  return html`
    <div class="figure-tokens shuffle-places" role="group" aria-label=${translate('Tokens in your order')}>
      ${order.map((index, place) => {
        const token = data?.tokens[index] ?? '';
        return html`
          <button type="button" ?disabled=${place === last} title=${token}
            aria-label=${translate('{token}, place {place}: move with the arrow keys', { token, place: place + 1 })}
            @keydown=${(/** @type {KeyboardEvent} */ event) => onKey(event, place)}
            @pointerdown=${(/** @type {PointerEvent} */ event) => onPress(event, place)}
            @pointermove=${onDrag}>${shortenToken(token)}</button>`;
      })}
    </div>
  `;
}

/** @param {Shuffle} shuffle @returns {string} */
function describeShuffle({ own, shuffled, order, positions, isTrained }) {
  if (order.every((index, place) => index === place))
    return translate('Drag a token of the second row to another place. Below each: the encoder’s output.');
  const width = own.length / order.length;
  const differences = own.map((value, i) => {
    const place = order.indexOf(Math.floor(i / width));
    return Math.abs(value - Number(shuffled[place * width + (i % width)]));
  });
  const values = { most: formatDecimal(Math.max(...differences), 3) };
  const sentence =
    positions === 'none'
      ? translate(
          'Each output traveled along with its token: in both rows it is the same up to {most}.',
          values,
        )
      : translate('The outputs changed, by up to {most}.', values);
  return isTrained ? sentence : `${sentence} ${translate('This network is not trained.')}`;
}

/** The position encodings as waves below their tokens, and the similarity of every two positions. @param {Shuffle} shuffle */
function encodingsTemplate({ tokens: { length: count }, encodings, similarities }) {
  const width = encodings.length / count;
  const waves = Math.min(kMaximumWaves, width);
  // The sine and the cosine of a wave are neighbors, so every second number belongs to another wave.
  const stride = 2 * waves > width ? 1 : 2;
  const features = Array.from({ length: waves }, (_, i) => i * stride);
  const [low, high] = [Math.min(...similarities), Math.max(...similarities)];
  const shares = similarities.map((value) => (value - low) / (high - low || 1));
  const maximum = encodings.reduce((largest, value) => Math.max(largest, Math.abs(value)), 1e-9);
  return html`
    <svg class="shuffle-waves" viewBox="0 0 ${count * kColumn} ${waves * kRow}" role="img"
      aria-label=${translate('Position encodings: {waves} of {width} numbers, a line each, over {count} positions', { waves, width, count })}>
      ${features.map((feature, row) => {
        const points = Array.from({ length: count }, (_, p) => [
          (p + 0.5) * kColumn,
          (row + 0.5 - (0.45 * Number(encodings[p * width + feature])) / maximum) * kRow,
        ]);
        return svg`<polyline points=${points.join(' ')} />${points.map(([x, y]) => svg`<circle cx=${x} cy=${y} r="1.6" />`)}`;
      })}
    </svg>
    <div class="shuffle-similarity">
      ${smallMatrixTemplate({ values: shares, columns: count })}
      <span>${translate(
        'P · P: how similar every two positions are, from {low} (faint) to {high} (strong).',
        {
          low: formatDecimal(low, 1),
          high: formatDecimal(high, 1),
        },
      )}</span>
    </div>
  `;
}
