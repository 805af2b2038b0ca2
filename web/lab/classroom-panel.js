/** The panel for teachers below a chapter. Its code is fetched when the panel is opened. */
import { html } from 'lit';
import { elementSchemas } from '../element/attributes.js';
import { experiments } from '../index.js';
import { translate } from '../language/translate.js';

export class ClassroomPanel {
  #page;
  /** @type {ReturnType<typeof import('../classroom/classroom.js').createClassroomMode> | null} */
  #classroom = null;
  #experiment = '';

  /** @param {Omit<import('../classroom/classroom.js').Page, 'linkFields'>} page */
  constructor(page) {
    this.#page = page;
  }

  /** @param {boolean} hidden for students */
  template(hidden) {
    return html`
      <details class="classroom" ?hidden=${hidden} @toggle=${this.#open}>
        <summary>${translate('For the classroom')}</summary>
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
      const { createClassroomMode } = await import('../classroom/classroom.js');
      place.replaceChildren();
      this.#classroom ??= createClassroomMode(place, { ...this.#page, linkFields: elementSchemas });
      this.update(this.#experiment);
    } catch (error) {
      place.textContent = /** @type {Error} */ (error).message;
    }
  };
}
