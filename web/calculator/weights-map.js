/**
 * The weights of all queries as a map: a row for each query, a column for each key. The marked row is that of the query whose
 * formula is shown beside the map.
 */

import { html } from 'lit';
import { translate } from '../language/translate.js';
import { formatFixed } from '../parts/format.js';
import { createLegendRamp, legendTemplate } from '../parts/legend.js';
import { getCellStyle } from '../plots/palette.js';
import { getAxisLabels, getLineTitle, sliceTensor } from './text.js';

/**
 * Targets of training; with them, the reader presses single cells of the map instead of whole rows.
 * @typedef {object} TrainingTargets
 * @property {readonly number[]} [towards] target column of each row, or −1 for none
 * @property {(row: number, column: number) => void} [onCell]
 */

/**
 * @param {Pick<import('./lines.js').LinesOptions, 'state' | 'result' | 'query' | 'head' | 'hoveredPosition' | 'onQuery' | 'onHover'> & TrainingTargets} options
 * @returns {unknown} null where the mechanism has no queries
 */
export function weightsMapTemplate(options) {
  const { state, result, query, head, hoveredPosition, onQuery, onHover, towards, onCell } = options;
  const line = state.mechanism.lines.find(({ name }) => name === 'weights');
  const weights = result?.['weights'];
  if (!line?.shape.includes('T') || !weights) return null;
  const map = state.tokens.map((_, row) => sliceTensor(line, weights, row, head).rows[0] ?? []);
  const columns = getAxisLabels(state, 'S', map[0]?.length ?? 0);
  const title = getLineTitle('weights');
  return html`
    <div class="table-scroll" role="region" aria-label=${title} tabindex="0">
      <table class="calc-map" @pointerleave=${() => onHover(null)}>
        ${onCell ? null : html`<caption>${translate('A row for each query, a column for each key')}</caption>`}
        <thead><tr><td></td>${columns.map((column) => html`<th scope="col"><span>${column}</span></th>`)}</tr></thead>
        <tbody>
          ${map.map(
            (row, t) => html`
              <tr class=${t === query ? 'of-query' : ''} @click=${() => onQuery(t)}>
                <th scope="row"><button type="button" aria-pressed=${t === query}>${state.tokens[t]}</button></th>
                ${row.map(
                  (
                    weight,
                    s,
                  ) => html`<td class="${s === hoveredPosition ? 'hovered' : ''} ${towards?.[t] === s ? 'target' : ''}"
                    .style=${getCellStyle(weight)} @pointerenter=${() => onHover(s)}>${
                      onCell
                        ? html`<button type="button" aria-pressed=${towards?.[t] === s}
                            aria-label=${translate('{token} should find {place}: {number}', { token: state.tokens[t], place: columns[s], number: formatFixed(weight, 2) })}
                            @click=${() => onCell(t, s)}>${formatFixed(weight, 2)}</button>`
                        : formatFixed(weight, 2)
                    }</td>`,
                )}
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
    ${legendTemplate([title, ...createLegendRamp()])}
  `;
}
