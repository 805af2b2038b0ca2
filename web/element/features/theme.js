/** The attribute `theme`, and the color scheme of the element. */
import { createChoiceSchema } from './attribute.js';
import { Feature } from './feature.js';

/** @type {readonly string[]} */
export const themes = ['auto', 'light', 'dark', 'projector'];

export const attributes = {
  /** Colors and sizes; auto, the default, follows the color scheme of the page. */
  theme: { link: createChoiceSchema(themes), reflect: true },
};

export class Theme extends Feature {
  /** @type {string | undefined} */
  #previous;

  hostUpdated() {
    const { theme, start, links } = this.host;
    if (theme === this.#previous) return;
    this.#previous = theme;
    start.live?.repaint();
    if (start.live) links.report(start.live.link());
  }

  /** Sets or removes `data-dark` by the present color scheme; with the theme `auto` the page's scheme decides. */
  readColorScheme() {
    const box = this.host.renderRoot.querySelector('.scope');
    // The computed color of `Canvas` is the only way to know what `normal` and `light dark` resolve to.
    const [red = 255] = box ? (getComputedStyle(box).columnRuleColor.match(/\d+/) ?? []) : [];
    const dark = Number(red) < 128;
    if (dark === this.host.hasAttribute('data-dark')) return;
    this.host.toggleAttribute('data-dark', dark);
    this.host.start.live?.repaint();
  }
}
