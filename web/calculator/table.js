/** A table of tinted numbers, for inputs and lines of formulas. */
import { html, nothing } from 'lit';

/** Largest opacity of a tint; the number in front stays legible. */
const kMaximumTint = 0.5;

/**
 * @param {string} label
 * @param {unknown} caption
 * @param {readonly string[]} columns
 * @param {readonly unknown[]} rows templates
 * @param {() => void} [onLeave]
 */
export function tableTemplate(label, caption, columns, rows, onLeave) {
  return html`
    <div class="table-scroll" role="region" aria-label=${label} tabindex="0">
      <table class="calc-table" @pointerleave=${onLeave}>
        ${caption ? html`<caption>${caption}</caption>` : nothing}
        <thead><tr><td></td>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
        <tbody>${rows}</tbody>
      </table>
    </div>
  `;
}

/**
 * @param {unknown} head
 * @param {readonly unknown[]} cells templates
 * @param {string} [name] CSS class
 */
export function rowTemplate(head, cells, name = '') {
  return html`<tr class=${name}><th scope="row">${head}</th>${cells}</tr>`;
}

/**
 * @param {unknown} content
 * @param {number} value
 * @param {number} largest absolute value, for which the tint is strongest
 * @param {{ name?: string, span?: number, onPoint?: () => void }} [more] CSS class, columns, and listener for pointer and focus
 */
export function cellTemplate(content, value, largest, { name = '', span, onPoint } = {}) {
  return html`<td class="${value < 0 ? 'below' : 'above'} ${name}" colspan=${span ?? nothing}
    .style=${`--tint: ${computeTint(value, largest)}`} @pointerenter=${onPoint} @focusin=${onPoint}>${content}</td>`;
}

/** @param {number} value @param {number} largest @returns {string} opacity of the tint */
export function computeTint(value, largest) {
  const part = Math.abs(value / largest);
  return (kMaximumTint * (Number.isFinite(part) ? Math.min(1, part) : 0)).toFixed(3);
}

/** @param {ArrayLike<number>} numbers @returns {number} the largest absolute value, at least 1e-30 */
export function findLargestMagnitude(numbers) {
  return Math.max(...Array.from(numbers, Math.abs).filter(Number.isFinite), 1e-30);
}
