/**
 * Reads the settings of the instrument from attributes, or from a link, which takes precedence, and applies changes.
 */
import { attributes as known } from '../attributes.js';
import { isSettingAttribute, readSettings, writePosterLink } from '../settings.js';
import { Feature } from './feature.js';

/** @type {Record<string, import('./attribute.js').Attribute>} */
export const attributes = {
  /** Name of the experiment. */
  experiment: {},
  /** Seed of all randomness, 0 to 4294967295; default 7. @attr {number} */
  seed: {},
  /** Name of one of the experiment’s presets; other attributes override it. */
  preset: {},
};

export class SettingsReader extends Feature {
  /** A configuration set by script or link. @type {string | null} */
  link = null;
  current = readSettings({ attributes: new Map(), link: null });

  /** @param {import('../../engine/schema.js').Configuration} configuration @param {Map<string, import('../../engine/schema.js').Value>} [extras] @returns {string} the link for this configuration */
  write = (configuration, extras) => writePosterLink(this.scope, { configuration, extras });

  /** @returns {string} the configuration as a link */
  get text() {
    return this.scope.start.live?.link() ?? writePosterLink(this.scope, this.current);
  }

  set text(link) {
    this.link = link === '' ? null : String(link);
    this.#restart();
  }

  /** @param {readonly (string | null)[]} names */
  attributesChanged(names) {
    if (names.includes('data-src')) this.#restartLive();
    if (!names.some(isSettingAttribute)) return;
    if (!this.scope.links.isReadingFragment) this.link = null;
    this.#restart();
  }

  read() {
    const scope = this.scope;
    const attributes = new Map(Array.from(scope.attributes, ({ name, value }) => [name, value]));
    this.current = readSettings({ attributes, link: this.link });
    const { configuration, theme, locale, notices, unreadAttributes } = this.current;
    if (theme) scope.setAttribute('theme', theme);
    if (locale) scope.setAttribute('locale', locale);
    for (const notice of notices) scope.notices.add(notice);
    if (
      unreadAttributes.some((name) => !(name in scope || name in known || /^(class$|aria-|data-)/.test(name)))
    )
      import('../unread-attributes.js').then(
        ({ warnUnreadAttributes }) => warnUnreadAttributes(unreadAttributes, configuration.experiment, scope),
        () => undefined,
      );
    scope.poster.update();
  }

  /** Applies a changed configuration: a poster is rendered again, a live instrument restarts. */
  async #restart() {
    const { links, notices, start, state } = this.scope;
    const before = notices.list;
    notices.list = [];
    this.read();
    if (state === 'off') {
      // Deferred until the other listeners of the new fragment have run.
      setTimeout(() => links.reportIfChanged());
      return this.scope.requestUpdate();
    }
    if (start.live?.adopt(this.current)) return notices.set(before);
    const { configuration, data } = this.current;
    const isSame = start.live?.scope?.configuration.experiment === configuration.experiment;
    const own = isSame ? (start.live?.own ?? null) : null;
    // Data in the link take precedence over the reader's.
    await this.#restartLive(data === undefined ? own && { ...own, linked: false } : null);
  }

  /** @param {import('../own-data.js').OwnData | null} [own] the reader's data, kept for this start */
  async #restartLive(own = null) {
    const { links, start, state } = this.scope;
    if (state === 'off') return;
    start.switchOff();
    await start.activate({ own });
    links.reportIfChanged();
  }
}
