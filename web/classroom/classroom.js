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
/** Names that students do not see, and names that they cannot change. @typedef {Record<'hide' | 'lock', Set<string>>} Lists */

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
  /** @type {Lists} */
  const lists = { hide: new Set(), lock: new Set() };
  /** @type {Experiment | null} */
  let experiment = null;
  let told = '';
  let drawn = '';

  const linkOf = () => studentsLink(elementOf().configuration, { mode, lists, experiment });

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

  function show() {
    if (!experiment) {
      return render(
        html`<p class="class-note">${say('This page has no runs to hand out: choose a chapter with a network.')}</p>`,
        place,
      );
    }
    const link = linkOf();
    /** @param {string} chosen */
    const onMode = (chosen) => {
      mode = chosen;
      show();
    };
    render(
      html`
        ${modesTemplate(mode, onMode)}
        ${namesTemplate(experiment, lists, show)}
        <p class="class-note">
          ${say('Hiding is layout, not security: the link itself tells the settings, and whoever edits it sees everything.')}
          ${say('Locking the seed and the settings gives every student the same numbers.')}
</p>
        ${shareTemplate({ link, told, onCopy: copy, onWorksheet: worksheet })}
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

/**
 * @param {AttentoScope['configuration']} shown
 * @param {{ mode: string, lists: Lists, experiment: Experiment | null }} given
 * @returns {string} the address that students are given
 */
function studentsLink(shown, { mode, lists, experiment }) {
  const { configuration, extras } = parseLink(shown, ownSchemas);
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

/** @param {string} mode that is chosen @param {(mode: string) => void} onMode */
function modesTemplate(mode, onMode) {
  return html`
    <fieldset class="class-modes">
      <legend>${say('Mode')}</legend>
      ${Object.entries(kModes).map(
        ([name, [label, help]]) => html`
          <label>
            <input type="radio" name="class-mode" .value=${name} .checked=${name === mode} @change=${() => onMode(name)} />
            <span>${say(label)}<small>${say(help)}</small></span>
          </label>
        `,
      )}
    </fieldset>
  `;
}

/**
 * The checkbox of one name.
 * @param {'hide' | 'lock'} key
 * @param {{ name: string, label: string }} of
 * @param {Set<string>} list of the names that are hidden, or locked
 * @param {() => void} onChange
 */
function boxTemplate(key, { name, label }, list, onChange) {
  /** @param {Event} event */
  const change = (event) => {
    if (/** @type {HTMLInputElement} */ (event.target).checked) list.add(name);
    else list.delete(name);
    onChange();
  };
  const what = key === 'hide' ? say('hide') : say('lock');
  return html`<input type="checkbox" aria-label="${what}: ${say(label)}" data-key="${key}-${name}" .checked=${list.has(name)} @change=${change} />`;
}

/** @param {Experiment} experiment @param {Lists} lists @param {() => void} onChange */
function namesTemplate(experiment, lists, onChange) {
  /** @param {'hide' | 'lock'} key @param {{ name: string, label: string }} of */
  const box = (key, of) => boxTemplate(key, of, lists[key], onChange);
  return html`
    <div class="class-names">
      ${groupsOf(experiment).map(
        ({ title, names }) => html`
          <table>
            <thead><tr><th scope="col">${say(title)}</th><th scope="col">${say('hide')}</th><th scope="col">${say('lock')}</th></tr></thead>
            <tbody>
              ${names.map(
                (of) => html`
                  <tr><th scope="row">${say(of.label)}</th><td>${box('hide', of)}</td><td>${of.fixed ? box('lock', of) : null}</td></tr>
                `,
              )}
            </tbody>
          </table>
        `,
      )}
    </div>
  `;
}

/**
 * The link as a code, as text and in buttons.
 * @param {{ link: string, told: string, onCopy: () => void, onWorksheet: () => void }} of
 */
function shareTemplate({ link, told, onCopy, onWorksheet }) {
  return html`
    <div class="class-share">
      <div class="class-qr"></div>
      <div>
        <label class="class-link">${say('Link for students')}
          <input type="text" readonly .value=${link} @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()} />
        </label>
        <p class="class-buttons">
          <button type="button" @click=${onCopy}>${say('Copy link')}</button>
          <button type="button" @click=${onWorksheet}>${say('Worksheet')}</button>
          <a href=${link} target="_blank" rel="noopener">${say('Open it in a new tab')}</a>
          <span role="status">${told}</span>
        </p>
      </div>
    </div>
  `;
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
