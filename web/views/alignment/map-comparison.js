/** Shows a pinned map, the current map and their difference side by side, with the distance of each row. */

import { html, render } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { disclosureTable, exactNumberTemplate, shareCellTemplate } from '../../parts/disclosure-table.js';
import { toElement } from '../../parts/dom.js';
import { formatFixed, formatShare, showInvisibleCharacters } from '../../parts/format.js';
import {
  createLegendRamp,
  kDivergingGradient,
  legendMarkTemplate,
  legendTemplate,
} from '../../parts/legend.js';
import { describeMismatch, describeOtherTokens } from '../../parts/pinned-map.js';
import { formatCell, readoutHeadingTemplate } from '../../parts/readout.js';
import { computeMapDifference } from '../../plots/map-difference.js';
import { createAlignmentGrid } from './alignment-grid.js';
import { describeAlignmentCell, getAxisNames } from './alignment-text.js';

/** @import { RowDistances } from '../../engine/shapes.js' */
/** @import { ShownMap } from '../../engine/view-types.js' */
/** @typedef {{ map: ShownMap, notes: readonly string[] }} DescribedMap a map, and notes that say which head, step or run it is of */

export const comparisonStyles = /* css */ `
.compare-maps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13.5em), 1fr)); gap: var(--attento-gap-large) 1.5em; align-items: start; }
.compare-maps h3 { margin: 0; font-size: var(--attento-size); }
.compare-maps > section { gap: var(--attento-gap-small); align-content: start; }
.panel .compare-notes { color: var(--attento-muted); font-size: var(--attento-size-small); }
.panel .compare-notes:empty { display: none; }
.compare-maps .align-plate .bars-label { flex-wrap: wrap; align-content: center; line-height: 1.1; }
@container scope (max-width: 34em) {
  .compare-maps { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: var(--attento-gap); }
  .compare-difference { grid-column: 1 / -1; }
  .main .compare .align-plate .bars-row:not(.bars-header) { min-block-size: 1.5em; }
}
.compare-difference .align-plate .align-word { color: var(--attento-ink); }
.compare-difference .align-plate .bars-row { grid-template-columns: var(--align-label) repeat(var(--align-columns), minmax(0.85em, max(var(--align-cell, 4.2em), 7em))) 5em; }
.compare-difference .align-plate .bars-header .bars-aside { display: flex; }
`;

const kDistance = markText('distance');

/** @param {number} difference @returns {string} '+0.71' */
export const formatDifference = (difference) =>
  `${difference > 0 ? '+' : ''}${formatFixed(difference, 2).replace('-', '−')}`;

/**
 * Describes the comparison in a few sentences.
 * @param {ShownMap} pinned
 * @param {ShownMap} present of the same size
 * @param {RowDistances | null} distances
 */
export function describeComparison(pinned, present, distances) {
  const { largest, picture } = computeMapDifference(pinned, present);
  const mean =
    distances &&
    translate(
      'Jensen–Shannon distance of the rows: {mean} on average (0: the same, 1: no position in common).',
      { mean: formatFixed(distances.mean, 2) },
    );
  const cell =
    largest < 0
      ? translate('Both maps are the same.')
      : translate('Largest difference: {where}, {difference}.', {
          where: describeAlignmentCell(
            picture,
            Math.floor(largest / picture.columns),
            largest % picture.columns,
            present.tokens,
          ).where,
          difference: formatDifference(picture.weights[largest] ?? Number.NaN),
        });
  return [mean, cell, describeOtherTokens(pinned, present)].filter(Boolean).join(' ');
}

/** @typedef {ReturnType<typeof createAlignmentGrid>} Grid */

const getLabels = () =>
  /** @type {const} */ ([translate('Pinned'), translate('Present'), translate('Difference')]);

