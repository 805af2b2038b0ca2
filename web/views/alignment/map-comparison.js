/**
 * A pinned map, the present one and their difference side by side, with the distance of each row.
 * @module
 */

import { html, render } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { createDisclosureTable, exactNumber, shareCell } from '../../parts/disclosure-table.js';
import { toElement } from '../../parts/dom.js';
import { formatFixed, formatShare, markInvisible } from '../../parts/format.js';
import { createRamp, legendMarkTemplate, legendTemplate } from '../../parts/legend.js';
import { describeMismatch, describeOtherTokens } from '../../parts/pinned-map.js';
import { formatCell, whereTemplate } from '../../parts/readout.js';
import { computeMapDifference, getDifferenceColor } from '../../plots/map-difference.js';
import { createAlignmentGrid } from './alignment-grid.js';
import { cellText, getAxisNames } from './alignment-text.js';

/** @import { RowDistances, ShownMap } from '../../engine/shapes.js' */
/** @typedef {{ map: ShownMap, notes: readonly string[] }} DescribedMap a map, and what it is of, in words */

export const comparisonStyles = /* css */ `
.compare-maps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20em), 1fr)); gap: 1em 1.5em; align-items: start; }
.compare-maps h3 { margin: 0; font-size: 1em; }
.compare-maps > section { gap: 0.4em; align-content: start; }
.panel .compare-notes { color: var(--attento-muted); font-size: 0.95em; }
.panel .compare-notes:empty { display: none; }
.compare-difference .align-plate .align-word { display: inline; color: var(--attento-ink); font-variant-numeric: tabular-nums; }
.compare-difference .align-plate .bars-row { grid-template-columns: var(--align-label) repeat(var(--align-columns), minmax(0.85em, max(var(--align-cell, 4.2em), 7em))) 3.4em; }
.compare-difference .align-plate .bars-header .bars-aside { display: flex; }
`;

const kDistance = markText('distance');

/** @param {number} difference @returns {string} '+0.71' */
export const formatDifference = (difference) =>
  `${difference > 0 ? '+' : ''}${formatFixed(difference, 2).replace('-', '−')}`;

/**
 * What the comparison shows, in a few sentences.
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
          where: cellText(
            picture,
            Math.floor(largest / picture.columns),
            largest % picture.columns,
            present.tokens,
          ).where,
          difference: formatDifference(picture.weights[largest] ?? Number.NaN),
        });
  return [mean, cell, describeOtherTokens(pinned, present)].filter(Boolean).join(' ');
}

/** The grids are created when the first two maps are shown. */
export function createMapComparison() {
  /** @type {{ pinned: DescribedMap, present: DescribedMap, distances: RowDistances | null } | null} */
  let shown = null;
  /** The grid whose cell is pointed at. @type {Grid | undefined} */
  let pointed;
  /** @typedef {ReturnType<typeof createAlignmentGrid>} Grid */
  /** @type {readonly [Grid, Grid, Grid] | undefined} */
  let grids;
  const readout = toElement(html`<div class="readout"></div>`);
  const table = createDisclosureTable(translate('{name} as a table', { name: translate('Comparison') }));
  const labels = () => [translate('Pinned'), translate('Present'), translate('Difference')];

  function createGrids() {
    const [pinned = '', present = '', difference = ''] = labels();
    const says = translate('model says');
    /** @param {string} label @param {string} aside @returns {Grid} */
    const create = (label, aside) => {
      const grid = createAlignmentGrid({
        label,
        aside,
        onPoint() {
          pointed = grid;
          read();
        },
      });
      return grid;
    };
    return /** @type {const} */ ([
      create(pinned, says),
      create(present, says),
      create(difference, translate(kDistance)),
    ]);
  }

  function read() {
    const cell = pointed?.pointed();
    render(
      cell && shown
        ? cellTemplate(shown.pinned.map, shown.present.map, shown.distances, cell)
        : html`<p class="readout-hint">${translate('Point at a cell, tap it or walk with the arrow keys to read both weights.')}</p>`,
      readout,
    );
  }

  /** @param {ShownMap} pinned @param {ShownMap} present @param {RowDistances | null} distances */
  function showMaps(pinned, present, distances) {
    grids ??= createGrids();
    const [first, second, third] = grids;
    const { picture } = computeMapDifference(pinned, present);
    const getColorScale = present.getColorScale;
    for (const [grid, map] of /** @type {const} */ ([
      [first, pinned],
      [second, present],
    ])) {
      const scale = getColorScale && { getColorScale };
      const alignment = {
        ...map,
        scores: new Float32Array(0),
        metrics: {},
        getColorScale: undefined,
        ...scale,
      };
      grid.show(alignment, map.tokens, (row) => map.windows[row] ?? null);
      grid.showOutputs(map.outputs, map.targets);
      grid.describe((row, column) => formatCell(cellText(alignment, row, column, map.tokens)));
    }
    // What may not be seen is no difference.
    third.show(picture, present.tokens, (row) =>
      present.windows[row]?.quiet ? (present.windows[row] ?? null) : null,
    );
    third.showOutputs(
      present.tokens.rows.map((_, row) => formatFixed(distances?.rows[row] ?? Number.NaN, 2)),
      null,
    );
    third.describe((row, column) => {
      const { where } = cellText(picture, row, column, present.tokens);
      return `${where}: ${formatDifference(picture.weights[row * picture.columns + column] ?? Number.NaN)}`;
    });
    table.write(createTableText(pinned, present, distances));
    read();
  }

  return {
    table: table.element,
    /** @param {DescribedMap} pinned @param {DescribedMap} present @param {RowDistances | null} distances null while they are computed */
    template(pinned, present, distances) {
      const mismatch = describeMismatch(pinned.map, present.map);
      shown = mismatch ? null : { pinned, present, distances };
      if (mismatch) return html`<p role="status">${mismatch}</p>`;
      showMaps(pinned.map, present.map, distances);
      const { end } = computeMapDifference(pinned.map, present.map);
      const [pinnedLabel, presentLabel, differenceLabel] = labels();
      const hasTruth = present.map.truth.some((share) => share > 0);
      return html`
        <div class="compare-maps">
          ${mapTemplate(pinnedLabel, grids?.[0], pinned)} ${mapTemplate(presentLabel, grids?.[1], present)}
          <section class="bars align compare-difference" aria-label=${differenceLabel}>
            <h3>${differenceLabel}</h3>
            <p class="compare-notes">${translate('present minus pinned; at the end of each row its Jensen–Shannon distance')}</p>
            ${grids?.[2].element}
          </section>
        </div>
        ${legendTemplate(
          ...(hasTruth ? [[legendMarkTemplate('truth'), translate('true place')]] : []),
          ...(present.map.getColorScale ? [] : [[translate('attention weight'), ...createRamp()]]),
          [
            translate('|difference|'),
            ...createRamp(getDifferenceColor, [
              translate('{share} more in the pinned map', { share: formatFixed(end, 2) }),
              translate('{share} more in the present map', { share: formatFixed(end, 2) }),
            ]),
          ],
        )}
        ${readout}
        <p role="status">${describeComparison(pinned.map, present.map, distances)}</p>
      `;
    },
    repaint() {
      for (const grid of grids ?? []) grid.repaint();
    },
    dispose() {
      for (const grid of grids ?? []) grid.dispose();
    },
  };
}

