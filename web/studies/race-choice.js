/** The choice of a race: a predefined one, or a setting and values chosen by the reader. */

import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import { translate } from '../language/translate.js';
import { buttonTemplate } from '../parts/button.js';
import { selectTemplate } from '../parts/select.js';
import {
  createPredefinedRaces,
  kMaximumLanes,
  listLanes,
  listValues,
  listVariableSettings,
  parseNumbers,
} from './races.js';

/** @import { ViewOptions } from '../engine/view-types.js' */
/** @import { Race } from './races.js' */

/** @param {Pick<ViewOptions, 'parameters'> & { settings: ViewOptions['schema']['parameters'], onChange: () => void }} options */
export function createRaceChoice({ settings, parameters, onChange }) {
  const ready = createPredefinedRaces(settings);
  const variable = listVariableSettings(settings);
  /** @type {Race} */
  let race = { vary: '', values: [] };
  /** The values of the setting, if there are only a few. @type {ReturnType<typeof listValues>} */
  let listed = [];
  /** The values that the reader has typed, if there are too many to list. */
  let text = '';

  /** Offers the values of a setting. @param {string} vary @param {Race['values']} [chosen] by default all or two of them */
  function offer(vary, chosen = []) {
    const setting = settings.find(({ name }) => name === vary);
    if (!setting) return;
    listed = listValues(setting);
    const present = parameters()[vary];
    text = (chosen.length > 0 ? chosen : [present, 2 * Number(present)]).join(', ');
    const isChosen = (/** @type {typeof listed[number]} */ { value }) =>
      chosen.length > 0 ? chosen.includes(value) : listed.length <= kMaximumLanes;
    const values = listed.length > 0 ? listed.filter(isChosen).map(({ value }) => value) : parseNumbers(text);
    race = { vary, values };
  }

  /** @param {Race} next */
  function choose({ vary, values }) {
    offer(vary, values);
    onChange();
  }

  /** @param {Race['values']} values */
  function setValues(values) {
    race = { ...race, values };
    onChange();
  }

  /** @param {Race['values'][number]} value */
  function toggle(value) {
    const all = listed.map((one) => one.value);
    setValues(all.filter((one) => race.values.includes(one) !== (one === value)));
  }

  /** @param {Event} event */
  function type({ target }) {
    text = /** @type {HTMLInputElement} */ (target).value;
    setValues(parseNumbers(text));
  }

  const valuesTemplate = () =>
    listed.length > 0
      ? listed.map(
          ({ value, label }) =>
            html`<label><input type="checkbox" .checked=${live(race.values.includes(value))} @change=${() => toggle(value)} />${label}</label>`,
        )
      : html`<input type="text" aria-label=${translate('Values, separated by commas')} .value=${text} @input=${type} />`;

  offer(ready[0]?.vary ?? variable[0]?.name ?? '', ready[0]?.values);
  return {
    template: () => html`
      <div class="panel-row race-ready">
        ${ready.map((one) => buttonTemplate(translate(one.label), () => choose(one)))}
      </div>
      <details class="race-own">
        <summary>${translate('A race of your own')}</summary>
        <div>
          ${selectTemplate({
            label: translate('Setting that is varied'),
            choices: variable.map(({ name, label = name }) => ({ value: name, label })),
            selected: race.vary,
            onChoose: (vary) => choose({ vary, values: [] }),
          })}
          <div class="race-values">${valuesTemplate()}</div>
        </div>
      </details>
      <p class="panel-note">${checkRace(race, settings).text}</p>
    `,
    race: () => race,
    isValid: () => checkRace(race, settings).isValid,
  };
}

/** @param {Race} race @param {ViewOptions['schema']['parameters']} settings @returns {{ isValid: boolean, text: string }} */
function checkRace(race, settings) {
  const count = new Set(race.values).size;
  const isValid = count >= 2 && count <= kMaximumLanes;
  const variedSetting = settings.find(({ name }) => name === race.vary);
  const setting = variedSetting?.label ?? race.vary;
  if (!isValid)
    return {
      isValid,
      text: translate('Choose two to {most} values of: {setting}.', { most: kMaximumLanes, setting }),
    };
  const lanes = listLanes(race, variedSetting)
    .map(({ label }) => label)
    .join(` ${translate('against')} `);
  const text = translate('{setting}: {lanes}. Everything else as it is set now; same seed, same batches.', {
    setting,
    lanes,
  });
  return { isValid, text };
}
