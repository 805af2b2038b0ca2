/**
 * Bars of the context vector: for each feature the products weight × value of all positions, laid end to end. Positive products
 * go to the right, negative ones to the left; a line marks the sum.
 */

import { html, svg } from 'lit';
import { translate } from '../language/translate.js';
import { computeTint, findLargestMagnitude } from './table.js';
import { formatCell } from './text.js';

const kWidth = 480;
const kRow = 30;
const kBar = 18;
const kLabel = 26;
/** Width of a letter, in units of the SVG. */
const kLetterWidth = 8;

/**
 * @param {object} options
 * @param {readonly number[]} options.context
 * @param {readonly (readonly number[])[] | null} options.parts products, a row for each position; null if the context is not such a sum
 * @param {readonly string[]} options.labels of the positions
 * @param {number | null} options.hoveredPosition position under the pointer
 * @param {(position: number | null) => void} options.onHover
 */
export function barsTemplate({ context, parts, labels, hoveredPosition, onHover }) {
  const rows = parts ?? [context];
  /** @param {number} m @param {number} sign */
  const sumSide = (m, sign) => rows.reduce((sum, row) => sum + Math.max(0, sign * (row[m] ?? 0)), 0);
  const right = Math.max(...context.map((_, m) => sumSide(m, 1)), 0);
  const left = Math.max(...context.map((_, m) => sumSide(m, -1)), 0);
  if (!(right + left > 0 && Number.isFinite(right + left))) return null;
  const scale = (kWidth - kLabel - 4) / (right + left);
  const zero = kLabel + left * scale;
  const height = context.length * kRow;
  const largest = findLargestMagnitude(rows.flat());
  return html`
    <figure class="calc-bars">
      <svg viewBox="0 0 ${kWidth} ${height}" role="img" aria-label=${describeBars(context, rows, labels, parts !== null)}
        @pointerleave=${() => onHover(null)}>
        ${context.map((value, m) => {
          const y = m * kRow + (kRow - kBar) / 2;
          const ends = { above: zero, below: zero };
          return svg`
            <text x="0" y=${y + 14}>${m + 1}</text>
            ${rows.map((row, s) => {
              const part = row[m] ?? 0;
              const width = Math.abs(part) * scale;
              if (part < 0) ends.below -= width;
              const x = part < 0 ? ends.below : ends.above;
              if (part > 0) ends.above += width;
              const dim = hoveredPosition !== null && hoveredPosition !== s && parts;
              const label = parts ? (labels[s] ?? '') : '';
              return svg`
                <g class="part ${part < 0 ? 'below' : ''} ${dim ? 'dim' : ''}" @pointerenter=${() => (parts ? onHover(s) : undefined)}>
                  <rect x=${x} y=${y} width=${width} height=${kBar} fill-opacity=${computeTint(part, largest)} />
                  ${kLetterWidth * label.length < width ? svg`<text x=${x + width / 2} y=${y + 14}>${label}</text>` : null}
                </g>`;
            })}
            <rect class="sum" x=${zero + value * scale - 1.5} y=${y - 4} width="3" height=${kBar + 8} />`;
        })}
        <rect class="zero" x=${zero - 0.5} y="0" width="1" height=${height} />
      </svg>
      ${
        parts
          ? html`<figcaption class="legend">
              ${labels.map(
                (label, s) => html`
                  <span class="legend-item ${s === hoveredPosition ? 'hovered' : ''}" @pointerenter=${() => onHover(s)}>
                    ${label}
                  </span>
                `,
              )}
              <span class="calc-hovered">${hoveredPosition === null ? translate('weight × value, position by position; the line is their sum') : describePosition(hoveredPosition, parts, labels)}</span>
            </figcaption>`
          : null
      }
    </figure>
  `;
}

/** @param {number} position @param {readonly (readonly number[])[]} parts @param {readonly string[]} labels */
function describePosition(position, parts, labels) {
  const contributions = (parts[position] ?? []).map((part, m) =>
    translate('{number} to {place}', { number: formatCell(part), place: m + 1 }),
  );
  return translate('{label} contributes {parts}', {
    label: labels[position],
    parts: contributions.join(', '),
  });
}

/**
 * @param {readonly number[]} context
 * @param {readonly (readonly number[])[]} rows
 * @param {readonly string[]} labels
 * @param {boolean} summed
 */
function describeBars(context, rows, labels, summed) {
  if (!summed) return translate('Context: {numbers}.', { numbers: context.map(formatCell).join(', ') });
  const features = context.map((value, m) => {
    const parts = labels.map((label, s) => `${label} ${formatCell(rows[s]?.[m] ?? 0)}`);
    return translate('feature {place} is {number}: {parts}', {
      place: m + 1,
      number: formatCell(value),
      parts: parts.join(', '),
    });
  });
  return `${translate('Context as a weighted sum.')} ${features.join('. ')}.`;
}
