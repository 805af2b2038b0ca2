/**
 * `<attento-scope experiment="context-lookup" seed="7">`: the instrument as one tag.
 *
 * Until the reader starts it, it is a poster: neither the engine nor the module is fetched. Everything heavy is loaded
 * with `live.js`, on the first click, or with `eager` as soon as the element is in sight.
 * The file is long because it holds the whole life cycle of the element: attributes, links, starting, notices.
 * @module
 */

import { html, LitElement } from 'lit';
import { buildAddress } from '../instrument/attribute-names.js';
import {
  getLanguage,
  onLanguageChange,
  setLanguage,
  translate,
  whenLanguageReady,
} from '../language/translate.js';
import { calculator, fetchEngine, maps } from '../outline.js';
import { elementAttributes } from './attributes.js';
import { posterTemplate } from './poster.js';
import { isSettingAttribute, readSettings, writePosterLink } from './settings.js';
import { shellStyles } from './shell-styles.js';
import { themeStyles } from './theme-styles.js';

/** @typedef {import('./live.js').Live | import('../calculator/calculator.js').Live | import('../maps/maps.js').Live} Live */
/** @typedef {{ text: string, bad: boolean }} Notice */
/** Which parts of the instrument are on screen. @typedef {{ controls: string, parts: readonly string[], explore: string, tab: string, foot: unknown }} ScreenOptions */

const kMaximumNotices = 5;

/** Loading that takes longer than this is reported as slow. */
const kSlowStartMs = 10_000;

/**
 * Attributes, all optional: `experiment`, `seed`, `preset` and every parameter of the experiment in kebab case
 * (`learning-rate="0.01"`, `map="2,7,3,5,1"`; `hidden-size` for `hidden`), which takes precedence over the preset; `shown`
 * names the first map; `speed` is steps per second or `full`; `theme` is auto, light, dark or projector; `mode` is explore,
 * lesson, quiz or projector; `hide` and `lock` name parts that are hidden or locked; `locale` is the language of all
 * instruments of the page, by default that of the nearest `lang`; `controls` is all, run or none; `eager` starts it when in
 * sight; `fast` makes it compute faster from its next start on, with numbers that differ between machines; `threads` is auto
 * or the number of workers that share its steps, 1 to 4; `permalink` makes it read and write the fragment of the page's
 * address, which shared links then use without its query; `link-base` is another http, https or file address for these
 * links; `base` is the folder of the published files, if the script was not loaded from there; `data-src` is the address of
 * a text to learn from, if the experiment accepts own data, fetched at the start; `src` is the address of a file of own
 * maps; `fit` makes it fill its container's height with all its parts; without it `parts` lists the parts besides map and
 * transport: inspector, try, explore.
 *
 * Events, all bubbling and crossing shadow roots: `attento-ready`; `attento-change` with `{ link }` after the
 * configuration has changed; `attento-progress` with `{ step, loss, metrics }`; `attento-pause` with `{ step, reason }`;
 * `attento-error` with `{ error }`; `attento-explore` with `{ explore }`, the name of the open panel; `attento-lesson` with
 * `{ step }`, which is predict, run, compare or reflect, or '' outside of a lesson; `attento-row` with `{ row }`, counted
 * from 0, when the reader chooses a row of the map; `attento-map` with `{ map, layer, head }` when the reader chooses
 * another map, layer and head counted from 0 if it has heads.
 */
export class AttentoScope extends LitElement {
  /** @override */
  static properties = {
    state: { state: true },
    notices: { state: true },
    slow: { state: true },
    theme: { reflect: true },
    controls: {},
    fit: { type: Boolean, reflect: true },
    parts: {},
    explore: {},
    tab: { state: true },
    withheld: { attribute: false },
  };
  /** @override */
  static styles = [themeStyles, shellStyles];
  /** The folder of the published files, with the lab in it; null where somebody has bundled them. @type {string | null} */
  static published = null;

