/**
 * The settings beyond the recipes: the mode, and for every part whether it is hidden or locked.
 * @module
 */
import { html } from 'lit';
import { nameOfView, namesOf } from '../element/arrangement.js';
import { phrase, say } from '../language/say.js';

/** @typedef {ReturnType<typeof import('../index.js').experiments>[number]} Experiment */
/** Names of parts that students do not see, and of parts that they cannot change. @typedef {Record<'hide' | 'lock', Set<string>>} Lists */

/** Label and help of each mode. @type {Readonly<Record<string, readonly [string, string]>>} */
const kModes = {
  explore: [phrase('explore'), phrase('everything, as here')],
  lesson: [phrase('lesson'), phrase('predict, run, compare, reflect')],
  quiz: [phrase('quiz'), phrase('the answer is hidden until a prediction has been drawn')],
  projector: [phrase('projector'), phrase('large and plain, with few controls')],
};

/**
 * @param {object} of
 * @param {Experiment} of.experiment
 * @param {string} of.mode that is chosen
 * @param {Lists} of.lists
 * @param {(mode: string) => void} of.onMode
 * @param {() => void} of.onLists
 */
export const advancedTemplate = ({ experiment, mode, lists, onMode, onLists }) => html`
  <details class="class-advanced">
    <summary>${say('Advanced')}</summary>
    ${modesTemplate(mode, onMode)} ${namesTemplate(experiment, lists, onLists)}
  </details>
`;

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
