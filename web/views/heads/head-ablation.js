/**
 * Measures what a head contributes: the main metric on the whole held-out set, with and without the head.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { toElement } from '../../parts/dom.js';
import { formatCount, formatShare } from '../../parts/format.js';
import { createJob } from '../../parts/job.js';
import { findMainMetric } from '../../parts/main-metric.js';
import { createDisabledHeads, measureMainMetric } from './disabled-heads.js';

/** @import { ViewOptions } from '../../engine/view-types.js' */

/**
 * @param {Pick<ViewOptions, 'change' | 'run' | 'schema'>} viewOptions
 * @param {object} options
 * @param {number} options.count heads of all kinds
 * @param {(index: number) => string} options.formatHeadName of a head of any kind
 * @param {() => readonly number[]} options.getDisabledHeads heads that are switched off
 * @param {() => void} options.onMeasured
 */
export function createHeadAblation(viewOptions, { count, formatHeadName, getDisabledHeads, onMeasured }) {
  /** How much lower the metric is without each measured head. @type {Map<number, number>} */
  const contributions = new Map();
  let step = 0;
  const status = toElement(html`<p class="head-status" role="status"></p>`);
  const heads = createDisabledHeads(viewOptions, {
    formatHeadName,
    getDisabledHeads,
    status,
    getStep: () => step,
  });
  /** @type {Parameters<typeof createJob>[0]['run']} */
  const measureAll = (signal, report) =>
    heads.withHeads(async () => {
      viewOptions.run.pause();
      status.textContent = '';
      await viewOptions.change('disabledHeads', []);
      const before = await measureMainMetric(viewOptions);
      contributions.clear();
      for (let head = 0; head < count; ++head) {
        signal.throwIfAborted();
        report(head / count, translate('Without {name}.', { name: formatHeadName(head) }));
        await viewOptions.change('disabledHeads', [head]);
        contributions.set(head, before - (await measureMainMetric(viewOptions)));
        onMeasured();
      }
      const [maximum] = [...contributions].sort((a, b) => b[1] - a[1]);
      if (maximum)
        status.textContent = translate(
          '{measure} of all test examples: {before} with all heads. It is lowest without {name}: {after}, after step {step}.',
          {
            measure: findMainMetric(viewOptions.schema.metrics)?.label,
            before: formatShare(before),
            name: formatHeadName(maximum[0]),
            after: formatShare(before - maximum[1]),
            step: formatCount(step),
          },
        );
    });

  const job = createJob({ label: translate('Accuracy without each head in turn'), run: measureAll });

  return {
    ...heads,
    element: job.element,
    status,
    contributions: /** @type {ReadonlyMap<number, number>} */ (contributions),
    /** @param {number} now step */
    update(now) {
      if (now !== step && contributions.size > 0) {
        contributions.clear();
        onMeasured();
      }
      step = now;
    },
    dispose() {
      heads.dispose();
      job.dispose();
    },
  };
}
