/** The heads that the reader switches off, and what the model loses without them. */

import { translate } from '../../language/translate.js';
import { formatCount, formatShare, getErrorMessage } from '../../parts/format.js';
import { findMainMetric } from '../../parts/main-metric.js';

/** @import { ViewOptions } from '../../engine/view-types.js' */

/** @param {Pick<ViewOptions, 'run' | 'schema'>} options @returns {Promise<number>} the main metric on the held-out set */
export const measureMainMetric = async ({ run, schema }) =>
  Number((await run.evaluate()).metrics[findMainMetric(schema.metrics)?.name ?? '']);

/**
 * Switches chosen heads off, and reports the effect.
 * @param {Pick<ViewOptions, 'change' | 'run' | 'schema'>} viewOptions
 * @param {object} options
 * @param {(index: number) => string} options.formatHeadName
 * @param {() => readonly number[]} options.getDisabledHeads heads that are switched off
 * @param {HTMLElement} options.status
 * @param {() => number} options.getStep
 */
export function createDisabledHeads(viewOptions, { formatHeadName, getDisabledHeads, status, getStep }) {
  const { change } = viewOptions;
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
      const names = list.map(formatHeadName).join(', ');
      status.textContent = list.length > 0 ? translate('Measuring without {names} …', { names }) : '';
      try {
        const at = getStep();
        const measures = list.length > 0;
        if (measures && getDisabledHeads().length > 0) await change('disabledHeads', []);
        const before = measures ? await measureMainMetric(viewOptions) : 0;
        await change('disabledHeads', list);
        if (measures && requestedHeads === list)
          status.textContent = translate(
            '{measure} of all test examples: {before} with all heads, {after} without {names}, after step {step}.',
            {
              measure: findMainMetric(viewOptions.schema.metrics)?.label,
              before: formatShare(before),
              after: formatShare(await measureMainMetric(viewOptions)),
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
     * Runs `work`, which may switch heads on and off, then restores them. Does nothing while another such call is running or a
     * request of `choose` is being applied.
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
