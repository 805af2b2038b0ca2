/** A long-running task: a button that starts and cancels it, a progress bar, and an error message. */

import { html } from 'lit';
import { translate } from '../language/translate.js';
import { toElement } from './dom.js';
import { getErrorMessage } from './format.js';

/**
 * @param {object} options
 * @param {string} options.label of the button
 * @param {(signal: AbortSignal, report: (share: number, text: string) => void) => Promise<void>} options.run
 */
export function createJob({ label, run }) {
  /** @type {AbortController | null} */
  let running = null;
  const element = toElement(html`
    <div class="panel-row">
      <button type="button" class="button" @click=${() => toggle()}></button>
      <progress max="1" value="0" hidden aria-label=${translate('Part of the work that is done')}></progress>
      <p class="panel-status" role="status"></p>
    </div>
  `);
  const [button, bar, status] = /** @type {[HTMLButtonElement, HTMLProgressElement, HTMLElement]} */ (
    /** @type {unknown} */ (element.children)
  );
  button.textContent = label;

  async function toggle() {
    if (running) {
      running.abort();
      return;
    }
    const control = new AbortController();
    running = control;
    button.textContent = translate('Cancel');
    bar.value = 0;
    bar.hidden = false;
    status.textContent = '';
    try {
      await run(control.signal, (share, text) => {
        bar.value = share;
        if (status.textContent !== text) status.textContent = text;
      });
      status.textContent = '';
    } catch (error) {
      status.textContent = control.signal.aborted ? translate('Cancelled.') : getErrorMessage(error);
    }
    running = null;
    bar.hidden = true;
    button.textContent = label;
  }

  return {
    element,
    /** Sets the label of the button and enables or disables it, unless the task is running. @param {string} text @param {boolean} isEnabled */
    setLabel(text, isEnabled) {
      label = text;
      button.disabled = !isEnabled && !running;
      if (!running && button.textContent !== text) button.textContent = text;
    },
    dispose() {
      running?.abort();
    },
  };
}
