/**
 * Measures what a head contributes: the target metric on the whole held-out set, with and without the head.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { toElement } from '../../parts/dom.js';
import { formatCount, formatShare } from '../../parts/format.js';
import { createJob } from '../../parts/job.js';
import { findMainMetric } from '../../parts/main-metric.js';
import { createDisabledHeads, measureTarget } from './disabled-heads.js';

/** @import { ViewOptions } from '../../engine/view-types.js' */

/**
 * @param {object} options
 * @param {Pick<ViewOptions, 'change' | 'run' | 'schema'>} options.of
 * @param {number} options.count heads of all kinds
 * @param {(index: number) => string} options.name of a head of any kind
 * @param {() => readonly number[]} options.getDisabledHeads heads that are switched off
 * @param {() => void} options.onMeasured
 */
export function createHeadAblation({ of, count, name, getDisabledHeads, onMeasured }) {
  /** @type {Map<number, number>} */
  const carried = new Map();
  let step = 0;
  const status = toElement(html`<p class="head-status" role="status"></p>`);
  const heads = createDisabledHeads({ of, name, getDisabledHeads, status, getStep: () => step });
  /** @type {Parameters<typeof createJob>[0]['run']} */
  const measureAll = (signal, report) =>
    heads.withHeads(async () => {
      of.run.pause();
      status.textContent = '';
      await of.change('disabledHeads', []);
      const before = await measureTarget(of);
      carried.clear();
      for (let head = 0; head < count; ++head) {
        signal.throwIfAborted();
        report(head / count, translate('Without {name}.', { name: name(head) }));
        await of.change('disabledHeads', [head]);
        carried.set(head, before - (await measureTarget(of)));
        onMeasured();
      }
      const [maximum] = [...carried].sort((a, b) => b[1] - a[1]);
      if (maximum)
        status.textContent = translate(
          '{measure} of all test examples: {before} with all heads. It is lowest without {name}: {after}, after step {step}.',
          {
            measure: findMainMetric(of.schema.metrics)?.label,
            before: formatShare(before),
            name: name(maximum[0]),
            after: formatShare(before - maximum[1]),
            step: formatCount(step),
          },
        );
    });

  const job = createJob({ label: translate('Accuracy without each head in turn'), run: measureAll });

  return {
    element: job.element,
    status,
    carried: /** @type {ReadonlyMap<number, number>} */ (carried),
    getDisabledHeads: heads.getDisabledHeads,
    choose: heads.choose,
    /** @param {number} now step */
    update(now) {
      if (now !== step && carried.size > 0) {
        carried.clear();
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
