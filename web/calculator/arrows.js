/**
 * Query, keys and values as arrows in a plane, for vectors of two numbers: the keys are projected onto the query, and the
 * context vector lies among the values. `attend` computes all scores, weights and contexts.
 */
import { html, svg } from 'lit';
import { live } from 'lit/directives/live.js';
import { mathTemplate } from '../instrument/math.js';
import { markText, translate } from '../language/translate.js';
import { localizeNumber } from '../parts/format.js';
import { weightedSumButtonTemplate } from '../parts/weighted-sum.js';
import { getColorStyle } from '../plots/palette.js';
import { choiceTemplate } from './lines.js';
import { computeExtent, createPlane, findHull, kHalf, placeLabels } from './plane.js';
import { isSingleHead } from './state.js';
import { computeTint, findLargestMagnitude } from './table.js';
import { formatCell, formatLineValue, getLineTitle, sliceTensor } from './text.js';

/** @import { LinesOptions } from './lines.js' */
/** @import { Plane } from './plane.js' */
/** @import { State } from './state.js' */
/** @import { Numbers } from './worked-example.js' */

/**
 * @typedef {Pick<LinesOptions, 'state' | 'result' | 'query' | 'hoveredPosition' | 'onQuery' | 'onHover'> & {
 *   inputs: ReadonlyMap<string, Numbers>,
 *   options: Readonly<Record<string, import('../engine/schema.js').Value>>,
 *   origin?: unknown,
 *   onNumbers: (name: string, index: number, values: number[]) => void,
 *   onOption: (name: string, value: number) => void,
 * }} ArrowsOptions `origin`: template of what the vectors are computed from; with it, their tips cannot be moved
 */

/** @typedef {{ name: string, row: number, label: string, vector: number[], radius?: number }} Arrow `radius` of the disk at the tip */

const kStep = 0.1;
/** With the shift key, an arrow key moves a tip this many times as far. */
const kLargeStep = 5;

/** The formula's lines that are shown in the table below the arrows, and what they compute. @type {Readonly<Record<string, string>>} */
const kLines = {
  products: markText('dot product of query and key'),
  masked: markText('score e divided by the temperature τ; minus infinity where masked'),
  weights: markText('exponential u of m minus the largest m, divided by the sum Z of all exponentials'),
};

/** Directions in which the arrow keys move a tip. @type {Readonly<Record<string, readonly [number, number]>>} */
const kDirections = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Whether the vectors can be drawn as arrows: they have two numbers and are scored by a dot product. @param {State} state */
export const hasArrows = (state) =>
  isSingleHead(state) ||
  (state.features === 2 && state.mechanism.lines.some(({ name }) => name === 'products'));

/** @param {ArrowsOptions} options */
export function arrowsTemplate(options) {
  const { state, query, inputs, origin, onHover } = options;
  const [queries, keys, values] = ['query', 'key', 'value'].map((name) => listArrows(inputs, name, state));
  const own = queries?.[query];
  const lines = readLines(options);
  if (!own || !keys || !values || !lines) return null;
  const weighted = values.map((arrow, s) => ({
    ...arrow,
    radius: 4 + 12 * Math.sqrt(lines['weights']?.[s] ?? 0),
  }));
  return html`
    <section class="calc-lines" aria-label=${translate('Query, keys and values as arrows')}>
      ${choiceTemplate(translate('Query token'), state.tokens, query, options.onQuery)}
      ${origin}
      <div class="calc-planes" @pointerleave=${() => onHover(null)}>
        ${planeTemplate(translate('query and keys'), [...keys, own], own.vector, options, (plane) => renderKeys(own, keys, lines, plane, options))}
        ${planeTemplate(translate('values and context'), weighted, lines['context'] ?? [], options, (plane) => renderValues(weighted, lines, plane, options))}
      </div>
      ${flowTemplate(lines, options)}
    </section>
  `;
}

/** @param {ReadonlyMap<string, Numbers>} inputs @param {string} name @param {State} state @returns {Arrow[]} */
const listArrows = (inputs, name, { tokens }) =>
  tokens.map((label, row) => ({
    ...{ name, row, label },
    vector: inputs.get(name)?.data.slice(2 * row, 2 * row + 2) ?? [0, 0],
  }));

/** Returns the numbers of the shown query in each line of the formula, by the name of the line. @param {ArrowsOptions} options @returns {Record<string, number[]> | null} */
function readLines({ state, result, query }) {
  const lines = state.mechanism.lines.flatMap((line) => {
    const tensor = result?.[line.name] ?? result?.steps?.[line.name];
    return tensor ? [[line.name, sliceTensor(line, tensor, query, 0).rows[0] ?? []]] : [];
  });
  return lines.length > 0 ? Object.fromEntries(lines) : null;
}

