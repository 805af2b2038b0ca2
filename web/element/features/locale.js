/** Sets the language of the texts from the attribute `locale` or the page's `lang`. */
import { onLanguageChange, setLanguage } from '../../language/translate.js';
import { createTextSchema } from './attribute.js';
import { Feature } from './feature.js';

export const attributes = {
  /** Language of all instruments of the page; default: the nearest `lang` attribute around it. */
  locale: { link: createTextSchema(16) },
};

export class Locale extends Feature {
  /** @type {() => unknown} */
  #removeListener = () => undefined;

  hostConnected() {
    this.#removeListener = onLanguageChange(() => {
      this.host.start.live?.relabel();
      this.host.requestUpdate();
    });
    this.#read();
  }

  hostDisconnected() {
    this.#removeListener();
  }

  /** @param {readonly (string | null)[]} names */
  attributesChanged(names) {
    if (names.includes('locale')) this.#read();
  }

  /** Sets the language of the page: the attribute takes precedence over the page's `lang`. */
  #read() {
    const locale = this.host.getAttribute('locale');
    setLanguage(locale ?? findLanguage(this.host), locale !== null).catch((error) =>
      this.host.notices.report(error),
    );
  }
}

/** @param {Element} element @returns {string} the nearest `lang` around it, through the hosts of shadow roots */
function findLanguage(element) {
  const near = element.closest('[*|lang]');
  if (near) return near.getAttribute('lang') ?? near.getAttribute('xml:lang') ?? '';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? findLanguage(root.host) : 'en';
}
