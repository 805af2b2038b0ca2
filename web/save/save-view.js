/**
 * The menu at the foot of every view: it shows the numbers as a table, and saves the image, the numbers and, if the view
 * has one, the film.
 */
import { html } from 'lit';
import { translate } from '../language/translate.js';
import { toElement } from '../parts/dom.js';
import { computeScale } from '../parts/element-point.js';
import { createJob } from '../parts/job.js';
import { kPanelSelector } from '../parts/panel-styles.js';

/** @import { View } from '../engine/view-types.js' */
/** `copy` puts the picture on the clipboard. @typedef {'svg' | 'png' | 'copy' | 'csv' | 'json' | 'excel'} SaveFormat */

/**
 * The data and functions of the run that saving needs.
 * @typedef {object} SaveContext
 * @property {() => { experiment: string, seed: number, parameters: object }} configuration
 * @property {() => string} title of the experiment
 * @property {() => number | null} step the current step; null where there are no steps
 * @property {(message: string) => void} notify
 * @property {() => Promise<void>} pause pauses the run, so that recording the film can use the processor
 */

/** A part of a view that can be saved. @typedef {{ element: HTMLElement, name: string, view: View }} Figure */

/** @type {readonly SaveFormat[]} */
const kImageFormats = ['svg', 'png'];
/** @type {readonly SaveFormat[]} */
const kNumberFormats = ['csv', 'json', 'excel'];

export const saveViewStyles = /* css */ `
.view-foot { position: relative; display: grid; grid-template-columns: minmax(0, 1fr) auto auto; align-items: start; }
.view-foot > .table > summary { display: none; }
.view-foot > .pin { grid-column: 2; grid-row: 1; min-block-size: var(--attento-control-small); }
.view-foot > .save-view { grid-column: 3; grid-row: 1; }
[data-table] > :not(.view-foot) { display: none; }
.side .curve:not([data-table]) > .view-foot { position: absolute; inset-block-start: 0; inset-inline-end: 0; }
.save-view > summary { display: grid; place-content: center; inline-size: 2.25em; block-size: 2.25em; border-radius: var(--attento-radius); list-style: none; cursor: pointer; color: var(--attento-muted); font-weight: 700; }
.save-view > summary::-webkit-details-marker { display: none; }
.save-view > summary:hover, .save-view[open] > summary { color: var(--attento-ink); background: var(--attento-slot); }
.save-view-menu { position: fixed; z-index: 4; inset: auto; margin: 0; color: inherit; min-inline-size: 14em; padding: var(--attento-gap-small); border: 1px solid var(--attento-line-color); border-radius: var(--attento-radius); background: var(--attento-paper); box-shadow: 0 4px 16px rgb(0 0 0 / 18%); }
.save-view[open] > .save-view-menu { display: grid; }
.save-view-menu > button { min-block-size: var(--attento-control); padding: 0 var(--attento-gap); border: 0; border-radius: var(--attento-radius); background: none; text-align: start; cursor: pointer; }
.save-view-menu > button:hover { background: var(--attento-slot); }
.save-view-menu > .panel-row { display: grid; gap: var(--attento-gap-small); padding: var(--attento-gap) var(--attento-gap) var(--attento-gap-small); border-block-start: 1px solid var(--attento-rule); }
.save-view-menu .button { justify-self: start; min-block-size: var(--attento-control-small); }
.save-view-menu progress { inline-size: 100%; block-size: 4px; }
.save-view-menu .panel-status { margin: 0; max-inline-size: 16em; flex: none; color: var(--attento-muted); font-size: var(--attento-size-small); }
.save-view-menu .panel-status:empty { display: none; }
.view-foot:has(> .table[hidden]), .panel:not(:has(table)) > .view-foot:not(:has(> .table)) { display: none; }
`;

/**
 * Finds the figures of a view: every panel, and the content outside of panels.
 * @param {View} view
 * @param {string} name of the view
 * @returns {Figure[]}
 */
function findFigures(view, name) {
  const { element, panels = [] } = view;
  const inside = /** @type {HTMLElement[]} */ ([...element.querySelectorAll(kPanelSelector)]);
  const only = inside.length === 1 && element.children.length === 1;
  const all = [...(only ? [] : [element]), ...inside, ...panels.map((panel) => panel.element)];
  return all.map((figure) => {
    const suffix = figure.dataset['figure'];
    return { element: figure, name: suffix ? `${name}-${suffix}` : name, view };
  });
}

/**
 * @param {View} view
 * @param {string} name of the view
 * @param {SaveContext} saving
 * @param {AbortSignal} life aborted when the view ends
 */