/** @param {string | undefined} label @param {ReturnType<typeof createAlignmentGrid> | undefined} grid @param {DescribedMap} of */
const mapTemplate = (label, grid, { map, notes }) => html`
  <section class="bars align" aria-label=${label}>
    <h3>${label}</h3>
    <p class="compare-notes">${notes.join(' · ')}</p>
    ${grid?.element}
    ${map.outputs.some(Boolean) ? html`<p class="compare-answer">${translate('model says {token}', { token: `“${map.outputs.map(markInvisible).join(' ')}”` })}</p>` : null}
  </section>
`;

/** @param {ShownMap} pinned @param {ShownMap} present @param {RowDistances | null} distances @param {{ row: number, column: number }} cell */
function cellTemplate(pinned, present, distances, { row, column }) {
  const cell = row * present.columns + column;
  const [before = Number.NaN, after = Number.NaN] = [pinned.weights[cell], present.weights[cell]];
  const map = { ...present, scores: new Float32Array(0), metrics: {} };
  const { where, isTrue } = cellText(map, row, column, present.tokens);
  return html`
    ${whereTemplate(where, isTrue && translate('the truth'))}
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

/** Three lines for each row. @param {ShownMap} pinned @param {ShownMap} present @param {RowDistances | null} distances @returns {() => import('../../parts/disclosure-table.js').TableText} */
const createTableText = (pinned, present, distances) => () => {
  const { picture } = computeMapDifference(pinned, present);
  const maps = /** @type {const} */ ([
    [translate('Pinned'), pinned],
    [translate('Present'), present],
    [translate('Difference'), picture],
  ]);
  const [axis] = getAxisNames(present.tokens);
  return {
    caption: translate('weights, the truth in bold'),
    head: [axis, translate('Map'), translate(kDistance), ...present.tokens.columns.map(markInvisible)],
    rows: present.tokens.rows.flatMap((token, row) =>
      maps.map(([name, map]) => [
        markInvisible(token),
        name,
        map === picture ? exactNumber(distances?.rows[row] ?? Number.NaN, formatShare) : '',
        ...present.tokens.columns.map((_, column) => shareCell(map, row, column)),
      ]),
    ),
  };
};
