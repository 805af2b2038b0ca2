/**
 * Keys that work while the focus is inside the instrument.
 * @module
 */

import { html } from 'lit';
import { say, sayParts } from '../language/say.js';

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
 * @returns {Shortcut | null} what the key means here; null where it belongs to a control, the browser or nobody
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

/**
 * @param {boolean} open
 * @param {(open: boolean) => void} onToggle
 */
export function shortcutsTemplate(open, onToggle) {
  return html`
    <details
      class="shortcuts"
      .open=${open}
      @toggle=${(/** @type {Event} */ event) => onToggle(/** @type {HTMLDetailsElement} */ (event.target).open)}
    >
      <summary>${say('Keys')}</summary>
      <dl>
        <div><dt><kbd>${say('Space')}</kbd></dt><dd>${say('run or pause')}</dd></div>
        <div><dt><kbd>→</kbd></dt><dd>${say('one step, while a button has the focus')}</dd></div>
        <div><dt><kbd>R</kbd></dt><dd>${say('reset to step 0, same seed')}</dd></div>
        <div><dt><kbd>?</kbd></dt><dd>${say('show or hide these keys')}</dd></div>
        <div><dt><kbd>← ↑ ↓ →</kbd></dt><dd>${sayParts(
          'in the map: walk from bar to bar; {home} and {end} to the ends',
          {
            home: html`<kbd>${say('Home')}</kbd>`,
            end: html`<kbd>${say('End')}</kbd>`,
          },
        )}</dd></div>
        <div><dt><kbd>${say('Enter')}</kbd></dt><dd>${say('in the map: move the truth to this bar')}</dd></div>
      </dl>
    </details>
  `;
}
