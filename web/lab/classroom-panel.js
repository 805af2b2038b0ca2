/**
 * The panel for teachers below a chapter: fetched when it is opened.
 * @module
 */
import { html } from 'lit';
import { experiments } from '../index.js';
import { say } from '../language/say.js';

/** @import { AttentoScope } from '../element/attento-scope.js' */

export class ClassroomPanel {
  #elementOf;
  #addressOf;
  /** @type {ReturnType<typeof import('../classroom/classroom.js').createClassroom> | null} */
  #classroom = null;
  #experiment = '';

  /**
   * @param {() => AttentoScope} elementOf the instrument that is shown
   * @param {(link: string) => string} addressOf where the page opens a link of it
   */
  constructor(elementOf, addressOf) {
    this.#elementOf = elementOf;
    this.#addressOf = addressOf;
  }

  /** @param {boolean} hidden from students, and while its links would tell what is to be found out */
  template(hidden) {
    return html`
      <details class="classroom" ?hidden=${hidden} @toggle=${this.#open}>
        <summary>${say('For the classroom')}</summary>
        <div class="class-body"></div>
      </details>
    `;
  }

  /** @param {string} experiment that is shown */
  update(experiment) {
    this.#experiment = experiment;
    this.#classroom?.update(experiments().find(({ name }) => name === experiment) ?? null);
  }

  /** @param {Event} event */
  #open = async (event) => {
    const { open, lastElementChild } = /** @type {HTMLDetailsElement} */ (event.target);
    if (!open || this.#classroom) return;
    const place = /** @type {HTMLElement} */ (lastElementChild);
    try {
      const { createClassroom } = await import('../classroom/classroom.js');
      place.replaceChildren();
      this.#classroom ??= createClassroom(place, this.#elementOf, this.#addressOf);
      this.update(this.#experiment);
    } catch (error) {
      place.textContent = error instanceof Error ? error.message : String(error);
    }
  };
}