  /** @type {Live | null} */
  #live = null;
  /** @type {IntersectionObserver | null} */
  #sightObserver = null;
  #isInSight = true;
  /** @type {MutationObserver | null} */
  #attributeObserver = null;
  /** Counts activations; one that was superseded ignores its late results. */
  #activation = 0;
  /** Aborts the start in progress. */
  #startController = new AbortController();
  /** The link that was last reported by an event, or that of the initial configuration. */
  #reportedLink = '';
  /** @type {string | null} a configuration set by script or link, which takes precedence over the attributes */
  #link = null;
  /** Settings read from attributes and link. @type {import('./settings.js').Settings} */
  #settings = {
    configuration: { experiment: '', seed: 0, parameters: {} },
    extras: new Map(),
    notices: [],
    unreadAttributes: [],
  };
  /** The reader's own data, kept for the next start. @type {import('./own-data.js').OwnData | null} */
  #nextOwnData = null;
  /** The picture on the poster. @type {import('./poster-picture.js').PosterPicture | null} */
  #posterPicture = null;
  /** Whether a new fragment is being applied; attributes that change with it do not override it. */
  #isReadingFragment = false;
  #onHashChange = () => this.#readFragment();
  /** Called when a start has ended. @type {((value?: unknown) => void)[]} */
  #startListeners = [];
  /** Removes the listener for language changes. @type {() => unknown} */
  #removeLanguageListener = () => undefined;

  constructor() {
    super();
    /** @type {'off' | 'starting' | 'live' | 'failed'} */
    this.state = 'off';
    /** @type {readonly Notice[]} */
    this.notices = [];
    /** Whether starting takes unusually long. */
    this.slow = false;
    /** @type {'auto' | 'light' | 'dark' | 'projector' | undefined} */
    this.theme = undefined;
    /** @type {'all' | 'run' | 'none' | undefined} */
    this.controls = undefined;
    /** Whether it fills the height that the page gives it. */
    this.fit = false;
    /** @type {string | undefined} */
    this.parts = undefined;
    /** Name of the exploration that is open; '' for the map. */
    this.explore = '';
    /** The area that is shown below the map on a narrow screen; '' for none. */
    this.tab = '';
    /** Settings that the page hides from the reader. @type {import('../instrument/part-access.js').Withheld | null} */
    this.withheld = null;
  }

  /** The scope of the live instrument, null while it is a poster. @returns {import('../engine/scope.js').Scope | null} */
  get scope() {
    return this.#live?.scope ?? null;
  }

  /**
   * The configuration as a link: the part after `#` in a permalink. Setting it restarts a live instrument.
   * @returns {string}
   */
  get configuration() {
    return this.#live?.link() ?? writePosterLink(this, this.#settings);
  }

  set configuration(link) {
    this.#link = link === '' ? null : String(link);
    this.#restart();
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.#removeLanguageListener = onLanguageChange(() => {
      this.#live?.relabel();
      this.requestUpdate();
    });
    if (this.hasAttribute('permalink')) {
      window.addEventListener('hashchange', this.#onHashChange);
      this.#link = location.hash.slice(1) || this.#link;
    }
    this.#readSettings();
    this.#reportedLink = this.configuration;
    this.#readLanguage();
    this.#sightObserver = new IntersectionObserver((entries) => {
      this.#isInSight = entries[entries.length - 1]?.isIntersecting ?? false;
      this.#readColorScheme();
      if (this.#isInSight && this.hasAttribute('eager') && this.state === 'off') this.activate();
      else if (!this.#isInSight && !this.#posterPicture) this.#updatePosterPicture();
      this.#live?.setInSight(this.#isInSight);
    });
    this.#watchSight();
    this.#attributeObserver ??= new MutationObserver((records) => {
      if (records.some(({ attributeName }) => attributeName === 'locale')) this.#readLanguage();
      if (records.some(({ attributeName }) => attributeName === 'data-src')) this.#refetch();
      if (!records.some(({ attributeName }) => isSettingAttribute(attributeName))) return;
      if (!this.#isReadingFragment) this.#link = null;
      this.#restart();
    });
    this.#attributeObserver.observe(this, { attributes: true });
  }

  /** @override */
  firstUpdated() {
    this.#watchSight();
    this.#readColorScheme();
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.#removeLanguageListener();
    this.#sightObserver?.disconnect();
    window.removeEventListener('hashchange', this.#onHashChange);
    // An element that is only moved is connected again before the microtask runs.
    queueMicrotask(() => {
      if (!this.isConnected) this.#switchOff();
    });
  }

  /**
   * Loads the live part and starts it, unless it is already live.
   * @param {{ run?: boolean }} [options] `run`: begin training at once
   * @returns {Promise<void>} settled when it is live or has reported an error
   */
  async activate({ run = false } = {}) {
    if (this.state === 'starting' || this.state === 'live') return;
    const turn = ++this.#activation;
    const hadFocus = this.shadowRoot?.activeElement !== null;
    this.state = 'starting';
    this.#startController = new AbortController();
    const slowTimer = setTimeout(() => {
      this.slow = turn === this.#activation;
    }, kSlowStartMs);
    try {
      const { Live } = await this.#fetchLive();
      if (turn !== this.#activation) return;
      const spoken = getLanguage();
      const live = await Live.open(this.#createHost(turn), this.#settings, this.#takeOwnData());
      if (turn !== this.#activation) return live.dispose();
      this.#live = live;
      if (getLanguage() !== spoken) live.relabel();
      live.setInSight(this.#isInSight);
      this.state = 'live';
      await this.updateComplete;
      // Focusing forces a layout, so it gets a task of its own.
      await new Promise((resolve) => setTimeout(resolve));
      if (turn !== this.#activation) return;
      if (hadFocus) /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.primary'))?.focus();
      this.#emit('attento-ready', {});
      if (run) await live.run();
    } catch (error) {
      if (turn !== this.#activation) return;
      this.state = 'failed';
      this.#updatePosterPicture();
      this.#reportError(error);
    } finally {
      clearTimeout(slowTimer);
      if (turn === this.#activation) {
        this.slow = false;
        for (const listener of this.#startListeners.splice(0)) listener();
      }
    }
  }

  /** Trains, after starting the instrument if necessary. @returns {Promise<void>} settled once it runs */
  async run() {
    if (this.#live) await this.#live.run();
    else await this.activate({ run: true });
  }

  /** @returns {Promise<void>} */
  async pause() {
    await this.#live?.pause();
  }

  /** Shows a held-out example in the map. @param {number} example @returns {Promise<void>} */
  watch(example) {
    return this.#withLive((live) => live.watch(example));
  }

  /**
   * Outlines cells of the map until the next call; null removes the outlines.
   * @param {import('./live-views.js').Highlight | null} cells
   * @returns {Promise<void>}
   */
  highlight(cells) {
    return this.#withLive((live) => live.highlight(cells));
  }

  /** Opens the settings and focuses one of them. @param {string} parameter @returns {Promise<void>} */
  async edit(parameter) {
    this.explore = 'settings';
    await this.#withLive(() => this.updateComplete);
    /** @type {ShadowRoot} */ (this.renderRoot).getElementById(`field-${parameter}`)?.focus();
  }

  /** Trains up to a step and pauses there. @param {number} step @returns {Promise<void>} settled when the run has ended */
  runTo(step) {
    return this.#withLive((live) => live.runTo(step));
  }

  /** Calls a function with the live part, after starting it if necessary. @param {(live: Live) => unknown} what */
  async #withLive(what) {
    await this.activate();
    if (this.state === 'starting') await new Promise((resolve) => this.#startListeners.push(resolve));
    if (this.#live) await what(this.#live);
  }

  /** Rendering waits for the texts of the language. @override */
  async scheduleUpdate() {
    await whenLanguageReady();
    super.scheduleUpdate();
  }

  /** @override */
  render() {
    return html`
      <div class="scope" part="scope" @transitionend=${this.#onTransition}><section class="shell" part="shell" aria-label="Attentoscope" @keydown=${this.#onKey}>
        <div class="notices ${this.notices.length > 0 ? '' : 'none'}" role="status">
          ${this.notices.map(
            (notice, i) => html`
              <p class="notice ${notice.bad ? 'bad' : ''}">
                <span>${notice.text}</span>
                <button type="button" aria-label=${translate('Dismiss')} @click=${() => this.#dismiss(i)}>✕</button>
              </p>
            `,
          )}
        </div>
        ${
          this.#live && this.state === 'live'
            ? this.#live.template(this.#screenOptions)
            : posterTemplate({
                ...this.#screenOptions,
                configuration: this.#settings.configuration,
                state: this.state === 'live' ? 'starting' : this.state,
                slow: this.slow,
                picture: this.#posterPicture,
                onPlay: () => this.activate({ run: true }),
                onCancel: () => this.#switchOff(),
              })
        }
      </section></div>
    `;
  }

  /** @returns {ScreenOptions} */
  get #screenOptions() {
    const parts = this.fit ? 'inspector try explore' : (this.parts ?? '');
    // With `fit` the page is the lab itself, or links to it.
    const labLink = this.fit && this.state !== 'failed' ? null : this.#findLabLink();
    return {
      controls: this.controls ?? 'all',
      parts: parts.split(/[\s,]+/),
      explore: this.explore ?? '',
      tab: this.tab,
      foot:
        labLink &&
        html`<p class="foot"><a href=${labLink} target="_blank" rel="noopener" @click=${this.#onLabLink}>${translate('Open in the lab')}</a></p>`,
    };
  }

  /** @override @param {Map<string, unknown>} changed */
  updated(changed) {
    // Inspector and presets need room below the map; the row of explorations does not.
    if (changed.has('tab')) this.toggleAttribute('data-open', this.tab === 'side' || this.tab === 'try');
    if (changed.has('explore') && changed.get('explore') !== undefined) {
      this.#live?.onExplore(this.explore);
      this.#emit('attento-explore', { explore: this.explore });
    }
    if (!changed.has('theme') || !this.#live) return;
    this.#live.repaint();
    this.#reportLink(this.#live.link());
  }

  /** Sets the language of the page: the attribute `locale` takes precedence over the page's `lang`. */
  #readLanguage() {
    const locale = this.getAttribute('locale');
    setLanguage(locale ?? findLanguage(this), locale !== null).catch((error) => this.#reportError(error));
  }

  /** Whether the colors are dark, which the page's color scheme decides where the theme is auto. */
  #readColorScheme() {
    const box = this.renderRoot.querySelector('.scope');
    // The computed color of `Canvas` is the only way to know what `normal` and `light dark` resolve to.
    const [red = 255] = box ? (getComputedStyle(box).columnRuleColor.match(/\d+/) ?? []) : [];
    const dark = Number(red) < 128;
    if (dark === this.hasAttribute('data-dark')) return;
    this.toggleAttribute('data-dark', dark);
    this.#live?.repaint();
  }

  /** @param {TransitionEvent} event */
  #onTransition({ propertyName }) {
    if (propertyName === 'column-rule-color') this.#readColorScheme();
  }

  #readSettings() {
    const attributes = [...this.attributes].map(
      ({ name, value }) => /** @type {[string, string]} */ ([name, value]),
    );
    this.#settings = readSettings({ attributes: new Map(attributes), link: this.#link });
    const { configuration, theme, locale, notices, unreadAttributes } = this.#settings;
    if (theme) this.setAttribute('theme', theme);
    if (locale) this.setAttribute('locale', locale);
    for (const notice of notices) this.#notify(notice, false);
    const isUnknown = (/** @type {string} */ name) => !(name in this || elementAttributes.includes(name));
    if (unreadAttributes.some((name) => isUnknown(name) && !/^(aria|data)-/.test(name)))
      import('./unread-attributes.js').then(
        ({ warnUnreadAttributes }) => warnUnreadAttributes(unreadAttributes, configuration.experiment, this),
        () => undefined,
      );
    this.#updatePosterPicture();
  }

  /** Loads the picture of the poster, unless the instrument starts at once. Without a picture Run still works. */
  async #updatePosterPicture() {
    const { configuration, mode } = this.#settings;
    // If the reader is to predict the map, none is shown before.
    if (mode === 'quiz' || mode === 'lesson') {
      this.#posterPicture = null;
      return;
    }
    if (this.#live || (this.hasAttribute('eager') && this.#isInSight && this.state !== 'failed')) return;
    let picture = null;
    try {
      const { createPosterPicture } = await import('./poster-picture.js');
      picture = await createPosterPicture(configuration);
    } catch {
      // The poster has no picture then.
    }
    if (configuration !== this.#settings.configuration) return;
    this.#posterPicture = picture;
    this.requestUpdate();
  }

  /**
   * The interface of the element to its live part; it does nothing once another start has begun.
   * @param {number} turn
   * @returns {import('./live.js').Host}
   */
  #createHost(turn) {
    /** @param {() => void} act */
    const ifCurrent = (act) => {
      if (turn === this.#activation) act();
    };
    return {
      element: this,
      signal: this.#startController.signal,
      getRoot: () => /** @type {ShadowRoot} */ (this.renderRoot),
      refresh: () => ifCurrent(() => this.requestUpdate()),
      notify: (text, bad = false) => ifCurrent(() => this.#notify(text, bad)),
      reportError: (error) => ifCurrent(() => this.#reportError(error)),
      writeLink: (configuration) => writePosterLink(this, { configuration, extras: new Map() }),
      reportChange: (link) => ifCurrent(() => this.#reportLink(link)),
      emit: (type, detail) => ifCurrent(() => this.#emit(type, detail)),
    };
  }

  #fetchLive() {
    const { experiment } = this.#settings.configuration;
    if (experiment === calculator.name) return import('../calculator/calculator.js');
    if (experiment === maps.name) return import('../maps/maps.js');
    // Loads the engine in parallel with the views. An error is reported by the import that needs it.
    fetchEngine().catch(() => undefined);
    return import('./live.js');
  }

  /** Observes the inner box, since a page may set `display: contents` on the tag. */
  #watchSight() {
    const box = this.renderRoot.querySelector('.scope');
    if (box) this.#sightObserver?.observe(box);
  }

  /**
   * The address of the same configuration on its own page: under `link-base`, or beside the published script.
   * @returns {string | null}
   */
  #findLabLink() {
    const base = this.getAttribute('link-base') ?? AttentoScope.published;
    return buildAddress(base, this.configuration);
  }

  /** Reports it if the sandbox of a frame blocks the new window, where the link would silently do nothing. @param {MouseEvent} event */
  #onLabLink(event) {
    if (parent === self) return;
    event.preventDefault();
    const opened = open(/** @type {HTMLAnchorElement} */ (event.currentTarget).href);
    if (opened) opened.opener = null;
    else
      this.#notify(
        translate(
          'The page around this frame does not let it open other pages: its sandbox lacks allow-popups.',
        ),
        false,
      );
  }

  #switchOff() {
    this.#activation++;
    this.#startController.abort();
    this.#live?.dispose();
    this.#live = null;
    this.slow = false;
    this.state = 'off';
  }

  /** Applies a changed configuration: a poster is rendered again, a live instrument restarts. */
  async #restart() {
    const before = this.notices;
    this.notices = [];
    this.#readSettings();
    if (this.state === 'off') {
      // Deferred until the other listeners of the new fragment have run.
      setTimeout(() => this.#reportIfChanged());
      return this.requestUpdate();
    }
    if (this.#live && !this.#live.differsFrom(this.#settings)) {
      this.notices = before;
      return;
    }
    const { configuration, data } = this.#settings;
    const { experiment } = configuration;
    const own = this.#live?.scope?.configuration.experiment === experiment ? this.#live.own : null;
    this.#switchOff();
    // Data in the link take precedence.
    this.#nextOwnData = data === undefined ? own && { ...own, linked: false } : null;
    await this.activate();
    this.#reportIfChanged();
  }

  /** Restarts because the address of the data has changed; the data at hand are dropped. */
  async #refetch() {
    if (this.state === 'off') return;
    this.#switchOff();
    await this.activate();
    this.#reportIfChanged();
  }

  /** Reports a configuration that was changed from outside. */
  #reportIfChanged() {
    const { configuration } = this;
    if (configuration !== this.#reportedLink) this.#reportLink(configuration);
  }

  /** Returns and clears the reader's data, so that a start after a failed one does not use them again. */
  #takeOwnData() {
    const own = this.#nextOwnData;
    this.#nextOwnData = null;
    return own;
  }

  #readFragment() {
    const link = location.hash.slice(1);
    if (link === '' || link === this.configuration) return;
    this.#isReadingFragment = true;
    setTimeout(() => {
      this.#isReadingFragment = false;
    });
    this.configuration = link;
  }

  /** @param {string} link */
  #reportLink(link) {
    this.#link = link;
    this.#reportedLink = link;
    if (this.hasAttribute('permalink'))
      import('./address-bar.js').then(({ replaceFragment }) => replaceFragment(`#${link}`));
    this.#emit('attento-change', { link });
  }

  /** @param {string} text @param {boolean} bad */
  #notify(text, bad) {
    if (this.notices.some((notice) => notice.text === text)) return;
    this.notices = [...this.notices, { text, bad }].slice(-kMaximumNotices);
  }

  /** @param {unknown} error */
  #reportError(error) {
    this.#notify(error instanceof Error ? error.message : String(error), true);
    this.#emit('attento-error', { error });
  }

  /** @param {number} index */
  #dismiss(index) {
    this.notices = this.notices.filter((_, i) => i !== index);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    this.#live?.onKey(event);
  }

  /** @param {string} type @param {object} detail */
  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }
}

/** @param {Element} element @returns {string} the nearest `lang` around it, through the hosts of shadow roots */
function findLanguage(element) {
  const near = element.closest('[*|lang]');
  if (near) return near.getAttribute('lang') ?? near.getAttribute('xml:lang') ?? '';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? findLanguage(root.host) : 'en';
}
