/**
 * What stands in a folded panel is made when the panel opens for the first time, and kept from then on.
 * @module
 */
import { nothing } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';

class WhenOpen extends AsyncDirective {
  /** @type {() => unknown} */
  #content = () => nothing;
  /** @type {HTMLDetailsElement | null} */
  #panel = null;
  #made = false;

  /** @override @param {() => unknown} content */
  render(content) {
    this.#content = content;
    return this.#made ? content() : nothing;
  }

  /** @override @param {import('lit').ChildPart} part a child of the panel @param {[() => unknown]} values */
  update(part, [content]) {
    if (!this.#panel) {
      this.#panel = /** @type {HTMLDetailsElement} */ (part.parentNode);
      // A summary is clicked before its panel opens, so that it opens full; whatever else opens it is heard of afterwards.
      this.#panel.addEventListener('click', this.#make);
      this.#panel.addEventListener('toggle', this.#make);
    }
    this.#made ||= this.#panel.open;
    return this.render(content);
  }

  #make = () => {
    if (this.#made) return;
    this.#made = true;
    this.setValue(this.#content());
  };
}

/** For a child of `<details>`, beside its summary. */
export const whenOpen = directive(WhenOpen);
