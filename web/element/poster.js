/**
 * The instrument switched off: the same layout, the map as it stands before any learning. The truth is outlined, and
 * as nothing is known yet every position has the same share.
 * @module
 */
import { html, svg } from 'lit';
import { icons } from './icons.js';

const kCell = { width: 64, height: 76, gap: 5 };
const kLeft = 96;
const kTop = 30;

/** The truth of the first experiment's article, the default of its parameter `map`. */
const kDefaultTruth = [2, 7, 3, 5, 1];

/**
 * @param {object} options
 * @param {string | null} options.map attribute of that name
 * @param {string | null} options.sequenceLength attribute `sequence-length`
 * @param {'off' | 'starting' | 'failed'} options.state
 * @param {(event: Event) => void} options.onPlay
 */
export function posterTemplate({ map, sequenceLength, state, onPlay }) {
  const truth = truthOf(map);
  const columns = Math.min(64, Math.max(2, ...truth.map((t) => t + 1), Math.floor(Number(sequenceLength)) || 8));
  return html`
    <div class="stage off">
      <div class="main" part="map">
        <div class="transport" part="controls">
          <button class="button primary" type="button" ?disabled=${state === 'starting'} @click=${onPlay}>
            ${icons.run} ${state === 'starting' ? 'Starting' : 'Run'}
          </button>
          <p class="poster-note">Nothing is loaded yet. Press Run, and a network learns here, in your browser.</p>
        </div>
        <slot name="poster">${mapTemplate(truth, columns)}</slot>
      </div>
      <div class="side"></div>
    </div>
  `;
}

/**
 * @param {number[]} truth
 * @param {number} columns
 */
function mapTemplate(truth, columns) {
  const width = kLeft + columns * kCell.width;
  const height = kTop + truth.length * kCell.height;
  const label = `Truth outlined: ${truth.map((t, i) => `context ${i} at position ${t}`).join(', ')}. Nothing is learned yet.`;
  return html`
    <svg class="poster" viewBox="-2 0 ${width + 4} ${height + 4}" role="img" aria-label=${label}>
      ${Array.from({ length: columns }, (_, column) =>
        svg`<text x=${kLeft + (column + 0.5) * kCell.width} y="18" text-anchor="middle">${column}</text>`,
      )}
      ${truth.map((at, row) => rowTemplate(at, row, columns))}
    </svg>
  `;
}

/**
 * @param {number} truth
 * @param {number} row
 * @param {number} columns
 */
function rowTemplate(truth, row, columns) {
  const y = kTop + row * kCell.height + kCell.gap;
  const height = kCell.height - 2 * kCell.gap;
  const width = kCell.width - 2 * kCell.gap;
  /** @param {number} column */
  const x = (column) => kLeft + column * kCell.width + kCell.gap;
  const fill = height / columns;
  return svg`
    <text x=${kLeft - 14} y=${y + height / 2 + 5} text-anchor="end">context ${row}</text>
    ${Array.from(
      { length: columns },
      (_, column) => svg`
        <rect class="slot" x=${x(column)} y=${y} width=${width} height=${height} />
        <rect class="share" x=${x(column)} y=${y + height - fill} width=${width} height=${fill} />
        <rect class="edge" x=${x(column)} y=${y + height - fill} width=${width} height="1.5" />`,
    )}
    <rect class="truth" x=${x(truth) - 2} y=${y - 2} width=${width + 4} height=${height + 4} rx="4" />
  `;
}

/**
 * @param {string | null} text
 * @returns {number[]} the given truth where it can be drawn, else the default; the live part tells what is wrong
 */
function truthOf(text) {
  const items = (text ?? '').split(',').map(Number);
  const good = text !== null && items.length <= 32 && items.every((i) => Number.isInteger(i) && i >= 0 && i < 64);
  return good ? items : kDefaultTruth;
}
