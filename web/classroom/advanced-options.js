/**
 * The advanced options of the classroom panel: the mode, and for every part whether it is hidden or locked.
 */
import { html } from 'lit';
import { getViewPartName, listPartNames } from '../instrument/part-access.js';
import { markText, translate } from '../language/translate.js';

/** @typedef {ReturnType<typeof import('../index.js').experiments>[number]} Experiment */
/** Names of parts that students do not see, and of parts that they cannot change. @typedef {Record<'hide' | 'lock', Set<string>>} Lists */

/** Label and help of each mode. @type {Readonly<Record<string, readonly [string, string]>>} */
const kModes = {
  explore: [markText('explore'), markText('everything, as here')],
  lesson: [markText('lesson'), markText('predict, run, compare, reflect')],
  quiz: [markText('quiz'), markText('the answer is hidden until a prediction has been drawn')],
  projector: [markText('projector'), markText('large and plain, with few controls')],
};

/**
 * @param {object} of
 * @param {Experiment} of.experiment
 * @param {string} of.mode the chosen mode
 * @param {Lists} of.lists
 * @param {(mode: string) => void} of.onMode
 * @param {() => void} of.onLists
 */
export const advancedOptionsTemplate = ({ experiment, mode, lists, onMode, onLists }) => html`
  <details class="class-advanced">
    <summary>${translate('Advanced')}</summary>
    ${modesTemplate(mode, onMode)} ${namesTemplate(experiment, lists, onLists)}
  </details>
`;

/** @param {string} mode the chosen mode @param {(mode: string) => void} onMode */
function modesTemplate(mode, onMode) {
  const choices = Object.entries(kModes).map(([name, [label, help]]) => ({ name, label, help }));
  return radioGroupTemplate('mode', translate('Mode'), choices, mode, ({ name }) => onMode(name));
}

/**
 * @template {{ name: string, label: string, help: string }} Choice
 * @param {string} group
 * @param {string} legend
 * @param {readonly Choice[]} choices
 * @param {string} chosen name
 * @param {(choice: Choice) => void} onChoice
 */
export const radioGroupTemplate = (group, legend, choices, chosen, onChoice) => html`
  <fieldset class="class-modes class-${group}s">
    <legend>${legend}</legend>
    ${choices.map(
      (choice) => html`
        <label>
          <input type="radio" name="class-${group}" .value=${choice.name} .checked=${choice.name === chosen} @change=${() => onChoice(choice)} />
          <span>${translate(choice.label)}<small>${translate(choice.help)}</small></span>
        </label>
      `,
    )}
  </fieldset>
`;

/**
 * The checkbox that hides or locks one part.
 * @param {'hide' | 'lock'} key
 * @param {{ name: string, label: string }} of
 * @param {Set<string>} list of the names that are hidden, or locked
 * @param {() => void} onChange
 */
function checkboxTemplate(key, { name, label }, list, onChange) {
  /** @param {Event} event */
  const change = (event) => {
    if (/** @type {HTMLInputElement} */ (event.target).checked) list.add(name);
    else list.delete(name);
    onChange();
  };
  const what = key === 'hide' ? translate('hide') : translate('lock');
  return html`<input type="checkbox" aria-label="${what}: ${translate(label)}" data-key="${key}-${name}" .checked=${list.has(name)} @change=${change} />`;
}

/** @param {Experiment} experiment @param {Lists} lists @param {() => void} onChange */
function namesTemplate(experiment, lists, onChange) {
  /** @param {'hide' | 'lock'} key @param {{ name: string, label: string }} of */
  const box = (key, of) => checkboxTemplate(key, of, lists[key], onChange);
  return html`
    <div class="class-names">
      ${groupPartNames(experiment).map(
        ({ title, names }) => html`
          <table>
            <thead><tr><th scope="col">${translate(title)}</th><th scope="col">${translate('hide')}</th><th scope="col">${translate('lock')}</th></tr></thead>
            <tbody>
              ${names.map(
                (of) => html`
                  <tr><th scope="row">${translate(of.label)}</th><td>${box('hide', of)}</td><td>${of.fixed ? box('lock', of) : null}</td></tr>
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
function groupPartNames(experiment) {
  const all = listPartNames(experiment);
  const parameters = new Set(['seed', ...experiment.parameters.map(({ name }) => name)]);
  const views = new Set(experiment.views.map((view) => getViewPartName(experiment.parameters, view)));
  return [
    {
      title: markText('Controls'),
      names: all.filter(({ name }) => !parameters.has(name) && !views.has(name)),
    },
    { title: markText('Settings'), names: all.filter(({ name }) => parameters.has(name)) },
    { title: markText('Pictures'), names: all.filter(({ name }) => views.has(name)) },
  ];
}
