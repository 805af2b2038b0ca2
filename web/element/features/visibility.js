/** Observes whether the instrument is in sight, since it trains only while the reader can see it. */
import { Feature } from './feature.js';

/** @type {Record<string, import('./attribute.js').Attribute>} */
export const attributes = {
  /** Starts when it becomes visible, without a click on Run. @attr {boolean} */
  eager: {},
};

export class Visibility extends Feature {
  /** @type {IntersectionObserver | null} */
  #observer = null;
  /** @type {Element | null} */
  #box = null;
  isInSight = true;

  /** Whether the reader can see the instrument. */
  get isVisible() {
    return this.isInSight && !document.hidden;
  }

  /** Whether the instrument starts without a click. */
  get isStarting() {
    return this.isInSight && this.host.hasAttribute('eager');
  }

  #onVisibilityChange = () => this.host.start.live?.updateVisibility();

  hostConnected() {
    document.addEventListener('visibilitychange', this.#onVisibilityChange);
    this.#observer = new IntersectionObserver((entries) => {
      const { colors, poster, start } = this.host;
      this.isInSight = entries[entries.length - 1]?.isIntersecting ?? false;
      colors.readColorScheme();
      if (this.isStarting && this.host.state === 'off') start.activate();
      else if (!this.isInSight && !poster.picture) poster.update();
      start.live?.updateVisibility();
    });
    if (this.#box) this.#observer.observe(this.#box);
  }

  /** Observes the inner box, since a page may set `display: contents` on the tag. */
  hostUpdated() {
    if (this.#box) return;
    this.#box = this.host.renderRoot.querySelector('.scope');
    if (this.#box) this.#observer?.observe(this.#box);
    this.host.colors.readColorScheme();
  }

  hostDisconnected() {
    document.removeEventListener('visibilitychange', this.#onVisibilityChange);
    this.#observer?.disconnect();
  }
}
