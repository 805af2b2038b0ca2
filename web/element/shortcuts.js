/**
 * Keys that work while the focus is inside the instrument.
 * @module
 */
import { html } from 'lit';

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
      <summary>Keys</summary>
      <dl>
        <div><dt><kbd>Space</kbd></dt><dd>run or pause</dd></div>
        <div><dt><kbd>→</kbd></dt><dd>one step, while a button has the focus</dd></div>
        <div><dt><kbd>R</kbd></dt><dd>reset to step 0, same seed</dd></div>
        <div><dt><kbd>?</kbd></dt><dd>show or hide these keys</dd></div>
        <div><dt><kbd>← ↑ ↓ →</kbd></dt><dd>in the map: walk from bar to bar; <kbd>Home</kbd> and <kbd>End</kbd> to the ends</dd></div>
        <div><dt><kbd>Enter</kbd></dt><dd>in the map: move the truth to this bar</dd></div>
      </dl>
    </details>
  `;
}
