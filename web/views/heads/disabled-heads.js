/** The heads that the reader switches off, and what the model loses without them. */

import { translate } from '../../language/translate.js';
import { formatCount, formatShare, getErrorMessage } from '../../parts/format.js';
import { findMainMetric } from '../../parts/main-metric.js';

/** @import { ViewOptions } from '../../engine/view-types.js' */

/** @param {Pick<ViewOptions, 'run' | 'schema'>} of @returns {Promise<number>} the target metric on the held-out set */
export const measureTarget = async ({ run, schema }) =>
  Number((await run.evaluate()).metrics[findMainMetric(schema.metrics)?.name ?? '']);

/**
 * Switches chosen heads off, and reports the effect.
 * @param {object} options
 * @param {Pick<ViewOptions, 'change' | 'run' | 'schema'>} options.of
 * @param {(index: number) => string} options.name
 * @param {() => readonly number[]} options.getDisabledHeads heads that are switched off
 * @param {HTMLElement} options.status
 * @param {() => number} options.getStep
 */
export function createDisabledHeads({ of, name, getDisabledHeads, status, getStep }) {
  const { change } = of;
  let [isBusy, isDisposed] = [false, false];
  /** Requested heads, until they are off. @type {readonly number[] | null} */
  let requestedHeads = null;

  /** Switches the requested heads off, and reports the effect; the last request wins. */
  async function applyRequest() {
    if (isBusy || !requestedHeads) return;
    isBusy = true;
    while (requestedHeads && !isDisposed) {
      /** @type {readonly number[]} */
      const list = requestedHeads;
      const names = list.map(name).join(', ');
      status.textContent = list.length > 0 ? translate('Measuring without {names} …', { names }) : '';
      try {
        const at = getStep();
        const measures = list.length > 0;
        if (measures && getDisabledHeads().length > 0) await change('disabledHeads', []);
        const before = measures ? await measureTarget(of) : 0;
        await change('disabledHeads', list);
        if (measures && requestedHeads === list)
          status.textContent = translate(
            '{measure} of all test examples: {before} with all heads, {after} without {names}, after step {step}.',
            {
              measure: findMainMetric(of.schema.metrics)?.label,
              before: formatShare(before),
              after: formatShare(await measureTarget(of)),
              names,
              step: formatCount(at),
            },
          );
      } catch (error) {
        status.textContent = getErrorMessage(error);
      }
      if (requestedHeads === list) requestedHeads = null;
    }
    isBusy = false;
  }

  return {
    /** @returns {readonly number[]} heads that are off, or will be off after the pending request */
    getDisabledHeads: () => requestedHeads ?? getDisabledHeads(),
    /** @param {readonly number[]} heads to switch off; all others are on */
    choose(heads) {
      requestedHeads = heads;
      applyRequest();
    },
    /**
     * Runs `work`, which may switch heads on and off, then restores them. Does nothing while another such call is running.
     * @param {() => Promise<void>} work
     */
    async withHeads(work) {
      if (isBusy) return;
      isBusy = true;
      const previous = getDisabledHeads();
      try {
        await work();
      } finally {
        await change('disabledHeads', previous);
        isBusy = false;
        applyRequest();
      }
    },
    dispose() {
      isDisposed = true;
    },
  };
}
