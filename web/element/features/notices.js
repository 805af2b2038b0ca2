/**
 * The list of messages to the reader.
 *
 * @fires {CustomEvent<{ error: unknown }>} attento-error - Something went wrong.
 */
import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { Feature } from './feature.js';

/** @typedef {{ text: string, bad: boolean }} Notice */

const kMaximumNotices = 5;

export class Notices extends Feature {
  /** @type {readonly Notice[]} */
  list = [];

  /** @param {readonly Notice[]} list */
  set(list) {
    this.list = list;
    this.host.requestUpdate();
  }

  /** @param {string} text @param {boolean} [bad] */
  add(text, bad = false) {
    if (!this.list.some((notice) => notice.text === text))
      this.set([...this.list, { text, bad }].slice(-kMaximumNotices));
  }

  /** Reports an error, except DISPOSED: the run was ended or replaced meanwhile. @param {unknown} error */
  report(error) {
    if (/** @type {{ code?: string }} */ (error).code === 'DISPOSED') return;
    this.add(error instanceof Error ? error.message : String(error), true);
    this.host.emit('attento-error', { error });
  }

  template() {
    return html`
        <div class="notices ${this.list.length > 0 ? '' : 'none'}" role="status">
          ${this.list.map(
            (notice) => html`
              <p class="notice ${notice.bad ? 'bad' : ''}">
                <span>${notice.text}</span>
                <button class="button text" type="button" aria-label=${translate('Dismiss')} @click=${() => this.set(this.list.filter((one) => one !== notice))}>✕</button>
              </p>
            `,
          )}
        </div>`;
  }
}
