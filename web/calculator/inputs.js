/**
 * The inputs as tables of number fields. While the reader has chosen a number of the result, each field also shows the
 * derivative of that result with respect to the number in the field.
 */

import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { translate, translateToParts } from '../language/translate.js';
import { draggable } from './drag.js';
import { listInputs } from './state.js';
import { cellTemplate, findLargestMagnitude, rowTemplate, tableTemplate } from './table.js';
import { formatGradient, formatShortGradient, getAxisLabels, getLineTitle } from './text.js';

/** @import { Tensor } from '../engine/tensors.js' */
/** @import { TensorEntry, State } from './state.js' */
/** @import { Numbers } from './worked-example.js' */

/**
 * @typedef {object} InputsOptions
 * @property {State} state
 * @property {ReadonlyMap<string, Numbers>} inputs
 * @property {number} query
 * @property {TensorEntry | null} place entry whose derivatives are shown
 * @property {Readonly<Record<string, Tensor>> | undefined} gradients
 * @property {(name: string, index: number, values: number[]) => void} onNumbers
 * @property {(place: null) => void} onPlace
 */

/** @param {InputsOptions} options */
export function inputsTemplate(options) {
  const { state, place, onPlace } = options;
  return html`
    <section class="calc-inputs" aria-label=${translate('Inputs')}>
      <p class="calc-note calc-slopes">
        ${
          place
            ? html`${translateToParts('Below each number: the derivative of {place} by it.', {
                place: html`<b>${formatTensorEntry(state, place)}</b>`,
              })}
              <button class="button" type="button" @click=${() => onPlace(null)}>${translate('Hide derivatives')}</button>`
            : translate(
                'Type a number, drag it up or down, or use ↑ and ↓. Press a number of the scores, weights or context for its derivatives.',
              )
        }
      </p>
      ${listInputs(state).map((input) => inputTemplate(input, options))}
    </section>
  `;
}

/**
 * @param {State} state
 * @param {TensorEntry} place
 * @returns {string} such as 'context [chasing, 2]'
 */
export function formatTensorEntry(state, { of, at }) {
  const letters = state.mechanism.lines.find(({ name }) => name === of)?.shape.split(' ') ?? [];
  const parts = at.flatMap((index, axis) => {
    const letter = letters[axis] ?? '';
    return letter === 'B' || letter === '1'
      ? []
      : [getAxisLabels(state, letter, index + 1)[index] ?? String(index + 1)];
  });
  return `${getLineTitle(of)} [${parts.join(', ')}]`;
}

/** @param {State['mechanism']['inputs'][number]} input @param {InputsOptions} options */
function inputTemplate({ name, shape, help, type }, { state, inputs, query, gradients, onNumbers }) {
  const numbers = inputs.get(name);
  if (!numbers) return null;
  const letters = shape.split(' ').filter((letter) => letter !== 'B');
  const extents = numbers.shape.slice(numbers.shape.length - letters.length);
  const [rowLetter, columnLetter] = letters.length > 1 ? letters : ['', letters[0] ?? ''];
  const columns = extents[extents.length - 1] ?? 1;
  const rows = letters.length > 1 ? (extents[0] ?? 1) : 1;
  const rowLabels = letters.length > 1 ? getAxisLabels(state, rowLetter ?? '', rows) : [name];
  const columnLabels = letters.length > 0 ? getAxisLabels(state, columnLetter ?? '', columns) : [''];
  const slopes = gradients?.[name]?.data;
  const largest = name === 'mask' ? Number.POSITIVE_INFINITY : findLargestMagnitude(numbers.data);
  const largestSlope = findLargestMagnitude(slopes ?? []);
  const body = rowLabels.map((rowLabel, row) => {
    const cells = columnLabels.map((columnLabel, column) => {
      const index = row * columns + column;
      const value = numbers.data[index] ?? 0;
      const label = `${name}, ${letters.length > 1 ? `${rowLabel}, ` : ''}${columnLabel}`;
      /** @param {number} next */
      const onValue = (next) => onNumbers(name, index, [next]);
      const content =
        name === 'mask'
          ? html`<input type="checkbox" aria-label=${label} .checked=${live(value !== 0)}
              @change=${() => onValue(value === 0 ? 1 : 0)} />`
          : numberFieldTemplate(label, value, type === 'integers', slopes?.[index], largestSlope, onValue);
      return cellTemplate(content, value, largest);
    });
    return rowTemplate(rowLabel, cells, rowLetter === 'T' && row === query ? 'of-query' : '');
  });
  return tableTemplate(name, html`<b>${name}</b> ${help}`, columnLabels, body);
}

/**
 * @param {string} label
 * @param {number} value
 * @param {boolean} isInteger
 * @param {number | undefined} slope derivative of the chosen result with respect to this number
 * @param {number} largestSlope
 * @param {(value: number) => void} onValue
 */
export function numberFieldTemplate(label, value, isInteger, slope, largestSlope, onValue) {
  const description =
    slope === undefined
      ? label
      : translate('{label}, derivative {slope}', { label, slope: formatGradient(slope) });
  return html`<input class="cell" type="text" inputmode="decimal" autocomplete="off" aria-label=${description}
      ${draggable({ value, step: isInteger ? 1 : 0.1, onValue })} />${
        slope === undefined
          ? nothing
          : html`<span class="slope"><span>${formatShortGradient(slope)}</span><i class=${slope < 0 ? 'below' : 'above'}
              .style=${`inline-size: ${Math.round((50 * Math.abs(slope)) / largestSlope)}%`}></i></span>`
      }`;
}
