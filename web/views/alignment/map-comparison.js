/** Shows a pinned map, the current map and their difference side by side, with the distance of each row. */

import { html, render } from 'lit';
import { translate } from '../../language/translate.js';
import { disclosureTable } from '../../parts/disclosure-table.js';
import { toElement } from '../../parts/dom.js';
import { formatFixed, showInvisibleCharacters } from '../../parts/format.js';
import { describeMismatch } from '../../parts/pinned-map.js';
import { formatCell } from '../../parts/readout.js';
import { computeMapDifference } from '../../plots/map-difference.js';
import { createAlignmentGrid } from './alignment-grid.js';
import { describeAlignmentCell } from './alignment-text.js';
import {
  cellTemplate,
  comparisonLegend,
  createTableText,
  describeComparison,
  formatDifference,
  getComparisonLabels,
  getRowDistance,
  kDistanceLabel,
} from './comparison-text.js';

/** @import { RowDistances } from '../../engine/shapes.js' */
/** @import { ShownMap } from '../../engine/view-types.js' */
/** @import { Comparison } from './comparison-text.js' */
/** @typedef {{ map: ShownMap, notes: readonly string[] }} DescribedMap a map, and notes that say which head, step or run it is of */
/** @typedef {ReturnType<typeof createAlignmentGrid>} Grid */

/** The comparison of two maps; it creates its grids when it first shows maps. */
export function createMapComparison() {
  /** @type {Comparison | null} */
  let shown = null;
  /** The grid whose cell is pointed at. @type {Grid | undefined} */
  let pointedGrid;
  /** The grids of the pinned map, the present map and the difference. @type {readonly Grid[]} */
  let grids = [];
  const readout = toElement(html`<div class="readout"></div>`);

  /** @param {string} label @param {number} index */
  function createGrid(label, index) {
    const onPoint = () => {
      pointedGrid = grid;
      read();
    };
    const aside = index < 2 ? translate('model says') : translate(kDistanceLabel);
    /** @type {Grid} */
    const grid = createAlignmentGrid({ label, aside, onPoint });
    return grid;
  }

  function read() {
    const cell = pointedGrid?.getPointedCell();
    const content =
      cell && shown
        ? cellTemplate(shown, cell)
        : html`<p class="readout-hint">${translate('Point at a cell, tap it or walk with the arrow keys to read both weights.')}</p>`;
    render(content, readout);
  }

  return {
    /** @param {DescribedMap} pinned @param {DescribedMap} present @param {RowDistances | null} distances null while they are computed */
    template(pinned, present, distances) {
      const mismatch = describeMismatch(pinned.map, present.map);
      const comparison = { pinned: pinned.map, present: present.map, distances };
      shown = mismatch ? null : comparison;
      if (mismatch) return html`<p role="status">${mismatch}</p>`;
      if (grids.length === 0) grids = getComparisonLabels().map(createGrid);
      const [first, second, third] = /** @type {[Grid, Grid, Grid]} */ (grids);
      // Both maps use the color scale of the current one.
      showMap(first, pinned.map, present.map.getColorScale);
      showMap(second, present.map, present.map.getColorScale);
      showDifference(third, comparison);
      read();
      const [pinnedLabel, presentLabel, differenceLabel] = getComparisonLabels();
      return html`
        <div class="compare-maps">
          ${mapTemplate(pinnedLabel, first.element, pinned)} ${mapTemplate(presentLabel, second.element, present)}
          <section class="bars align compare-difference" aria-label=${differenceLabel}>
            <h3>${differenceLabel}</h3>
            <p class="compare-notes">${translate('present minus pinned; at the end of each row its Jensen–Shannon distance')}</p>
            ${third.element}
          </section>
        </div>
        ${comparisonLegend(comparison)} ${readout}
        <p role="status">${describeComparison(comparison)}</p>
        ${disclosureTable(translate('{name} as a table', { name: translate('Comparison') }), () => createTableText(comparison))}
      `;
    },
    repaint() {
      for (const grid of grids) grid.repaint();
    },
    dispose() {
      for (const grid of grids) grid.dispose();
    },
  };
}

/** @param {Grid} grid @param {ShownMap} map @param {ShownMap['getColorScale']} getColorScale */
function showMap(grid, map, getColorScale) {
  const { rows, columns, weights, truth, step, tokens } = map;
  const alignment = {
    ...{ rows, columns, weights, truth, step, metrics: {} },
    scores: new Float32Array(0),
    ...(getColorScale && { getColorScale }),
  };
  grid.show(alignment, tokens, (row) => map.windows[row] ?? null);
  grid.showOutputs(map.outputs, map.targets);
  grid.describe((row, column) => formatCell(describeAlignmentCell(map, row, column, tokens)));
}

/** @param {Grid} grid @param {Comparison} comparison */
function showDifference(grid, { pinned, present, distances }) {
  const { picture } = computeMapDifference(pinned, present);
  const { tokens, windows } = present;
  // Cells that a mask hides show no difference.
  grid.show(picture, tokens, (row) => (windows[row]?.quiet ? (windows[row] ?? null) : null));
  const words = tokens.rows.map((_, row) => formatFixed(getRowDistance(distances, row), 2));
  grid.showOutputs(words, null);
  grid.describe((row, column) => {
    const { where } = describeAlignmentCell(picture, row, column, tokens);
    return `${where}: ${formatDifference(picture.weights[row * picture.columns + column] ?? Number.NaN)}`;
  });
}

/** @param {string} label @param {HTMLElement} grid @param {DescribedMap} of */
const mapTemplate = (label, grid, { map, notes }) => html`
  <section class="bars align" aria-label=${label}>
    <h3>${label}</h3>
    <p class="compare-notes">${notes.join(' · ')}</p>
    ${grid}
    ${map.outputs.some(Boolean) ? html`<p class="compare-answer">${translate('model says {token}', { token: `“${map.outputs.map(showInvisibleCharacters).join(' ')}”` })}</p>` : null}
  </section>
`;
