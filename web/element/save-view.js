/**
 * A quiet control at the foot of every view: its picture and its numbers to take along, and its film where it has one.
 * @module
 */
import { say } from '../language/say.js';
import { h } from '../views/dom.js';
import { createJob } from '../views/job.js';
import { kPanel } from '../views/panel-styles.js';

/** @typedef {import('../views/view.js').View} View */
/** @typedef {'svg' | 'png' | 'csv' | 'json'} Kind */

/**
 * What a saved file tells of the run.
 * @typedef {object} Saving
 * @property {() => { experiment: string, seed: number, parameters: object }} configuration
 * @property {() => string} title of the experiment
 * @property {() => number} step of the present
 * @property {(message: string) => void} notify
 * @property {() => Promise<void>} pause the run, so that the film has the machine for itself
 */

/** One thing to be saved. @typedef {{ element: HTMLElement, name: string, view: View }} Figure */

/** @type {readonly Kind[]} */
const kPictures = ['svg', 'png'];
/** @type {readonly Kind[]} */
const kNumbers = ['csv', 'json'];

export const saveViewStyles = /* css */ `
.view-foot { position: relative; min-block-size: 1.9em; }
.save-view { position: absolute; inset-block-start: 0; inset-inline-end: 0; }
.save-view > summary { display: inline-flex; align-items: center; min-block-size: 1.9em; list-style: none; cursor: pointer; color: var(--attento-muted); text-decoration: underline; text-underline-offset: 0.2em; text-decoration-color: var(--attento-line-colour); }
.save-view > summary::-webkit-details-marker { display: none; }
.save-view > summary:hover { color: var(--attento-ink); }
.save-view-menu { position: absolute; z-index: 2; inset-inline-end: 0; inset-block-start: 100%; display: grid; min-inline-size: 14em; padding: 0.35em; border: 1px solid var(--attento-line-colour); border-radius: 8px; background: var(--attento-paper); box-shadow: 0 4px 16px rgb(0 0 0 / 18%); }
.save-view-menu > button { min-block-size: 2.5em; padding: 0 0.8em; border: 0; border-radius: 5px; background: none; text-align: start; cursor: pointer; }
.save-view-menu > button:hover { background: var(--attento-slot); }
.save-view-menu > .panel-row { display: grid; gap: 0.4em; padding: 0.5em 0.8em 0.4em; border-block-start: 1px solid var(--attento-rule); }
.save-view-menu .button { justify-self: start; min-block-size: 2.25em; }
.save-view-menu progress { inline-size: 100%; block-size: 4px; accent-color: var(--attento-accent); }
.save-view-menu .panel-told { margin: 0; max-inline-size: 16em; flex: none; color: var(--attento-muted); font-size: 0.9em; }
.save-view-menu .panel-told:empty { display: none; }
.view-foot:has(> .table[hidden]), .panel:not(:has(table)) > .view-foot:not(:has(> .table)) { display: none; }
@container scope (max-width: 34em) {
  .save-view > summary, .view-foot { min-block-size: 2.75em; }
}
@media print {
  .view-foot { display: none; }
}
`;

/**
 * Every panel is a figure of its own, and so is what stands outside of panels.
 * @param {View} view
 * @param {string} name of the view
 * @returns {Figure[]}
 */
export function figuresOf(view, name) {
  const { element } = view;
  const panels = /** @type {HTMLElement[]} */ ([...element.querySelectorAll(kPanel)]);
  const only = panels.length === 1 && element.children.length === 1;
  return [...(only ? [] : [element]), ...panels].map((figure) => {
    const suffix = figure.dataset['figure'];
    return { element: figure, name: suffix ? `${name}-${suffix}` : name, view };
  });
}

/**
 * @param {View} view
 * @param {string} name of the view
 * @param {Saving} saving
 * @param {AbortSignal} life of the view
 */
export function offerSaving(view, name, saving, life) {
  for (const figure of figuresOf(view, name)) {
    const { element } = figure;
    const tables = [...element.querySelectorAll('details.table')];
    const table = tables.find((one) => (one.closest(kPanel) ?? view.element) === element);
    const foot = h('div', { class: 'view-foot' });
    if (table) table.replaceWith(foot);
    else (element.querySelector(':scope > .explain-body') ?? element).append(foot);
    foot.append(...(table ? [table] : []), createControl(figure, saving, life));
  }
}

/** @param {Figure} figure @param {Saving} saving @param {AbortSignal} life */
function createControl(figure, saving, life) {
  const { view, element: shown } = figure;
  const label =
    shown.getAttribute('aria-label') ?? shown.querySelector('h2, summary')?.textContent ?? figure.name;
  const film =
    view.film && shown === view.element
      ? createJob({
          label: say('Film ({format})', { format: 'WebM' }),
          run: async (signal, report) => {
            const { saveFilm } = await import('./save-film.js');
            saving.pause();
            await saveFilm(figure, saving, signal, report);
          },
        })
      : null;
  life.addEventListener('abort', () => film?.dispose());
  const summary = h('summary', {}, say('Save view'), h('span', { class: 'visually-hidden' }, `: ${label}`));
  /** @param {Kind} kind @param {string} text */
  const item = (kind, text) => h('button', { type: 'button', onclick: () => save(kind) }, text);
  const menu = h(
    'div',
    { class: 'save-view-menu', tabindex: -1 },
    ...kPictures.map((kind) => item(kind, say('Picture ({format})', { format: kind.toUpperCase() }))),
    ...kNumbers.map((kind) => item(kind, say('Numbers ({format})', { format: kind.toUpperCase() }))),
    film?.element,
  );
  const control = h('details', { class: 'save-view' }, summary, menu);

  /** @param {Kind} kind */
  async function save(kind) {
    control.open = false;
    summary.focus();
    try {
      const { saveFigure } = await import('./save-figure.js');
      await saveFigure(figure, kind, saving);
    } catch (error) {
      saving.notify(error instanceof Error ? error.message : String(error));
    }
  }

  control.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !control.open) return;
    event.stopPropagation();
    control.open = false;
    summary.focus();
  });
  // Whoever goes elsewhere has done with the menu, unless a film is being made.
  control.addEventListener('focusout', ({ relatedTarget }) => {
    const inside = relatedTarget instanceof Node && control.contains(relatedTarget);
    if (!inside && !menu.querySelector('progress:not([hidden])')) control.open = false;
  });
  return control;
}
