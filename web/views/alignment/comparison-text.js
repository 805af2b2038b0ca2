/** The comparison of two maps in words and numbers: a summary, a legend, the readout of a cell, and a table. */

import { html } from 'lit';
import { markText, translate } from '../../language/translate.js';
import { exactNumberTemplate, shareCellTemplate } from '../../parts/disclosure-table.js';
import { formatFixed, formatShare, showInvisibleCharacters } from '../../parts/format.js';
import {
  createLegendRamp,
  kDivergingGradient,
  legendMarkTemplate,
  legendTemplate,
} from '../../parts/legend.js';
import { describeOtherTokens } from '../../parts/pinned-map.js';
import { readoutHeadingTemplate } from '../../parts/readout.js';
import { computeMapDifference } from '../../plots/map-difference.js';
import { describeAlignmentCell, getAxisNames } from './alignment-text.js';

/** @import { RowDistances } from '../../engine/shapes.js' */
/** @import { ShownMap } from '../../engine/view-types.js' */
/**
 * Two maps of the same size, and the distances of their rows; null while these are computed.
 * @typedef {{ pinned: ShownMap, present: ShownMap, distances: RowDistances | null }} Comparison
 */

export const kDistanceLabel = markText('distance');

/** Labels of the pinned map, the present map and their difference. */
export const getComparisonLabels = () =>
  /** @type {const} */ ([translate('Pinned'), translate('Present'), translate('Difference')]);

/** @param {number} difference @returns {string} '+0.71' */
export const formatDifference = (difference) =>
  `${difference > 0 ? '+' : ''}${formatFixed(difference, 2).replace('-', '−')}`;

/** @param {RowDistances | null} distances @param {number} row */
export const getRowDistance = (distances, row) => distances?.rows[row] ?? Number.NaN;

/** Describes the comparison in a few sentences. @param {Comparison} comparison */
export function describeComparison({ pinned, present, distances }) {
  const { largest, picture } = computeMapDifference(pinned, present);
  const [row, column] = [Math.floor(largest / present.columns), largest % present.columns];
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
          where: describeAlignmentCell(present, row, column, present.tokens).where,
          difference: formatDifference(picture.weights[largest] ?? Number.NaN),
        });
  return [mean, cell, describeOtherTokens(pinned, present)].filter(Boolean).join(' ');
}

/** The legend of both maps and their difference. @param {Comparison} comparison */
export function comparisonLegend({ pinned, present }) {
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

/** The weights of a cell in both maps. @param {Comparison} comparison @param {import('../../parts/cell-cursor.js').Cell} cell */
export function cellTemplate({ pinned, present, distances }, { row, column }) {
  const cell = row * present.columns + column;
  const [before = Number.NaN, after = Number.NaN] = [pinned.weights[cell], present.weights[cell]];
  const { where, isTrue } = describeAlignmentCell(present, row, column, present.tokens);
  return html`
    ${readoutHeadingTemplate(where, isTrue && translate('the truth'))}
    <p>${translate(
      'pinned {before}, present {after}, difference {difference}; distance of the row {distance}',
      {
        before: formatShare(before),
        after: formatShare(after),
        difference: formatDifference(after - before),
        distance: formatFixed(getRowDistance(distances, row), 2),
      },
    )}</p>
  `;
}

/**
 * The comparison as a table with three lines for each row of the maps.
 * @param {Comparison} comparison
 * @returns {import('../../parts/disclosure-table.js').TableText}
 */
export function createTableText({ pinned, present, distances }) {
  const { picture } = computeMapDifference(pinned, present);
  const { tokens } = present;
  return {
    caption: translate('weights, the truth in bold'),
    head: [
      getAxisNames(tokens)[0],
      translate('Map'),
      translate(kDistanceLabel),
      ...tokens.columns.map(showInvisibleCharacters),
    ],
    rows: tokens.rows.flatMap((token, row) =>
      [pinned, present, picture].map((map, i) => [
        showInvisibleCharacters(token),
        getComparisonLabels()[i] ?? '',
        map === picture ? exactNumberTemplate(getRowDistance(distances, row), formatShare) : '',
        ...tokens.columns.map((_, column) => shareCellTemplate(map, row, column)),
      ]),
    ),
  };
}
