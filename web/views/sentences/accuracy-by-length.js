/** How often each model is right on short and on long sentences. */

import { translate } from '../../language/translate.js';
import { createCategoryPlot } from '../../parts/category-plot.js';
import { formatCount } from '../../parts/format.js';
import { getModelNames } from '../../parts/model-names.js';
import { createTemplateView } from '../../parts/view.js';
import { lossCurveStyles } from '../curve/loss-curve-styles.js';

export const styles = lossCurveStyles;

/** @import { View, ViewOptions } from '../../engine/view-types.js' */

/** @param {ViewOptions} options @returns {View} */
export function createView(options) {
  /** `lengthRanges`: bounds of the ranges of sentence lengths. @type {{ lengthRanges?: readonly number[] }} */
  const { lengthRanges = [] } = options.manifest.details;
  const names = getModelNames(options);
  const labels = formatRanges(lengthRanges);
  const plot = createCategoryPlot({
    title: translate('accuracy by length of the sentence'),
    axis: translate('words, and how many such test sentences'),
    low: 0,
    notesLabel: translate('sentences'),
  });
  let drawn = '';
  return createTemplateView({
    attributes: { 'aria-label': translate('Accuracy by length') },
    template: () => plot.element,
    update({ tensors }) {
      const accuracy = tensors['accuracyByLength'];
      const counts = tensors['accuracyByLength.counts'];
      // Frames come more often than measurements of the held-out set.
      const key = String(accuracy);
      if (!accuracy || !counts || key === drawn) return;
      drawn = key;
      plot.show({
        labels,
        notes: [...counts].map(formatCount),
        series: names.map((name, model) => ({
          name,
          values: labels.map((_, i) =>
            counts[i] ? (accuracy[model * labels.length + i] ?? Number.NaN) : Number.NaN,
          ),
        })),
      });
    },
    repaint: plot.repaint,
    disposables: [plot],
  });
}

/**
 * @param {readonly number[]} bounds one more than there are ranges; lengths from one up to, not including, the next
 * @returns {string[]} such as '3–8', '9–16'; a range of one length as that length, an empty range as a dash
 */
export function formatRanges(bounds) {
  return bounds.slice(1).map((end, i) => {
    const [first, last] = [Math.ceil(bounds[i] ?? 0), Math.ceil(end) - 1];
    if (first > last) return '–';
    return first === last ? String(last) : `${first}–${last}`;
  });
}
