/**
 * The classroom panel: recipes for what students see and what is locked, one link for them, and a worksheet. This
 * file is fetched when the panel is opened.
 */
import { html, render } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { listPartNames } from '../instrument/part-access.js';
import { getLanguage, translate } from '../language/translate.js';
import { parseLink, writeLink } from '../outline.js';
import { copyField } from '../parts/copy-field.js';
import { advancedOptionsTemplate } from './advanced-options.js';
import { openFullScreenQrCode } from './full-screen-qr-code.js';
import { isPublicLink, qrCodeTemplate } from './qr-code.js';
import { findRecipe, recipes, recipesTemplate } from './recipes.js';

/** @import { Scope } from '../engine/scope.js' */
/** @import { ParameterSchema } from '../engine/schema.js' */
/** @import { Experiment, Lists } from './advanced-options.js' */
/** @import { Recipe } from './recipes.js' */

/** Explains hiding and locking. */
const notesTemplate = () => html`
  <p class="class-note">
    ${translate('Hiding is layout, not security: the link contains the settings, and anyone who edits it sees everything.')}
    ${translate('Locked settings keep their values and say so; nothing that a student has trained is lost.')}
  </p>
`;

/** @typedef {{ configuration: string, scope: Scope | null, pause: () => Promise<void> }} Instrument */

/**
 * The page that a class works on.
 * @typedef {object} Page
 * @property {() => Instrument} element the instrument that is shown
 * @property {(link: string) => string} getAddress address of the page that opens a link of the instrument: a fragment with `#`
 * @property {readonly ParameterSchema[]} linkFields fields of a link that belong to the instrument, not to the experiment
 * @property {() => Exercise} getExercise question and tasks of the page
 */

/**
 * Question and tasks of a scene, for the worksheet.
 * @typedef {object} Exercise
 * @property {readonly string[]} question followed by its choices; empty for none
 * @property {readonly string[]} tasks which may give the answer away
 */

/** @param {HTMLElement} place @param {Page} page */
export function createClassroomMode(place, page) {
  let [mode, question] = ['', ''];
  /** @type {Lists} */
  const lists = { hide: new Set(), lock: new Set() };
  /** @type {Experiment | null} */
  let experiment = null;
  let message = '';

  const getRecipe = () => findRecipe({ mode, question, lists, experiment });

  const createLink = () => {
    const link = createStudentLink(page.element().configuration, {
      ...page,
      mode,
      question,
      lists,
      experiment,
    });
    return Object.assign(new URL(location.href), { search: '', hash: page.getAddress(link) }).href;
  };

  /** @param {{ mode: string, question?: string, hide?: Iterable<string>, lock: Iterable<string> }} arrangement */
  function applyArrangement(arrangement) {
    ({ mode, question = '' } = arrangement);
    lists.hide = new Set(arrangement.hide);
    lists.lock = new Set(arrangement.lock);
    draw();
  }

  async function copyLink() {
    message = await copyField(/** @type {HTMLInputElement} */ (place.querySelector('.class-link input')));
    draw();
  }

  async function showWorksheet() {
    const about = { link: createLink(), exercise: page.getExercise(), question };
    message = await tryOpenWorksheet(page.element(), about);
    draw();
  }

  function draw() {
    if (!experiment) {
      return render(
        html`<p class="class-note">${translate('This page has no runs to hand out: choose a chapter with a network.')}</p>`,
        place,
      );
    }
    const parts = [
      recipesTemplate(experiment, getRecipe(), applyArrangement),
      shareTemplate({ link: createLink(), message, onCopy: copyLink, onWorksheet: showWorksheet }),
      advancedOptionsTemplate({
        experiment,
        mode,
        lists,
        onMode: (chosen) => applyArrangement({ mode: chosen, question, ...lists }),
        onLists: draw,
      }),
      notesTemplate(),
    ];
    render(parts, place);
  }

  return {
    /** @param {Experiment | null} visibleExperiment shown experiment; null where nothing is trained */
    update(visibleExperiment) {
      // The hidden and locked names belong to one experiment.
      const hasChanged = visibleExperiment !== experiment;
      experiment = visibleExperiment;
      message = '';
      if (hasChanged && !getRecipe()) applyArrangement(recipes.together);
      else draw();
    },
  };
}

/** @param {Instrument} element @param {{ link: string, exercise: Exercise, question: string }} about @returns {Promise<string>} error message; '' on success */
async function tryOpenWorksheet(element, about) {
  const { scope } = element;
  try {
    if (!scope) throw new Error(translate('Start the instrument first.'));
    const { openWorksheet } = await import('./worksheet.js');
    await element.pause();
    await openWorksheet({ scope, ...about });
    return '';
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}

/**
 * @param {string} instrumentLink
 * @param {Pick<Page, 'linkFields'> & { mode: string, question: string, lists: Lists, experiment: Experiment | null }} options
 * @returns {string} the link of the instrument for students
 */
function createStudentLink(instrumentLink, { linkFields, mode, question, lists, experiment }) {
  const { configuration, extras } = parseLink(instrumentLink, linkFields);
  const names = new Set(experiment ? listPartNames(experiment).map(({ name }) => name) : []);
  for (const [key, list] of Object.entries(lists)) {
    const present = [...list].filter((name) => names.has(name));
    if (present.length > 0) extras.set(key, present.join(','));
    else extras.delete(key);
  }
  extras.set('mode', mode);
  if (question) extras.set('question', question);
  else extras.delete('question');
  // The theme is for the teacher's screen only.
  extras.delete('theme');
  return writeLink(configuration, extras, linkFields);
}

/**
 * The link as a QR code and as text, with buttons.
 * @param {{ link: string, message: string, onCopy: () => void, onWorksheet: () => void }} of
 */
function shareTemplate({ link, message, onCopy, onWorksheet }) {
  return html`
    <div class="class-share">
      <div class="class-qr">${guard([link, getLanguage()], () => qrCodeTemplate(link, translate('The link for students as a QR code')))}</div>
      <div>
        <label class="class-link">${translate('Link for students')}
          <input type="text" readonly .value=${link} @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()} />
        </label>
        <p class="class-buttons">
          <button type="button" @click=${onCopy}>${translate('Copy link')}</button>
          ${
            isPublicLink(link)
              ? html`<button type="button" class="class-full" @click=${() => openFullScreenQrCode(link)}>${translate('QR code, full screen')}</button>`
              : null
          }
          <button type="button" @click=${onWorksheet}>${translate('Worksheet')}</button>
          <a href=${link} target="_blank" rel="noopener">${translate('Open it in a new tab')}</a>
          <span role="status">${message}</span>
        </p>
      </div>
    </div>
  `;
}