/**
 * A plane with arrows whose tips can be moved. An arrow that is too long ends at the edge, and the caption names it.
 * @param {string} label
 * @param {readonly Arrow[]} arrows
 * @param {readonly number[]} shown vector that is always inside
 * @param {ArrowsOptions} options
 * @param {(plane: Plane) => unknown} render what is drawn below the tips
 */
function planeTemplate(label, arrows, shown, options, render) {
  const vectors = arrows.map(({ vector }) => vector);
  const plane = createPlane(computeExtent(vectors, shown));
  const names = arrows.filter(({ vector }) => plane.isLong(vector)).map((arrow) => arrow.label);
  const labels = placeLabels(
    arrows.map((arrow) => ({
      point: plane.scale(arrow.vector),
      radius: arrow.radius ?? 5,
      text: isOwn(arrow, options) ? arrow.name.charAt(0) : formatTipLabel(arrow, arrows, options),
    })),
    plane.scale(shown),
  );
  return html`
    <figure>
      <svg class="calc-plane" viewBox="-108 -108 216 216" role="group" aria-label=${label}>
        <path class="axis" d="M-100 0H100M0-100V100" />
        ${render(plane)} ${arrows.map((arrow, i) => renderTip(arrow, labels[i], plane, options))}
      </svg>
      <figcaption>${label}${names.length > 0 ? `; ${translate('longer than drawn: {names}', { names: names.join(', ') })}` : null}</figcaption>
    </figure>
  `;
}

/**
 * The label of a tip. More than two tips at one point have one label, such as “The … criminal”, and that of the hovered one.
 * @param {Arrow} arrow
 * @param {readonly Arrow[]} arrows
 * @param {Pick<ArrowsOptions, 'hoveredPosition'>} options
 */
function formatTipLabel({ name, row, label, vector }, arrows, { hoveredPosition }) {
  const same = arrows.filter(
    (other) =>
      other.name === name && other.row !== hoveredPosition && String(other.vector) === String(vector),
  );
  if (same.length < 3 || row === hoveredPosition) return label;
  return row === same[0]?.row ? `${label} … ${same.at(-1)?.label}` : '';
}

/** Whether an arrow belongs to the shown query. @param {Arrow} arrow @param {Pick<ArrowsOptions, 'query' | 'origin'>} options */
const isOwn = ({ name, row }, { query, origin }) =>
  name === 'query' || (origin !== undefined && row === query);

/** @param {Arrow} arrow @param {import('./plane.js').PlacedLabel | undefined} text its label @param {Plane} plane @param {ArrowsOptions} options */
function renderTip(arrow, text, { extent, scale }, options) {
  const { name, row, label, vector } = arrow;
  const { origin, onNumbers, onHover, hoveredPosition } = options;
  const [x = 0, y = 0] = scale(vector);
  const title = name === 'query' ? translate('query of {label}', { label }) : `${name}, ${label}`;
  const numbers = vector.map(formatCell).join('; ');
  const style = `tip ${name} ${isOwn(arrow, options) ? 'own' : ''} ${row === hoveredPosition && name !== 'query' ? 'hovered' : ''}`;
  const point = () => onHover(name === 'query' ? null : row);
  const marks = svg`<circle class="reach" r="15" /><circle r="5" />
<text x=${Number(text?.x) - x} y=${Number(text?.y) - y}>${text?.text}</text>`;
  if (origin)
    return svg`<g class="fixed ${style}" role="img" transform="translate(${x} ${y})" aria-label="${title}: ${numbers}" @pointerenter=${point}>${marks}</g>`;
  /** @param {number[]} next */
  const move = (next) =>
    onNumbers(
      name,
      2 * row,
      next.map((value) => Number(value.toFixed(2)) + 0),
    );
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const direction = kDirections[event.key];
    if (!direction || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const step = kStep * (event.shiftKey ? kLargeStep : 1);
    move(vector.map((value, axis) => value + step * Number(direction[axis])));
  };
  /** @param {PointerEvent} event */
  const onPress = (event) => {
    const tip = /** @type {SVGGElement} */ (event.currentTarget);
    event.preventDefault();
    tip.focus();
    tip.setPointerCapture(event.pointerId);
  };
  // Chromium ignores "touch-action" of parts of an SVG.
  const preventScrolling = (/** @type {Event} */ event) => event.preventDefault();
  /** @param {PointerEvent} event */
  const onDrag = (event) => {
    const tip = /** @type {SVGGElement} */ (event.currentTarget);
    const box = tip.ownerSVGElement?.getBoundingClientRect();
    if (!box || !tip.hasPointerCapture(event.pointerId)) return;
    // The square picture is in the middle of its box.
    const unit = (216 * extent) / (kHalf * Math.min(box.width, box.height));
    const toNumber = (/** @type {number} */ px) => Math.max(-extent, Math.min(extent, px * unit));
    move([
      toNumber(event.clientX - box.left - box.width / 2),
      toNumber(box.top + box.height / 2 - event.clientY),
    ]);
  };
  const limit = Math.max(extent, findLargestMagnitude(vector));
  return svg`
    <g class=${style} tabindex="0" role="slider" transform="translate(${x} ${y})"
      aria-label=${title} aria-roledescription=${translate('tip of an arrow')} aria-valuemin=${-limit} aria-valuemax=${limit} aria-valuenow=${vector[0]}
      aria-valuetext=${numbers}
      @keydown=${onKey} @touchstart=${preventScrolling} @pointerdown=${onPress} @pointermove=${onDrag} @pointerenter=${point} @focus=${point}>${marks}</g>`;
}