export function addSaveMenus(view, name, saving, life) {
  for (const figure of findFigures(view, name)) {
    const { element } = figure;
    const tables = [...element.querySelectorAll('details.table')];
    const table = tables.find((one) => (one.closest(kPanelSelector) ?? element) === element);
    const foot = toElement(html`<div class="view-foot"></div>`);
    if (table) table.replaceWith(foot);
    else (element.querySelector(':scope > .explain-body') ?? element).append(foot);
    if (table) foot.append(table);
    foot.append(createControl(figure, foot, saving, life));
  }
}

/**
 * The button that shows the numbers instead of the picture, and back.
 * @param {HTMLElement} foot of the view
 * @param {() => void} onToggle
 */
function tableToggle(foot, onToggle) {
  const table = /** @type {HTMLDetailsElement | null} */ (foot.querySelector(':scope > details.table'));
  if (!table) return null;
  const toggle = (/** @type {Event} */ { currentTarget }) => {
    table.open = !table.open;
    foot.parentElement?.toggleAttribute('data-table', table.open);
    /** @type {HTMLElement} */ (currentTarget).textContent = table.open
      ? translate('Show as picture')
      : translate('Show as table');
    onToggle();
  };
  return html`<button type="button" class="show-table" @click=${toggle}>${translate('Show as table')}</button>`;
}

/** Saves the picture of a map. @param {View | undefined} map undefined if it is hidden @param {SaveFormat} kind @param {SaveContext} saving */
export async function saveMapPicture(map, kind, saving) {
  if (!map) return saving.notify(translate('The map is hidden here.'));
  const { saveFigure } = await import('./save-figure.js');
  await saveFigure({ element: map.element, name: '', view: map }, kind, saving);
}

/** @param {SaveFormat} kind @returns {string} */
export function getFileFormatLabel(kind) {
  return kind === 'excel' ? translate('CSV for German and French Excel') : kind.toUpperCase();
}

/** @param {Figure} figure @param {HTMLElement} foot @param {SaveContext} saving @param {AbortSignal} life */
function createControl(figure, foot, saving, life) {
  const { view, element } = figure;
  const label =
    element.getAttribute('aria-label') ?? element.querySelector('h2, summary')?.textContent ?? figure.name;
  const film =
    view.film && element === view.element
      ? createJob({
          label: translate('Film ({format})', { format: 'WebM' }),
          run: async (signal, report) => {
            const { saveFilm } = await import('./save-film.js');
            saving.pause();
            await saveFilm(figure, saving, signal, report);
          },
        })
      : null;
  life.addEventListener('abort', () => film?.dispose());
  const name = translate('{label}: table and files', { label });
  /** @param {SaveFormat} kind @param {string} text */
  const item = (kind, text) => html`<button type="button" @click=${() => save(kind)}>${text}</button>`;
  const control = /** @type {HTMLDetailsElement} */ (
    toElement(html`
      <details class="save-view">
        <summary aria-label=${name} title=${name}>⋯</summary>
        <div class="save-view-menu" tabindex="-1" popover="manual">
          ${tableToggle(foot, close)}
          ${kImageFormats.map((kind) => item(kind, translate('Picture ({format})', { format: kind.toUpperCase() })))}
          ${item('copy', translate('Copy picture'))}
          ${kNumberFormats.map((kind) => item(kind, translate('Numbers ({format})', { format: getFileFormatLabel(kind) })))}
          ${film?.element}
        </div>
      </details>
    `)
  );
  const [summary, menu] = /** @type {[HTMLElement, HTMLElement]} */ ([...control.children]);

  function close() {
    control.open = false;
    summary.focus();
  }

  /** @param {SaveFormat} kind */
  async function save(kind) {
    close();
    try {
      const { saveFigure } = await import('./save-figure.js');
      await saveFigure(figure, kind, saving);
    } catch (error) {
      saving.notify(/** @type {Error} */ (error).message);
    }
  }

  // The menu is a popover, so that nothing clips it, and it is kept inside the window.
  control.addEventListener('toggle', () => {
    if (!control.open) return menu.hidePopover?.();
    menu.showPopover?.();
    const [at, { width, height }] = [summary.getBoundingClientRect(), menu.getBoundingClientRect()];
    // In the top layer CSS transforms of the page do not apply, but CSS zoom does.
    const { x, y } = computeScale(menu);
    menu.style.left = `${Math.max(0, at.right - width) / x}px`;
    menu.style.top = `${Math.max(0, at.bottom + height > innerHeight ? at.top - height : at.bottom) / y}px`;
  });
  control.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !control.open) return;
    event.stopPropagation();
    close();
  });
  // The menu closes when it loses focus, unless a film is being recorded.
  control.addEventListener('focusout', ({ relatedTarget }) => {
    const inside = relatedTarget instanceof Node && control.contains(relatedTarget);
    if (!inside && !menu.querySelector('progress:not([hidden])')) control.open = false;
  });
  return control;
}
