/**
 * The unrolled encoder–decoder of the papers, with the weights of the run: one step of the decoder, an arrow from every
 * encoder state to the context vector, as wide as its weight.
 */
import { html, svg } from 'lit';
import { formatDecimal } from '../../lab/number-format.js';
import { translate } from '../../language/translate.js';

/** @import { Scope } from '../../engine/scope.js' */
/** @import { AttentionMap } from '../../engine/shapes.js' */

/**
 * The data of the figure.
 * @typedef {object} UnrolledDecoder
 * @property {string[]} sources
 * @property {string[]} targets
 * @property {number[]} weights of this step
 * @property {number} step of the decoder, from 0
 * @property {boolean} isBidirectional whether the encoder reads from both ends
 * @property {[number, number] | null} windowRange first and last position of a window
 */

/** Sizes in the figure, in pixels. */
const kSize = { width: 316, margin: 26, target: 26, context: 72, source: 122, circle: 7, widest: 9 };

/** With more letters than this, the labels of a row are slanted. */
const kLevel = 46;

/**
 * @param {Scope} scope
 * @param {number} step
 * @param {AttentionMap | null} held the map with the rows that the reader holds
 * @returns {Promise<UnrolledDecoder | null>} null without attention
 */
export async function readUnrolledDecoder(scope, step, held) {
  const { probeExample = 0, score, bidirectional, locality, window } = scope.configuration.parameters;
  if (score === 'none') return null;
  /** @type {AttentionMap} */
  const map = held ?? (await scope.attention({ example: Number(probeExample) }));
  const columns = map.columnLabels.length;
  const at = Math.min(step, map.rowLabels.length - 1);
  const weights = Array.from(map.weights.slice(at * columns, (at + 1) * columns));
  const center = locality === 'local-m' ? at : map.position?.[at];
  const windowCenter = locality !== 'global' && center !== undefined ? center : null;
  return {
    sources: map.columnLabels,
    targets: map.rowLabels,
    weights,
    step: at,
    isBidirectional: bidirectional === true,
    windowRange:
      windowCenter === null ? null : [windowCenter - Number(window), windowCenter + Number(window)],
  };
}

/**
 * @param {object} options
 * @param {UnrolledDecoder | null} options.data null until it is known
 * @param {(at: { step: number }) => void} options.onChoice
 */
export function unrolledDecoderTemplate({ data, onChoice }) {
  if (!data) return html`<figure class="unrolled"></figure>`;
  const { step, targets } = data;
  const description = describeStep(data);
  return html`
    <figure class="unrolled">
      <svg viewBox="0 0 ${kSize.width} 190" role="img" aria-label=${description}>${renderUnrolled(data)}</svg>
      <figcaption>
        <span>${description}</span>
        <span class="unrolled-steps">
          <button type="button" aria-label=${translate('Step before')} ?disabled=${step === 0} @click=${() => onChoice({ step: step - 1 })}>‹</button>
          <button type="button" aria-label=${translate('Next step')} ?disabled=${step + 1 >= targets.length} @click=${() => onChoice({ step: step + 1 })}>›</button>
        </span>
      </figcaption>
    </figure>
  `;
}

/** @param {UnrolledDecoder} unrolled @returns {string} */
function describeStep({ sources, targets, weights, step }) {
  const word = targets[step] ?? '';
  const best = weights.indexOf(Math.max(...weights));
  const source = sources[best];
  const values = { word, weight: formatDecimal(weights[best] ?? 0, 2), source, n: best + 1 };
  return sources.indexOf(source) === sources.lastIndexOf(source)
    ? translate('“{word}”: the largest weight, {weight}, is on the state of “{source}”.', values)
    : translate('“{word}”: the largest weight, {weight}, is on state {n}, of “{source}”.', values);
}

/** @param {number} count @returns {(i: number) => number} x of each circle of a row */
const createPlacement = (count) => (i) =>
  count < 2 ? kSize.width / 2 : kSize.margin + (i * (kSize.width - 2 * kSize.margin)) / (count - 1);

/** @param {UnrolledDecoder} unrolled */
function renderUnrolled({ sources, targets, weights, step, isBidirectional, windowRange }) {
  const [x, z] = [createPlacement(sources.length), createPlacement(targets.length)];
  const { target, context, source, circle, widest, width } = kSize;
  const middle = width / 2;
  const last = sources.length - 1;
  const gap = x(1) - x(0);
  const [from = 0, to = 0] = (windowRange ?? [0, 0]).map(
    (at, i) => x(0) + (Math.min(Math.max(at, 0), last) + 0.4 * (2 * i - 1)) * gap,
  );
  const isLevel = Math.max(...sources.map((word) => word.length)) * sources.length <= kLevel;
  return svg`
    ${windowRange && svg`<rect class="window" x=${from} y=${source - 14} width=${to - from} height="28" rx="8" />`}
    ${sources.map((_, s) => svg`<line class="weight" x1=${x(s)} y1=${source - circle} x2=${middle} y2=${context} stroke-width=${0.4 + widest * (weights[s] ?? 0)} stroke-opacity=${0.15 + 0.85 * (weights[s] ?? 0)} />`)}
    <line class="weight" x1=${middle} y1=${context} x2=${z(step)} y2=${target} stroke-width="3" /><circle class="context" cx=${middle} cy=${context} r=${circle} /><text x=${middle + 12} y=${context + 4}>c</text>
    ${sources.slice(1).map((_, s) => svg`<line class="link" x1=${x(s) + circle} y1=${source - (isBidirectional ? 2 : 0)} x2=${x(s + 1) - circle} y2=${source - (isBidirectional ? 2 : 0)} />${isBidirectional ? svg`<line class="link back" x1=${x(s) + circle} y1=${source + 2} x2=${x(s + 1) - circle} y2=${source + 2} />` : null}`)}
    ${targets.slice(1).map((_, t) => svg`<line class="link" x1=${z(t) + circle} y1=${target} x2=${z(t + 1) - circle} y2=${target} />`)}
    ${sources.map((word, s) => svg`<circle class="state" cx=${x(s)} cy=${source} r=${circle} /><text class="word" transform=${`translate(${x(s)} ${source + (windowRange ? 26 : 20)})${isLevel ? '' : ' rotate(-38)'}`} text-anchor=${isLevel ? 'middle' : 'end'}>${word}</text>`)}
    ${targets.map((word, t) => svg`<circle class="state ${t === step ? 'now' : ''}" cx=${z(t)} cy=${target} r=${circle} />${t === step ? svg`<text class="word" x=${Math.min(Math.max(z(t), 6 + 3 * word.length), width - 6 - 3 * word.length)} y=${target - 12} text-anchor="middle">${word}</text>` : null}`)}
  `;
}
