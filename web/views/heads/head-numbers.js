/** The numbers below the tile of a head, or of the mean of a layer. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { formatFixed, formatPercent } from '../../parts/format.js';
import { locateHead } from './tile-data.js';

/** @import { HeadMap } from './head-data.js' */

/**
 * @param {HeadMap} map
 * @param {number} tile
 * @param {boolean} [isBrief] whether to leave out entropy and distance, where the truth is known
 * @returns {string[]}
 */
export function formatNumbers(map, tile, isBrief = false) {
  const { layers, entropy, distance, alignment, truth, metrics } = map;
  const { head, index } = locateHead(map, tile);
  // The metric is the mean over one layer only, the layer with the best head.
  const mean = layers === 1 ? metrics['meanAlignmentAccuracy'] : null;
  const share = head < 0 ? (mean ?? Number.NaN) : (alignment[index] ?? Number.NaN);
  const truthTexts =
    truth && Number.isFinite(share) ? [translate('truth {share}', { share: formatPercent(share) })] : [];
  if (head < 0) return truthTexts;
  const spread = [
    translate('spread {share}', { share: formatPercent(entropy[index] ?? Number.NaN) }),
    translate('distance {distance}', { distance: formatFixed(distance[index] ?? Number.NaN, 1) }),
  ];
  return [...(isBrief && truthTexts.length > 0 ? [] : spread), ...truthTexts];
}

/** @param {readonly string[]} lines @param {number} [contribution] to the accuracy, where it was measured */
export const headNumbersTemplate = (lines, contribution) =>
  html`<p class="head-numbers">${lines.map((line) => html`<span>${line}</span>`)}${
    contribution === undefined
      ? null
      : html`<span title=${translate('accuracy lost without it')}>${translate('−{points} points', { points: formatFixed(100 * Math.max(0, contribution), 1) })}</span>`
  }</p>`;
