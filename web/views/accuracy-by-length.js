/**
 * How often each model is right on short and on long sentences.
 * @module
 */

import { createCategoryPlot } from './category-plot.js';
import { h } from './dom.js';
import { formatCount } from './format.js';
import { lossCurveStyles } from './loss-curve-styles.js';

export const styles = lossCurveStyles;

/** @typedef {import('./view.js').ViewOptions} ViewOptions */
/** @typedef {import('./view.js').View} View */

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView({ maps, extra }) {
  const labels = rangeLabels(extra.lengthRanges ?? []);
  const plot = createCategoryPlot({
    title: 'accuracy by length of the sentence',
    axis: 'words, and how many such sentences are held out',
    low: 0,
    noted: 'sentences',
  });
  let drawn = '';
  return {
    element: h('section', { 'aria-label': 'Accuracy by length' }, plot.element),
    update({ tensors }) {
      const accuracy = tensors['accuracyByLength'];
      const counts = tensors['accuracyByLength.counts'];
      // The held-out set is measured now and then, pictures come more often.
      const key = String(accuracy);
      if (!accuracy || !counts || key === drawn) return;
      drawn = key;
      const ranges = labels.length;
      plot.show({
        labels,
        notes: [...counts].map(formatCount),
        series: maps.slice(0, 2).map(({ label }, model) => ({
          name: label,
          values: accuracy.subarray(model * ranges, (model + 1) * ranges),
        })),
      });
    },
    repaint: plot.repaint,
    summary: () => '',
    dispose: plot.dispose,
  };
}

/**
 * @param {readonly number[]} bounds one more than there are ranges; a range begins after the bound before it
 * @returns {string[]} '1–8', '9–16'; a range of one length is that length
 */
export function rangeLabels(bounds) {
  return bounds.slice(1).map((last, i) => {
    const first = Math.floor(bounds[i] ?? 0) + 1;
    return first >= last ? String(last) : `${first}–${last}`;
  });
}
