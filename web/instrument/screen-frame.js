/**
 * The frame of every instrument's screen: panels that replace the map, the list of explorations, and the tabs of a narrow
 * screen.
 * @module
 */
import { html } from 'lit';
import { translate } from '../language/translate.js';
import { capitalize } from '../parts/format.js';

/** @import { Host } from './host.js' */
/** Which parts of the instrument are on screen. @typedef {{ controls: string, parts: readonly string[], explore: string, tab: string, foot: unknown }} ScreenOptions */
/** @typedef {{ name: string, label: string, content: () => unknown }} Exploration */

/** The areas that a narrow screen shows below the map, one at a time. */
const kTabs = /** @type {const} */ (['side', 'try', 'explore']);

/** @param {Exploration} exploration @param {Host} host */
export function panelTemplate({ name, label, content }, { element }) {
  return html`
    <section class="exploration" tabindex="-1" data-name=${name} aria-label=${capitalize(label)}>
      <header class="exploration-head">
        <h2>${capitalize(label)}</h2>
        <button class="button" type="button" @click=${() => {
          element.explore = '';
        }}>
          <span aria-hidden="true">✕</span> ${translate('Close')} <kbd>${translate('Esc')}</kbd>
        </button>
      </header>
      <div class="exploration-body">${content()}</div>
    </section>
  `;
}

/**
 * The areas below the map of a narrow screen, and which of them is shown.
 * @param {readonly string[]} parts
 * @param {string} tab the chosen one
 * @param {boolean} side whether anything stands beside the map
 */
export function computeTabs(parts, tab, side) {
  const available = kTabs.filter((one) => (one === 'side' ? side : parts.includes(one)));
  return { available, selected: available.find((one) => one === tab) ?? '' };
}

/**
 * @param {readonly (typeof kTabs)[number][]} available
 * @param {string} selected
 * @param {{ host: Host, explore: string }} options
 */
export function tabsTemplate(available, selected, { host, explore }) {
  const labels = { side: translate('Numbers'), try: translate('Try'), explore: translate('Explore') };
  /** @param {string} tab */
  const choose = (tab) => {
    host.element.tab = tab;
    if (explore) host.element.explore = '';
  };
  return html`
    <div class="tabs" role="group" aria-label=${translate('Below the map')}>
      ${available.map(
        (
          tab,
        ) => html`<button class="tab" type="button" aria-pressed=${tab === selected} @click=${() => choose(tab === selected ? '' : tab)}>
          ${labels[tab]}
        </button>`,
      )}
    </div>
  `;
}

/**
 * @param {readonly Pick<Exploration, 'name' | 'label'>[]} explorations
 * @param {string} explore name of the open one
 * @param {Host} host
 * @param {unknown} end of the row
 */
export function explorationsTemplate(explorations, explore, { element }, end) {
  return html`
    <div class="row explore" part="explore" role="group" aria-label=${translate('Explore')}>
      <span class="row-label" aria-hidden="true">${translate('Explore')} ▸</span>
      ${explorations.map(
        ({
          name,
          label,
        }) => html`<button class="choice" type="button" data-explore=${name} aria-pressed=${name === explore}
          @click=${() => {
            element.explore = name === explore ? '' : name;
          }}>${capitalize(label)}</button>`,
      )}
      ${end}
    </div>
  `;
}
