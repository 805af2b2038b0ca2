/**
 * Shows how the query, key and value of a token are computed: its embedding times three matrices, as numbers that can be changed.
 */
import { html } from 'lit';
import { translate } from '../language/translate.js';
import { formatFixed } from '../parts/format.js';
import { numberFieldTemplate } from './inputs.js';
import { cellTemplate, findLargestMagnitude } from './table.js';

/** @import { InputsOptions } from './inputs.js' */
/** @import { Numbers } from './worked-example.js' */

/** The computed vectors; the first letter of each name is its symbol. */
const kVectors = ['query', 'key', 'value'];

/**
 * A table with the matrices beside x; below them, the last row has the products: the entries of q, k and v.
 * @param {Pick<InputsOptions, 'state' | 'inputs' | 'query' | 'onNumbers'>} options
 * @param {{ inputs: ReadonlyMap<string, Numbers> }} projected the queries, keys and values
 */
export function projectionsTemplate({ state, inputs, query, onNumbers }, projected) {
  const token = state.tokens[query];
  /** @param {Numbers | undefined} numbers @param {number} index @param {(value: number) => unknown} render */
  const cell = ({ data } = { shape: [], data: [] }, index, render) =>
    cellTemplate(render(data[index] ?? 0), data[index] ?? 0, findLargestMagnitude(data));
  /** @param {string} name @param {number} index @param {string} label */
  const field = (name, index, label) =>
    cell(inputs.get(name), index, (value) =>
      numberFieldTemplate(label, value, false, undefined, 1, (next) => onNumbers(name, index, [next])),
    );
  /** Renders the two entries of each vector. @param {(name: string, column: number) => unknown} render */
  const each = (render) => kVectors.map((name) => [0, 1].map((column) => render(name, column)));
  return html`
    <div class="calc-origin"><table class="calc-table" aria-label=${translate('Where q, k and v come from')}>
      <thead><tr><th scope="col"><math><mi>x</mi></math></th>${kVectors.map(
        ([letter]) =>
          html`<th scope="colgroup" colspan="2"><math><mi>${letter}</mi><mo>=</mo><mi>x</mi><msub><mi>W</mi><mi>${letter}</mi></msub></math></th>`,
      )}</tr></thead>
      <tbody>
        ${[0, 1].map(
          (row) =>
            html`<tr>${field('query', 2 * query + row, `x, ${token}, ${row + 1}`)}${each((name, column) =>
              field(`${name}Weight`, 2 * row + column, `W_${name[0]}, ${row + 1}, ${column + 1}`),
            )}</tr>`,
        )}
        <tr><th scope="row">${token}</th>${each((name, column) =>
          cell(
            projected.inputs.get(name),
            2 * query + column,
            (value) => html`<span class="num">${formatFixed(value, 2)}</span>`,
          ),
        )}</tr>
      </tbody>
    </table>
    <p class="calc-note">${translate('One head of multi-head attention computes q, k and v from other numbers; those of “Arrows” stay.')}</p></div>
  `;
}
