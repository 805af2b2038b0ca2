/**
 * Keyboard shortcuts while the focus is inside the instrument.
 * @module
 */

import { html } from 'lit';
import { phrase, say } from '../language/say.js';

/** @typedef {'run' | 'step' | 'reset' | 'help'} Shortcut */

/** @type {ReadonlyMap<string, Shortcut>} */
const kShortcuts = new Map([
  [' ', 'run'],
  ['ArrowRight', 'step'],
  ['r', 'reset'],
  ['R', 'reset'],
  ['?', 'help'],
]);

/**
 * @param {KeyboardEvent} event
 * @returns {Shortcut | null} null if the key belongs to a control or the browser, or has no meaning
 */
export function shortcutFor(event) {
  const shortcut = kShortcuts.get(event.key);
  if (!shortcut || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.composedPath()[0];
  if (!(target instanceof Element)) return shortcut;
  if (target.matches('input:not([type=range], [type=checkbox], [type=radio]), select, textarea')) return null;
  if (target.matches('input') && event.key !== '?' && shortcut !== 'reset') return null;
  if (event.key === ' ' && target.matches('button, summary, a')) return null;
  return shortcut;
}

/** All keys, grouped by where they act. @type {readonly { where: string, keys: readonly [string, string][] }[]} */
const kSheet = [
  {
    where: phrase('Anywhere in the instrument'),
    keys: [
      [phrase('Tab'), phrase('to the next control; Shift and Tab to the one before')],
      [phrase('Space'), phrase('run or pause')],
      ['→', phrase('one step, while a button has the focus')],
      ['R', phrase('reset to step 0, same seed')],
      ['?', phrase('show or hide these keys')],
      [phrase('Esc'), phrase('close what is open, back to the map')],
    ],
  },
  {
    where: phrase('In a map'),
    keys: [
      ['← ↑ ↓ →', phrase('from cell to cell; a map is one stop for Tab')],
      [phrase('Home End'), phrase('to the ends of the row; with Ctrl to the corners')],
      [phrase('Enter'), phrase('where the truth can be moved: move it to this cell')],
    ],
  },
  {
    where: phrase('In the map that you draw'),
    keys: [
      [phrase('Enter'), phrase('more weight on this cell, after 9 back to none; Space does the same')],
      [phrase('0 to 9'), phrase('set this weight')],
      [phrase('Backspace'), phrase('no weight')],
    ],
  },
  {
    where: phrase('On a slider or a choice'),
    keys: [
      ['← →', phrase('less or more; the previous or next choice')],
      [phrase('Home End'), phrase('the minimum or maximum; for the speed, full speed')],
    ],
  },
];

/**
 * @param {object} options
 * @param {boolean} options.on whether single-key shortcuts are on
 * @param {(on: boolean) => void} options.onSwitch
 */
export function shortcutsTemplate({ on, onSwitch }) {
  return html`
    <div class="shortcuts" data-name="keys">
      ${kSheet.map(
        ({ where, keys }) => html`
          <section>
            <h3>${say(where)}</h3>
            <dl>
              ${keys.map(([key, does]) => html`<div><dt><kbd>${say(key)}</kbd></dt><dd>${say(does)}</dd></div>`)}
            </dl>
          </section>
        `,
      )}
      <label class="shortcuts-switch">
        <input type="checkbox" .checked=${on}
          @change=${(/** @type {Event} */ event) => onSwitch(/** @type {HTMLInputElement} */ (event.target).checked)} />
        ${say('Space, → and R act while the focus is in here')}
      </label>
    </div>
  `;
}