/**
 * @param {Arrow} query
 * @param {readonly Arrow[]} keys
 * @param {Record<string, number[]>} lines
 * @param {Plane} plane
 * @param {ArrowsOptions} options
 */
function renderKeys(query, keys, lines, { scale, isLong }, { origin, hoveredPosition }) {
  const [x = 0, y = 0] = scale(query.vector);
  const length = Math.hypot(x, y) || 1;
  const square = query.vector.reduce((sum, value) => sum + value * value, 0) || 1;
  const [endX, endY] = [x, y].map((value) => (value * 2 * kHalf) / length);
  return svg`
    <path class="axis of-query" d="M${-Number(endX)} ${-Number(endY)}L${endX} ${endY}" />
    ${keys.map(({ vector }, s) => {
      const [tipX, tipY] = scale(vector);
      // A key is projected onto the query to query × (dot product / |query|²).
      const [footX, footY] = scale(
        query.vector.map((value) => (value * Number(lines['products']?.[s])) / square),
      );
      const weight = lines['weights']?.[s] ?? 0;
      const isHidden = lines['masked']?.[s] === -Infinity;
      return svg`
        <g class="key ${isLong(vector) ? 'long' : ''} ${isHidden ? 'hidden' : ''} ${origin && s === query.row ? 'own' : ''} ${s === hoveredPosition ? 'hovered' : ''}">
          <path class="drop" d="M${tipX} ${tipY}L${footX} ${footY}" />
          <path class="shadow" d="M0 0L${footX} ${footY}" />
          <path class="shaft" d="M0 0L${tipX} ${tipY}" />
          <circle class="projection" cx=${footX} cy=${footY} r="4" fill=${getColorStyle(weight)} />
        </g>`;
    })}
    <path class="shaft of-query" d="M0 0L${x} ${y}" />`;
}

/**
 * @param {readonly Arrow[]} values
 * @param {Record<string, number[]>} lines
 * @param {Plane} plane
 * @param {ArrowsOptions} options
 */
function renderValues(values, lines, { scale, isLong }, { origin, query, hoveredPosition }) {
  const tips = values.map(({ vector, radius }) => [...scale(vector), radius]);
  const [x, y] = scale(lines['context'] ?? []);
  return svg`
    <polygon class="hull" points=${findHull(values.map(({ vector }) => scale(vector))).join(' ')} />
    ${tips.map(([tipX, tipY, radius], s) => {
      const weight = lines['weights']?.[s] ?? 0;
      return svg`
        <g class="value ${isLong(values[s]?.vector ?? []) ? 'long' : ''} ${origin && s === query ? 'own' : ''} ${s === hoveredPosition ? 'hovered' : ''}">
          <path class="shaft" d="M0 0L${tipX} ${tipY}" />
          <circle class="projection" cx=${tipX} cy=${tipY} r=${radius} fill=${getColorStyle(weight)}
            .style=${`--way: translate(${Number(x) - Number(tipX)}px, ${Number(y) - Number(tipY)}px)`} />
        </g>`;
    })}
    <g class="context" .style=${`transform: translate(${x}px, ${y}px)`}><circle r="6" /><text x="9" y="4">c</text></g>`;
}

/** @param {Event} event @returns {import('../parts/weighted-sum.js').WeightedSum} */
function collectFlow({ currentTarget }) {
  const section = /** @type {HTMLElement} */ (/** @type {Element} */ (currentTarget).closest('.calc-lines'));
  /** @type {NodeListOf<SVGElement>} */
  const circles = section.querySelectorAll('.value .projection');
  return {
    columns: Object.keys(kLines).map((name) => section.querySelectorAll(`td.${name} i`)),
    parts: [...circles].map((element) => ({
      element,
      way: element.style.getPropertyValue('--way'),
      weight: 1,
    })),
    sum: section.querySelector('.context'),
  };
}

