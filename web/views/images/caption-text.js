/** Texts about a caption and about the regions that the decoder attends to. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { shareCellTemplate } from '../../parts/disclosure-table.js';
import { formatNumber, formatPercent, formatRegion, formatShare, quoteToken } from '../../parts/format.js';
import { cellReadoutTemplate } from '../../parts/readout.js';
import { findLargestColumn } from '../../plots/largest-column.js';
import { buildWeightFormula, computeSoftmax } from '../alignment/alignment-text.js';
import { computeMassOnObject, computeSide } from './caption-data.js';

/** @import { CaptionData } from './caption-data.js' */

/** If a smaller share of the named objects has the largest weight at their words, the map is reported as wrong. */
const kPointingThreshold = 0.85;
/** If this many more objects (as a share) were attended to by the time of their word than at it, the text says so. */
const kEarlyExcess = 0.08;

/** The inverse of each relation. @type {Readonly<Record<string, string>>} */
const kInverseRelations = { 'left-of': 'right-of', 'right-of': 'left-of', above: 'below', below: 'above' };

/**
 * @param {string} text
 * @param {string} target the caption that the task gives
 * @returns {boolean} whether the text is true, whichever of two objects it names first
 */
export function isTrueCaption(text, target) {
  const [color, shape, relation = '', ...other] = target.split(' ');
  return text === target || text === [...other, kInverseRelations[relation], color, shape].join(' ');
}

/**
 * @param {CaptionData} snapshot
 * @param {number} row
 * @param {readonly string[]} regions
 * @returns {string} sentence about the regions that the decoder attends to at a word
 */
export function describeAttention(snapshot, row, regions) {
  const word = quoteToken(snapshot.words[row]);
  if (snapshot.kind === 'none')
    return translate('{word}: there is no attention, so it looks nowhere.', { word });
  const at = findLargestColumn(snapshot.weights, row, snapshot.columns);
  const values = {
    word,
    place: formatRegion(regions[at] ?? ''),
    share: formatPercent(snapshot.weights[row * snapshot.columns + at] ?? Number.NaN),
    mass: formatPercent(computeMassOnObject(snapshot, row)),
  };
  if (snapshot.truth.length === 0) return translate('{word}: largest weight {share}, at {place}.', values);
  return Number.isNaN(computeMassOnObject(snapshot, row))
    ? translate('{word}: largest weight {share}, at {place}. The word names no object.', values)
    : translate('{word}: largest weight {share}, at {place}. On the object that it names: {mass}.', values);
}

/** @param {CaptionData} snapshot @param {readonly string[]} regions */
export function summarizeCaption(snapshot, regions) {
  return snapshot.words.map((_, row) => describeAttention(snapshot, row, regions)).join(' ');
}

/**
 * Interprets the metrics together, where one of them alone would mislead.
 * @param {CaptionData['metrics']} metrics
 * @param {CaptionData['kind']} how
 */
export function describeCaptionVerdict(metrics, how) {
  if (how === 'none')
    return translate(
      'This decoder has no attention: it knows the mean of all regions and looks at none of them.',
    );
  const [exact = 0, pointing = 0, attendedInTime = 0] = [
    'exactMatch',
    'pointingAccuracy',
    'attendedInTime',
  ].map((name) => Number(metrics[name] ?? Number.NaN));
  if (!(exact >= 0.9) || !(pointing < kPointingThreshold)) return '';
  return attendedInTime > pointing + kEarlyExcess
    ? translate(
        'The captions are right, yet many objects are looked at before they are named, not while they are.',
      )
    : translate(
        'The captions are right, yet the largest weight is often not on the object that a word names.',
      );
}

/** @param {CaptionData} snapshot @param {number} row of a word @param {number} region @param {readonly string[]} regions */
export function describeCell(snapshot, row, region, regions) {
  const at = row * snapshot.columns + region;
  const share = formatShare(snapshot.kind === 'none' ? Number.NaN : (snapshot.weights[at] ?? Number.NaN));
  const isTrue = (snapshot.truth[at] ?? 0) > 0;
  const where = `${quoteToken(snapshot.words[row])}, ${formatRegion(regions[region] ?? '')}`;
  return { where, isTrue, share };
}

/** Describes the weight of a region at a word, or the word. @param {CaptionData} snapshot @param {number} row @param {number} region −1 for none @param {readonly string[]} regions */
export function captionReadoutTemplate(snapshot, row, region, regions) {
  if (region < 0) return html`<p>${describeAttention(snapshot, row, regions)}</p>`;
  const cell = describeCell(snapshot, row, region, regions);
  const parts = computeSoftmax(snapshot, row, region, null);
  const formula = snapshot.kind === 'none' ? [] : buildWeightFormula(parts, null);
  const numbers = [
    translate('weight {share}', { share: cell.share }),
    formula.length > 0 && translate('score e = {score}', { score: formatNumber(parts.score) }),
  ];
  return cellReadoutTemplate(cell, numbers, formula);
}

/**
 * A table of the weights of one word, arranged like the regions, or of all words.
 * @param {CaptionData} snapshot
 * @param {number} shown word
 * @param {readonly string[]} regions
 * @param {boolean} whole whether all words are listed
 * @returns {import('../../parts/disclosure-table.js').TableText}
 */
export function createCaptionTable(snapshot, shown, regions, whole) {
  const side = computeSide(regions);
  /** @param {number} row @param {number} region */
  const cell = (row, region) => shareCellTemplate(snapshot, row, region);
  if (whole)
    return {
      head: [translate('word'), ...regions.map(formatRegion)],
      rows: snapshot.words.map((word, row) => [word, ...regions.map((_, region) => cell(row, region))]),
    };
  const numbers = Array.from({ length: side }, (_, i) => i);
  return {
    caption: translate('weights of the regions at {word}, those of its object in bold', {
      word: quoteToken(snapshot.words[shown]),
    }),
    head: [
      translate('row'),
      ...numbers.map((column) => translate('column {column}', { column: column + 1 })),
    ],
    rows: numbers.map((row) => [
      String(row + 1),
      ...numbers.map((column) => cell(shown, row * side + column)),
    ]),
  };
}
