/**
 * The custom element `<attento-scope experiment="context-lookup" seed="7">`, composed of features. Each feature declares its
 * attributes, events and style hooks in its file. Parameters of the experiments are attributes, too, in kebab case
 * (`learning-rate="0.01"`, `map="2,7,3,5,1"`; `hidden-size` for `hidden`).
 *
 * Before the start the element shows a poster, and neither the engine nor the WebAssembly module is fetched. They are loaded
 * on the first click, or with `eager` as soon as the element is in sight.
 */

import { html, LitElement, unsafeCSS } from 'lit';
import { whenLanguageReady } from '../language/translate.js';
import { Layout, attributes as layoutAttributes } from './features/layout.js';
import { Links } from './features/links.js';
import { Locale } from './features/locale.js';
import { Notices } from './features/notices.js';
import { Poster } from './features/poster.js';
import { SettingsReader } from './features/settings.js';
import { Start } from './features/start.js';
import { Theme, attributes as themeAttributes } from './features/theme.js';
import { Visibility } from './features/visibility.js';
import { shellStyles } from './shell-styles.js';
import { themeStyles } from './theme-styles.js';

/** @import { Scope } from '../engine/scope.js' */

/** A small network that learns live in the page; its attention map is drawn over the true attention. */
export class AttentoScope extends LitElement {
  /** @override @type {import('lit').PropertyDeclarations} */
  static properties = {
    ...layoutAttributes,
    ...themeAttributes,
    state: { state: true },
    isStartSlow: { state: true },
    tab: { state: true },
  };
  /** @override */
  static styles = unsafeCSS(themeStyles + shellStyles);
  /** URL of the folder with the published files and the lab; null if the element was bundled elsewhere. @type {string | null} */
  static published = null;

  notices = new Notices(this);
  settings = new SettingsReader(this);
  links = new Links(this);
  locale = new Locale(this);
  colors = new Theme(this);
  layout = new Layout(this);
  poster = new Poster(this);
  start = new Start(this);
  visibility = new Visibility(this);

  #attributeObserver = new MutationObserver((records) => {
    const names = records.map(({ attributeName }) => attributeName);
    this.locale.attributesChanged(names);
    this.settings.attributesChanged(names);
  });

  constructor() {
    super();
    /** `off`: shows a poster; `starting`; `live`; `failed`: shows the error. @type {'off' | 'starting' | 'live' | 'failed'} */
    this.state = 'off';
    /** Colors and sizes; auto, the default, follows the color scheme of the page. @type {'auto' | 'light' | 'dark' | 'projector' | undefined} */
    this.theme = undefined;
    /** Which controls the reader gets; default all. @type {'all' | 'run' | 'none' | undefined} */
    this.controls = undefined;
    /** Whether the element fills the height that the page gives it and shows all its parts. @type {boolean} */
    this.fit = false;
    /** Parts to show in addition to the map and the run controls: inspector, try, explore. @type {string | undefined} */
    this.parts = undefined;
    /** Name of the exploration that is shown instead of the map; empty for the map. @type {string} */
    this.explore = '';
    this.isStartSlow = false;
    // The area that is shown below the map on a narrow screen; '' for none.
    this.tab = '';
  }

  /** The run; null unless the element is live. @type {Scope | null} */
  get scope() {
    return this.start.live?.scope ?? null;
  }

  /** The configuration as a link: what follows # in a permalink. Setting it restarts a live instrument. @type {string} */
  get configuration() {
    return this.settings.link;
  }

  set configuration(link) {
    this.settings.link = link;
  }

  /**
   * Starts the instrument unless it is live; resolves when it is live or shows why it cannot start.
   * @param {{ run?: boolean }} [options] `run`: begin training at once.
   * @returns {Promise<void>}
   */
  activate({ run } = {}) {
    return this.start.activate({ run });
  }

  /** Starts the instrument if necessary, and trains; resolves once training has begun. @returns {Promise<void>} */
  async run() {
    if (this.start.live) await this.start.live.run();
    else await this.activate({ run: true });
  }

  /** Pauses training. @returns {Promise<void>} */
  async pause() {
    await this.start.live?.pause();
  }

  /**
   * Shows a held-out example in the map, if the experiment shows one example at a time.
   * @param {number} example Counted from 0.
   * @returns {Promise<void>}
   */
  watch(example) {
    return this.start.withLive((live) => live.watch(example));
  }

  /**
   * Outlines cells of the map until the next call.
   * @param {{ rows?: readonly number[]; columns?: readonly number[] } | null} cells Whole rows, whole columns, or the cells where both meet if both are given; null for none.
   * @returns {Promise<void>}
   */
  highlight(cells) {
    return this.start.withLive((live) => live.highlight(cells));
  }

  /**
   * Opens the settings and focuses the field of a parameter.
   * @param {string} parameter Its name.
   * @returns {Promise<void>}
   */
  async edit(parameter) {
    this.explore = 'settings';
    await this.start.withLive((live) => live.edit(parameter));
  }

  /**
   * Trains up to a step; resolves when the run has ended, at that step or before.
   * @param {number} step Step at which the run pauses.
   * @returns {Promise<void>}
   */
  runTo(step) {
    return this.start.withLive((live) => live.runTo(step));
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.#attributeObserver.observe(this, { attributes: true });
  }

  /** Rendering waits for the texts of the language. @override */
  async scheduleUpdate() {
    await whenLanguageReady();
    super.scheduleUpdate();
  }

  /** @override */
  render() {
    const { colors, layout, notices, poster, start, state } = this;
    return html`
      <div class="scope" part="scope" @transitionend=${() => colors.readColorScheme()}><section class="shell" part="shell" aria-label="Attentoscope"
        @keydown=${(/** @type {KeyboardEvent} */ event) => start.live?.onKey(event)}>
        ${notices.template()}
        ${start.live && state === 'live' ? start.live.template(layout.options) : poster.template()}
      </section></div>
    `;
  }

  /** Dispatches an event for a feature. @param {string} type @param {object} detail @internal */
  emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }
}
