/**
 * Reads the settings of the instrument from attributes, or from a link, which takes precedence, and applies changes.
 */
import { writeLink } from '../../outline.js';
import { elementSchemas, attributes as known, readElementFields } from '../attributes.js';
import { isSettingAttribute, readSettings } from '../settings.js';
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
  /** The link from which the settings are read; null: they are read from the attributes. @type {string | null} */
  source = null;
  current = readSettings({ attributes: new Map(), link: null });

  /**
   * @param {import('../../engine/schema.js').Configuration} configuration
   * @param {Map<string, import('../../engine/schema.js').Value>} [extras]
   * @returns {string} the link for this configuration in this element
   */
  writeLink = (configuration, extras = new Map()) =>
    writeLink(configuration, new Map([...extras, ...readElementFields(this.host)]), elementSchemas);

  /** The link to what the element shows. @returns {string} */
  get link() {
    const { configuration, extras } = this.current;
    return this.host.start.live?.link() ?? this.writeLink(configuration, extras);
  }

  set link(link) {
    this.source = link === '' ? null : String(link);
    this.#restart();
  }

  /** @param {readonly (string | null)[]} names */
  attributesChanged(names) {
    if (names.includes('data-src')) this.#restartLive();
    if (!names.some(isSettingAttribute)) return;
    if (!this.host.links.isReadingFragment) this.source = null;
    this.#restart();
  }

  read() {
    const { host } = this;
    const attributes = new Map(Array.from(host.attributes, ({ name, value }) => [name, value]));
    this.current = readSettings({ attributes, link: this.source });
    const { configuration, theme, locale, notices, unreadAttributes } = this.current;
    if (theme) host.setAttribute('theme', theme);
    if (locale) host.setAttribute('locale', locale);
    for (const notice of notices) host.notices.add(notice);
    if (
      unreadAttributes.some((name) => !(name in host || name in known || /^(class$|aria-|data-)/.test(name)))
    )
      import('../unread-attributes.js').then(
        ({ warnUnreadAttributes }) => warnUnreadAttributes(unreadAttributes, configuration.experiment, host),
        () => undefined,
      );
    host.poster.update();
  }

  /** Applies a changed configuration: a poster is rendered again, a live instrument restarts. */
  async #restart() {
    const { links, notices, start, state } = this.host;
    const before = notices.list;
    notices.list = [];
    this.read();
    if (state === 'off') {
      // Deferred until the other listeners of the new fragment have run.
      setTimeout(() => links.reportIfChanged());
      return this.host.requestUpdate();
    }
    if (start.live?.applySettings(this.current)) return notices.set(before);
    const { configuration, data } = this.current;
    const isSame = start.live?.scope?.configuration.experiment === configuration.experiment;
    const own = isSame ? (start.live?.own ?? null) : null;
    // Data in the link take precedence over the reader's.
    await this.#restartLive(data === undefined ? own && { ...own, linked: false } : null);
  }

  /** @param {import('../own-data.js').OwnData | null} [own] the reader's data, kept for this start */
  async #restartLive(own = null) {
    const { links, start, state } = this.host;
    if (state === 'off') return;
    start.switchOff();
    await start.activate({ own });
    links.reportIfChanged();
  }
}
