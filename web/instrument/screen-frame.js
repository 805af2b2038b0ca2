/** Templates that all instruments share: panels that replace the map, and the bar below the map. */
import { html, nothing } from 'lit';
import { translate } from '../language/translate.js';
import { capitalize } from '../parts/format.js';

/** @import { Host } from './host.js' */
/** Which parts of the instrument are shown. In `parts`, `try` is the start of the bar, and `explore` its rest. @typedef {{ controls: string, parts: readonly string[], explore: string, tab: string, foot: unknown }} ScreenOptions */
/** @typedef {{ name: string, label: string, content: () => unknown }} Exploration */

/** @param {Exploration} exploration @param {Host} host */
export function explorationPanelTemplate({ name, label, content }, { element }) {
  return html`
    <section class="exploration" tabindex="-1" data-name=${name} aria-label=${capitalize(label)}>
      <header class="exploration-head">
        <h2>${capitalize(label)}</h2>
        <button class="button" type="button" @click=${() => {
          element.explore = '';
        }}>
          <span aria-hidden="true">✕</span> ${translate('Close')}
        </button>
      </header>
      <div class="exploration-body">${content()}</div>
    </section>
  `;
}

/**
 * The bar at the foot: presets, panels and other tools; it scrolls if it is too long. On a narrow screen it also has a button for
 * the side area, which is otherwise beside the map. With `data-folded` on the element only one button is visible, which unfolds
 * the bar.
 * @param {readonly string[]} parts
 * @param {object} options
 * @param {readonly Pick<Exploration, 'name' | 'label'>[]} options.explorations
 * @param {string} options.explore name of the open exploration
 * @param {Host} options.host
 * @param {string} options.tab 'side' while a narrow screen shows the side area
 * @param {unknown} options.start start of the bar
 * @param {unknown} options.end end of the bar
 * @param {unknown} options.foot link to the lab, shown even without a bar
 */
export function barTemplate(parts, { explorations, explore, host: { element }, tab, start, end, foot }) {
  const [hasSide, hasStart, hasRest] = ['inspector', 'try', 'explore'].map((part) => parts.includes(part));
  if (!hasSide && !hasStart && !hasRest) return foot;
  /** @param {string} label @param {string} name of an exploration, '' for the side area @param {boolean} isOpen */
  const choice = (
    label,
    name,
    isOpen,
  ) => html`<button class="choice ${name ? '' : 'numbers'}" type="button" data-explore=${name || nothing} aria-pressed=${isOpen}
    @click=${() => {
      element.explore = isOpen ? '' : name;
      element.tab = isOpen || name ? '' : 'side';
    }}>${capitalize(label)}</button>`;
  const unfold = (/** @type {Event} */ { target }) => {
    element.removeAttribute('data-folded');
    /** @type {HTMLElement | null | undefined} */
    const next = /** @type {Element} */ (target).parentElement?.querySelector(
      ':not(.unfold, .numbers).choice',
    );
    next?.focus();
  };
  return html`
    <div class="bar" part="bar" role="group" aria-label=${translate('Try and explore')}>
      <button class="choice unfold" type="button" aria-expanded="false" @click=${unfold}>${translate('Numbers and tools')} ›</button>
      ${hasStart ? start : null} ${hasSide ? choice(translate('Numbers'), '', tab === 'side') : null}
      ${hasRest ? [explorations.map(({ name, label }) => choice(label, name, name === explore)), end] : null} ${foot}
    </div>
  `;
}
