/** Keyboard shortcuts while the focus is inside the instrument. */

import { html } from 'lit';
import { markText, translate } from '../language/translate.js';

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
function findShortcut(event) {
  const shortcut = kShortcuts.get(event.key);
  if (!shortcut || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.composedPath()[0];
  if (!(target instanceof Element)) return shortcut;
  if (target.matches('input:not([type=range], [type=checkbox], [type=radio]), select, textarea')) return null;
  if (target.matches('input') && event.key !== '?' && shortcut !== 'reset') return null;
  if (event.key === ' ' && target.matches('button, summary, a')) return null;
  return shortcut;
}

/** Acts on a key that was pressed inside the instrument. @param {KeyboardEvent} event @param {import('./live.js').LiveInstrument} live */
export function handleKey(event, { host: { element }, keys, liveRun, partAccess, pendingLesson }) {
  if (event.key === 'Escape') element.explore = '';
  const shortcut = keys.on || event.key === '?' ? findShortcut(event) : null;
  if (!shortcut) return;
  const isAvailable =
    shortcut === 'help' ? partAccess.isVisible('keys') : partAccess.isAvailable(shortcut) && !pendingLesson;
  if (!isAvailable) return;
  event.preventDefault();
  if (shortcut === 'help') element.explore = element.explore === 'keys' ? '' : 'keys';
  else liveRun[shortcut]();
}

/** All keys, grouped by where they act. @type {readonly { where: string, keys: readonly [string, string][] }[]} */
const kShortcutHelp = [
  {
    where: markText('Anywhere in the instrument'),
    keys: [
      [markText('Tab'), markText('to the next control; Shift and Tab to the one before')],
      [markText('Space'), markText('run or pause')],
      ['→', markText('one step, while a button has the focus')],
      ['R', markText('reset to step 0, same seed')],
      ['?', markText('show or hide these keys')],
      [markText('Esc'), markText('close what is open, back to the map')],
    ],
  },
  {
    where: markText('In a map'),
    keys: [
      ['← ↑ ↓ →', markText('from cell to cell; a map is one stop for Tab')],
      [markText('Home End'), markText('to the ends of the row; with Ctrl to the corners')],
      ['H', markText('all weight of the row on this cell; Esc lets it go')],
    ],
  },
  {
    where: markText('In the map that you draw'),
    keys: [
      [markText('Enter'), markText('more weight on this cell, after 9 back to none; Space does the same')],
      [markText('0 to 9'), markText('set this weight')],
      [markText('Backspace'), markText('no weight')],
    ],
  },
  {
    where: markText('On a slider or a choice'),
    keys: [
      ['← →', markText('less or more; the previous or next choice')],
      [markText('Home End'), markText('the minimum or maximum; for the speed, full speed')],
      [markText('Space'), markText('on the timeline: play the film')],
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
      ${kShortcutHelp.map(
        ({ where, keys }) => html`
          <section>
            <h3>${translate(where)}</h3>
            <dl>
              ${keys.map(([key, does]) => html`<div><dt><kbd>${translate(key)}</kbd></dt><dd>${translate(does)}</dd></div>`)}
            </dl>
          </section>
        `,
      )}
      <label class="shortcuts-switch">
        <input type="checkbox" .checked=${on}
          @change=${(/** @type {Event} */ event) => onSwitch(/** @type {HTMLInputElement} */ (event.target).checked)} />
        ${translate('Space, → and R act while the focus is in here')}
      </label>
    </div>
  `;
}
