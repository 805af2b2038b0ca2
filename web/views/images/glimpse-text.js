/** Texts about glimpses. */

import { translate } from '../../language/translate.js';
import { exactNumberTemplate } from '../../parts/disclosure-table.js';
import { formatFixed, formatPercent, formatShare } from '../../parts/format.js';
import { computePixel, countGlimpses, findLikeliestGlyph, isOnGlyph, sliceRow } from './glimpse-data.js';

/** @import { GlimpseData, Sizes } from './glimpse-data.js' */

/** Shares that count as nearly always, and as hardly more often than by chance. */
const kOftenShare = 0.8;
const kChanceShare = 0.15;

/** @param {Sizes} sizes @param {number} glyph */
export const getGlyphName = ({ names }, glyph) => translate(names[glyph] ?? '');

/** @param {GlimpseData} snapshot @param {number} t @param {Sizes} sizes */
export function describeGlimpse(snapshot, t, sizes) {
  const { row, column } = computePixel(snapshot.places, t, sizes.side);
  const { glyph, probability } = findLikeliestGlyph(snapshot, t, sizes);
  const where = { n: t + 1, row: formatFixed(row, 1), column: formatFixed(column, 1) };
  const place =
    snapshot.glyph < 0
      ? translate('Glimpse {n} at row {row}, column {column}.', where)
      : isOnGlyph(snapshot, t, sizes)
        ? translate('Glimpse {n} at row {row}, column {column}: on the glyph.', where)
        : translate('Glimpse {n} at row {row}, column {column}: beside the glyph.', where);
  const values = { name: getGlyphName(sizes, glyph), share: formatPercent(probability) };
  const verdict =
    snapshot.glyph < 0
      ? translate('It would answer “{name}” ({share}).', values)
      : glyph === snapshot.glyph
        ? translate('It would answer “{name}” ({share}), and that is right.', values)
        : translate('It would answer “{name}” ({share}); right is “{wanted}”.', {
            ...values,
            wanted: getGlyphName(sizes, snapshot.glyph),
          });
  return `${place} ${verdict}`;
}

/** @param {GlimpseData} snapshot @param {Sizes} sizes */
export function summarizeGlimpses(snapshot, sizes) {
  return Array.from({ length: countGlimpses(snapshot) }, (_, t) => describeGlimpse(snapshot, t, sizes)).join(
    ' ',
  );
}

/** @param {GlimpseData['metrics']} metrics of all held-out pictures */
export function describeVerdict({ accuracy, onTarget, baselineAccuracy }) {
  if (typeof accuracy !== 'number' || typeof onTarget !== 'number') return '';
  const numbers = { share: formatShare(onTarget), right: formatShare(accuracy) };
  const text =
    onTarget > kOftenShare
      ? translate(
          'Its last glimpse is on the glyph in {share} of the pictures, and {right} of its answers are right.',
          numbers,
        )
      : onTarget < kChanceShare
        ? translate(
            'Its last glimpse is on the glyph in {share} of the pictures, hardly more than by chance; {right} of its answers are right.',
            numbers,
          )
        : translate(
            'Its last glimpse is on the glyph in {share} of the pictures so far; {right} of its answers are right.',
            numbers,
          );
  if (typeof baselineAccuracy !== 'number') return text;
  return `${text} ${translate('{right} of the answers of the baseline are right.', { right: formatShare(baselineAccuracy) })}`;
}

/**
 * A table of all glimpses of a picture.
 * @param {GlimpseData} snapshot
 * @param {Sizes} sizes
 * @returns {import('../../parts/disclosure-table.js').TableText}
 */
export function createGlimpseTable(snapshot, sizes) {
  /** @param {number} value */
  const number = (value) => exactNumberTemplate(value, (x) => formatFixed(x, 2));
  return {
    caption: translate(
      'Places in pixels from the upper left corner; probabilities of the glyphs after each glimpse',
    ),
    head: [
      translate('glimpse'),
      translate('row'),
      translate('column'),
      ...(snapshot.glyph < 0 ? [] : [translate('on the glyph')]),
      ...sizes.names.map((_, glyph) => getGlyphName(sizes, glyph)),
    ],
    rows: Array.from({ length: countGlimpses(snapshot) }, (_, t) => {
      const { row, column } = computePixel(snapshot.places, t, sizes.side);
      return [
        String(t + 1),
        number(row),
        number(column),
        ...(snapshot.glyph < 0 ? [] : [isOnGlyph(snapshot, t, sizes) ? translate('yes') : translate('no')]),
        ...sliceRow(snapshot.confidence, t, sizes.names.length).map(number),
      ];
    }),
  };
}
