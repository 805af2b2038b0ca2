/**
 * For the classroom: what students see and what is fixed for them, as one link, and a worksheet. Fetched when it is opened.
 * @module
 */
import { html, render } from 'lit';
import { nameOfView, namesOf } from '../element/arrangement.js';
import { ownSchemas } from '../element/attributes.js';
import { phrase, say } from '../language/say.js';
import { parseLink, writeLink } from '../outline.js';
import { qrPicture } from '../share/qr.js';

/** @import { AttentoScope } from '../element/attento-scope.js' */
/** @typedef {ReturnType<typeof import('../index.js').experiments>[number]} Experiment */

/** What each mode is called and what it does. @type {Readonly<Record<string, readonly [string, string]>>} */
const kModes = {
  explore: [phrase('explore'), phrase('everything, as here')],
  lesson: [phrase('lesson'), phrase('predict, run, compare, reflect')],
  quiz: [phrase('quiz'), phrase('nothing of the answer before a prediction has been drawn')],
  projector: [phrase('projector'), phrase('large and plain, with few controls')],
};

/**
 * @param {HTMLElement} place
 * @param {() => AttentoScope} elementOf the instrument that is shown
 */
export function createClassroom(place, elementOf) {
  let mode = 'explore';
  /** @type {Record<'hide' | 'lock', Set<string>>} */
  const lists = { hide: new Set(), lock: new Set() };
  /** @type {Experiment | null} */
  let experiment = null;
  let told = '';
  let drawn = '';

  /** @returns {string} the address that students are given */
  function linkOf() {
    const { configuration, extras } = parseLink(elementOf().configuration, ownSchemas);
    const names = new Set(experiment ? namesOf(experiment).map(({ name }) => name) : []);
    for (const [key, list] of Object.entries(lists)) {
      const known = [...list].filter((name) => names.has(name));
      if (known.length > 0) extras.set(key, known.join(','));
      else extras.delete(key);
    }
    extras.set('mode', mode);
    const hash = writeLink(configuration, extras, ownSchemas);
    return Object.assign(new URL(location.href), { search: '', hash }).href;
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(linkOf());
      told = say('Copied.');
    } catch {
      told = say('Copy it from here:');
      /** @type {HTMLInputElement} */ (place.querySelector('.class-link input')).select();
    }
    show();
  }

  async function worksheet() {
    try {
      const { scope } = elementOf();
      if (!scope) throw new Error(say('Start the instrument first.'));
      const { openWorksheet } = await import('./worksheet.js');
      await openWorksheet({ scope, link: linkOf() });
      told = '';
    } catch (error) {
      told = error instanceof Error ? error.message : String(error);
    }
    show();
  }

  /** @param {'hide' | 'lock'} key @param {string} name @param {string} label @param {boolean} able */
  function box(key, name, label, able) {
    /** @param {Event} event */
    const change = (event) => {
      if (/** @type {HTMLInputElement} */ (event.target).checked) lists[key].add(name);
      else lists[key].delete(name);
      show();
    };
    const what = key === 'hide' ? say('hide') : say('lock');
    return html`<td>
      ${able ? html`<input type="checkbox" aria-label="${what}: ${say(label)}" data-key="${key}-${name}" .checked=${lists[key].has(name)} @change=${change} />` : null}
    </td>`;
  }

  /** @param {Experiment} of */
  function namesTemplate(of) {
    return html`
      <div class="class-names">
        ${groupsOf(of).map(
          ({ title, names }) => html`
            <table>
              <thead><tr><th scope="col">${say(title)}</th><th scope="col">${say('hide')}</th><th scope="col">${say('lock')}</th></tr></thead>
              <tbody>
                ${names.map(
                  ({ name, label, fixed }) => html`
                    <tr><th scope="row">${say(label)}</th>${box('hide', name, label, true)}${box('lock', name, label, fixed)}</tr>
                  `,
                )}
              </tbody>
            </table>
          `,
        )}
      </div>
    `;
  }

  function show() {
    if (!experiment) {
      return render(
        html`<p class="class-note">${say('This page has no runs to hand out: choose a chapter with a network.')}</p>`,
        place,
      );
    }
    const link = linkOf();
    render(
      html`
        <fieldset class="class-modes">
          <legend>${say('Mode')}</legend>
          ${Object.entries(kModes).map(
            ([name, [label, help]]) => html`
              <label>
                <input type="radio" name="class-mode" .value=${name} .checked=${name === mode} @change=${() => {
                  mode = name;
                  show();
                }} />
                <span>${say(label)}<small>${say(help)}</small></span>
              </label>
            `,
          )}
        </fieldset>
        ${namesTemplate(experiment)}
        <p class="class-note">
          ${say('Hiding is layout, not security: the link itself tells the settings, and whoever edits it sees everything.')}
          ${say('Locking the seed and the settings gives every student the same numbers.')}
</p>
        <div class="class-share">
          <div class="class-qr"></div>
          <div>
            <label class="class-link">${say('Link for students')}
              <input type="text" readonly .value=${link} @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()} />
            </label>
            <p class="class-buttons">
              <button type="button" @click=${copy}>${say('Copy link')}</button>
              <button type="button" @click=${worksheet}>${say('Worksheet')}</button>
              <a href=${link} target="_blank" rel="noopener">${say('Open it in a new tab')}</a>
              <span role="status">${told}</span>
            </p>
          </div>
        </div>
      `,
      place,
    );
    if (link === drawn) return;
    drawn = link;
    const code = qrPicture(link, say('The link for students as a QR code'));
    place.querySelector('.class-qr')?.replaceChildren(code ?? say('This link is too long for a QR code.'));
  }

  return {
    /** @param {Experiment | null} now the one that is shown; null where nothing is trained */
    update(now) {
      if (now !== experiment) {
        lists.hide.clear();
        lists.lock.clear();
        drawn = '';
      }
      experiment = now;
      told = '';
      show();
    },
  };
}

/** @param {Experiment} experiment */
function groupsOf(experiment) {
  const all = namesOf(experiment);
  const parameters = new Set(['seed', ...experiment.parameters.map(({ name }) => name)]);
  const views = new Set(experiment.views.map((view) => nameOfView(experiment.parameters, view)));
  return [
    { title: phrase('Controls'), names: all.filter(({ name }) => !parameters.has(name) && !views.has(name)) },
    { title: phrase('Settings'), names: all.filter(({ name }) => parameters.has(name)) },
    { title: phrase('Pictures'), names: all.filter(({ name }) => views.has(name)) },
  ];
}
