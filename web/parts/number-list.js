/**
 * The few metrics that are shown beside a map.
 * @module
 */

import { h } from './dom.js';
import { formatNumber, formatShare } from './format.js';

const kNumbers = ['loss', 'exactMatch', 'alignmentAccuracy', 'alignmentAccuracyWithinOne', 'massOnTruth'];

/** @param {import('../engine/shapes.js').ViewOptions['metrics']} metrics */
export function createNumberList(metrics) {
  const numbers = kNumbers.flatMap((name) => {
    const label = metrics.find((metric) => metric.name === name)?.label;
    return label ? [{ name, label, value: h('dd', {}, '–') }] : [];
  });
  return {
    element: h(
      'dl',
      { class: 'align-numbers' },
      ...numbers.map(({ label, value }) => h('div', {}, h('dt', {}, label), value)),
    ),
    /** @param {Readonly<Record<string, number | null>>} measured */
    write(measured) {
      for (const { name, value } of numbers) {
        const one = Number(measured[name] ?? Number.NaN);
        value.textContent = name === 'loss' ? formatNumber(one) : formatShare(one);
      }
    },
  };
}