/** A table of bars: products, masked scores and weights, a row for each key. @param {Record<string, number[]>} lines @param {ArrowsOptions} options */
function flowTemplate(lines, { state, hoveredPosition, onHover }) {
  const shown = state.mechanism.lines.filter(({ name }) => name in kLines);
  return html`
    <table class="calc-flow" @pointerleave=${() => onHover(null)}>
      <thead><tr><td>${weightedSumButtonTemplate(collectFlow)}</td>${shown.map(({ name, math }) => html`<th scope="col" title=${translate(kLines[name] ?? '')}><span class="calc-title">${name === 'masked' ? getLineTitle('scores') : getLineTitle(name)}</span> ${mathTemplate(math)}</th>`)}</tr></thead>
      <tbody>
        ${state.tokens.map(
          (token, s) => html`
            <tr class=${s === hoveredPosition ? 'hovered' : ''} @pointerenter=${() => onHover(s)}>
              <th scope="row">${token}</th>
              ${shown.map(({ name }) => {
                const value = lines[name]?.[s] ?? 0;
                const largest = name === 'weights' ? 1 : findLargestMagnitude(lines[name] ?? []);
                return html`<td class=${name} .style=${`--tint: ${computeTint(value, largest)}`}><i class=${value < 0 ? 'below' : ''}></i>${formatLineValue(name, value)}</td>`;
              })}
            </tr>`,
        )}
      </tbody>
    </table>
  `;
}

/** The numbers behind the arrows, and the sliders for scale and temperature. @param {ArrowsOptions} options */
export function readingTemplate(options) {
  const { state, query, inputs, origin, hoveredPosition, onOption } = options;
  const lines = readLines(options);
  const usual = 1 / Math.sqrt(state.features);
  const scale = Number(options.options['scale'] ?? 0);
  const temperature = Number(options.options['temperature'] ?? 1);
  const weights = lines?.['weights'] ?? [];
  const s = hoveredPosition ?? weights.indexOf(Math.max(...weights));
  const [q, k] = ['query', 'key'].map((name) => inputs.get(name)?.data ?? []);
  const terms = [0, 1].map((i) => `${formatFactor(q?.[2 * query + i])} · ${formatFactor(k?.[2 * s + i])}`);
  return html`
    <section class="calc-inputs" aria-label=${translate('Numbers')}>
      <p class="calc-note">${origin ? translate('Change any number: type it, drag it up or down, or use the arrow keys.') : translate('Drag a tip, or move it with the arrow keys.')}</p>
      ${
        lines &&
        html`<dl class="calc-reading">
          <dt>${state.tokens[query]} · ${state.tokens[s]}</dt>
          <dd>${terms.join(' + ')} = <b>${formatCell(lines['products']?.[s] ?? 0)}</b></dd>
          <dt>${getLineTitle('scores')}</dt><dd>${formatCell(lines['masked']?.[s] ?? 0)}</dd>
          <dt>${getLineTitle('weights')}</dt><dd><b>${formatLineValue('weights', weights[s] ?? 0)}</b></dd>
          <dt>${getLineTitle('context')}</dt><dd>(${lines['context']?.map(formatCell).join('; ')})</dd>
        </dl>`
      }
      ${dialTemplate(translate('Scale'), scale ? formatCell(scale) : `1/√d = ${formatCell(usual)}`, [0.05, 3, 0.05], scale || usual, (value) => onOption('scale', Math.abs(value - usual) < 0.03 ? 0 : value))}
      ${dialTemplate(translate('Temperature τ'), formatCell(temperature), [0.1, 5, 0.1], temperature, (value) => onOption('temperature', value))}
    </section>
  `;
}

/** @param {number} [value] */
function formatFactor(value = 0) {
  const text = localizeNumber(String(Number(value.toPrecision(4))));
  return value < 0 ? `(${text})` : text;
}

/** @param {string} label @param {string} text @param {readonly [number, number, number]} range minimum, maximum and step @param {number} value @param {(value: number) => void} onValue */
const dialTemplate = (label, text, [minimum, maximum, step], value, onValue) => html`
  <label class="calc-dial"><span>${label} <output>${text}</output></span>
    <input type="range" min=${minimum} max=${maximum} step=${step} .value=${live(String(value))} aria-valuetext=${text}
      @input=${(/** @type {Event} */ event) => onValue(/** @type {HTMLInputElement} */ (event.target).valueAsNumber)} /></label>
`;