/** The comparison of two maps; it creates its grids when it first shows maps. */
export function createMapComparison() {
  /** The maps that are shown. @type {{ pinned: ShownMap, present: ShownMap, distances: RowDistances | null } | null} */
  let shown = null;
  /** The grid whose cell is pointed at. @type {Grid | undefined} */
  let pointedGrid;
  /** @type {readonly Grid[]} */
  let grids = [];
  const readout = toElement(html`<div class="readout"></div>`);

  /** @param {string} label @param {number} index */
  function createGrid(label, index) {
    const onPoint = () => {
      pointedGrid = grid;
      read();
    };
    const aside = index < 2 ? translate('model says') : translate(kDistance);
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

  /** @param {ShownMap} pinned @param {ShownMap} present @param {RowDistances | null} distances */
  function updateGrids(pinned, present, distances) {
    if (grids.length === 0) grids = getLabels().map(createGrid);
    const [first, second, third] = /** @type {[Grid, Grid, Grid]} */ (grids);
    // Both maps use the color scale of the current one.
    showMap(first, pinned, present.getColorScale);
    showMap(second, present, present.getColorScale);
    showDifference(third, pinned, present, distances);
    read();
    return [first.element, second.element, third.element];
  }

  return {
    /** @param {DescribedMap} pinned @param {DescribedMap} present @param {RowDistances | null} distances null while they are computed */
    template(pinned, present, distances) {
      const mismatch = describeMismatch(pinned.map, present.map);
      shown = mismatch ? null : { pinned: pinned.map, present: present.map, distances };
      if (mismatch) return html`<p role="status">${mismatch}</p>`;
      const [first, second, third] = updateGrids(pinned.map, present.map, distances);
      const [pinnedLabel, presentLabel, differenceLabel] = getLabels();
      return html`
        <div class="compare-maps">
          ${mapTemplate(pinnedLabel, first, pinned)} ${mapTemplate(presentLabel, second, present)}
          <section class="bars align compare-difference" aria-label=${differenceLabel}>
            <h3>${differenceLabel}</h3>
            <p class="compare-notes">${translate('present minus pinned; at the end of each row its Jensen–Shannon distance')}</p>
            ${third}
          </section>
        </div>
        ${comparisonLegend(pinned.map, present.map)} ${readout}
        <p role="status">${describeComparison(pinned.map, present.map, distances)}</p>
        ${disclosureTable(translate('{name} as a table', { name: translate('Comparison') }), createTableText(pinned.map, present.map, distances))}
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
  grid.describe((row, column) => formatCell(describeAlignmentCell(alignment, row, column, tokens)));
}

/** @param {Grid} grid @param {ShownMap} pinned @param {ShownMap} present @param {RowDistances | null} distances */
function showDifference(grid, pinned, present, distances) {
  const { picture } = computeMapDifference(pinned, present);
  const { tokens, windows } = present;
  // Cells that a mask hides show no difference.
  grid.show(picture, tokens, (row) => (windows[row]?.quiet ? (windows[row] ?? null) : null));
  const words = tokens.rows.map((_, row) => formatFixed(distances?.rows[row] ?? Number.NaN, 2));
  grid.showOutputs(words, null);
  grid.describe((row, column) => {
    const { where } = describeAlignmentCell(picture, row, column, tokens);
    return `${where}: ${formatDifference(picture.weights[row * picture.columns + column] ?? Number.NaN)}`;
  });
}

/** @param {ShownMap} pinned @param {ShownMap} present */
function comparisonLegend(pinned, present) {
  const end = { share: formatFixed(computeMapDifference(pinned, present).end, 2) };
  return legendTemplate(
    present.truth.some((share) => share > 0) && [legendMarkTemplate('truth'), translate('true place')],
    !present.getColorScale && [translate('attention weight'), ...createLegendRamp()],
    [
      translate('difference'),
      ...createLegendRamp(kDivergingGradient, [
        translate('pinned: {share} more', end),
        translate('present: {share} more', end),
      ]),
    ],
  );
}

/** @param {string} label @param {HTMLElement | undefined} grid @param {DescribedMap} of */
const mapTemplate = (label, grid, { map, notes }) => html`
  <section class="bars align" aria-label=${label}>
    <h3>${label}</h3>
    <p class="compare-notes">${notes.join(' · ')}</p>
    ${grid}
    ${map.outputs.some(Boolean) ? html`<p class="compare-answer">${translate('model says {token}', { token: `“${map.outputs.map(showInvisibleCharacters).join(' ')}”` })}</p>` : null}
  </section>
`;

/** @param {{ pinned: ShownMap, present: ShownMap, distances: RowDistances | null }} shown @param {{ row: number, column: number }} cell */
function cellTemplate({ pinned, present, distances }, { row, column }) {
  const cell = row * present.columns + column;
  const [before = Number.NaN, after = Number.NaN] = [pinned.weights[cell], present.weights[cell]];
  const map = { ...present, scores: new Float32Array(0), metrics: {} };
  const { where, isTrue } = describeAlignmentCell(map, row, column, present.tokens);
  return html`
    ${readoutHeadingTemplate(where, isTrue && translate('the truth'))}
    <p>${translate(
      'pinned {before}, present {after}, difference {difference}; distance of the row {distance}',
      {
        before: formatShare(before),
        after: formatShare(after),
        difference: formatDifference(after - before),
        distance: formatFixed(distances?.rows[row] ?? Number.NaN, 2),
      },
    )}</p>
  `;
}

/** The comparison as a table with three lines for each row of the maps. @param {ShownMap} pinned @param {ShownMap} present @param {RowDistances | null} distances @returns {() => import('../../parts/disclosure-table.js').TableText} */
const createTableText = (pinned, present, distances) => () => {
  const { picture } = computeMapDifference(pinned, present);
  const maps = [pinned, present, picture];
  const [axis] = getAxisNames(present.tokens);
  return {
    caption: translate('weights, the truth in bold'),
    head: [
      axis,
      translate('Map'),
      translate(kDistance),
      ...present.tokens.columns.map(showInvisibleCharacters),
    ],
    rows: present.tokens.rows.flatMap((token, row) =>
      maps.map((map, i) => [
        showInvisibleCharacters(token),
        getLabels()[i] ?? '',
        map === picture ? exactNumberTemplate(distances?.rows[row] ?? Number.NaN, formatShare) : '',
        ...present.tokens.columns.map((_, column) => shareCellTemplate(map, row, column)),
      ]),
    ),
  };
};
