/**
 * Links to the present configuration: in the fragment of the page's address, and to the lab.
 *
 * @fires {CustomEvent<{ link: string }>} attento-change - The configuration has changed.
 */
import { html } from 'lit';
import { buildAddress } from '../../instrument/attribute-names.js';
import { translate } from '../../language/translate.js';
import { Feature } from './feature.js';

/** @type {Record<string, import('./attribute.js').Attribute>} */
export const attributes = {
  /** Keeps the configuration in the fragment of the page’s URL. @attr {boolean} */
  permalink: {},
  /** URL that copied links lead to. */
  'link-base': {},
  /** URL of the published files, for the snippets of Share; default: where attentoscope.js was loaded from. */
  base: {},
};

export class Links extends Feature {
  /** The link that was last reported by an event, or the link of the initial configuration. */
  #reported = '';
  /** Whether a new fragment is being applied; attributes that change meanwhile do not override the fragment. */
  isReadingFragment = false;

  hostConnected() {
    const { settings } = this.host;
    if (this.host.hasAttribute('permalink')) {
      addEventListener('hashchange', this.#onHashChange);
      settings.source = location.hash.slice(1) || settings.source;
    }
    settings.read();
    this.#reported = settings.link;
  }

  hostDisconnected() {
    removeEventListener('hashchange', this.#onHashChange);
  }

  #onHashChange = () => {
    const { settings } = this.host;
    const link = location.hash.slice(1);
    if (link === '' || link === settings.link) return;
    this.isReadingFragment = true;
    setTimeout(() => {
      this.isReadingFragment = false;
    });
    settings.link = link;
  };

  /** @param {string} link of a changed configuration */
  report(link) {
    this.host.settings.source = link;
    this.#reported = link;
    if (this.host.hasAttribute('permalink'))
      import('../address-bar.js').then(({ replaceFragment }) => replaceFragment(`#${link}`));
    this.host.emit('attento-change', { link });
  }

  /** Reports a configuration that was changed from outside. */
  reportIfChanged() {
    const { link } = this.host.settings;
    if (link !== this.#reported) this.report(link);
  }

  /** A link that opens the present configuration in the lab: under `link-base`, or beside the published script. */
  labTemplate() {
    const { published } = /** @type {typeof import('../attento-scope.js').AttentoScope} */ (
      this.host.constructor
    );
    const link = buildAddress(this.host.getAttribute('link-base') ?? published, this.host.settings.link);
    return (
      link &&
      html`<p class="foot"><a href=${link} target="_blank" rel="noopener" @click=${this.#onLabLink}>${translate('Open in the lab')}</a></p>`
    );
  }

  /** Opens the lab, and shows a notice if a frame's sandbox blocks the new window. @param {MouseEvent} event */
  #onLabLink = (event) => {
    if (parent === self) return;
    event.preventDefault();
    const opened = open(/** @type {HTMLAnchorElement} */ (event.currentTarget).href);
    if (opened) opened.opener = null;
    else
      import('../address-bar.js').then(({ describeBlockedPopup }) =>
        this.host.notices.add(describeBlockedPopup()),
      );
  };
}
