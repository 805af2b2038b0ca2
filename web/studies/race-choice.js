/**
 * The choice of a race: a predefined one, or a setting and values chosen by the reader.
 * @module
 */

import { translate } from '../language/translate.js';
import { h } from '../parts/dom.js';
import {
  createReadyRaces,
  kMostLanes,
  listLanes,
  listValues,
  listVariableSettings,
  parseNumbers,
} from './races.js';

/** @import { ViewOptions } from '../engine/shapes.js' */
/** @import { Race } from './races.js' */

/** @param {Pick<ViewOptions, 'parameters'> & { settings: ViewOptions['schema']['parameters'], onChange: (able: boolean) => void }} options */
export function createRaceChoice({ settings, parameters, onChange }) {
  const ready = createReadyRaces(settings);
  /** @type {Race} */
  let race = ready[0] ?? { vary: listVariableSettings(settings)[0]?.name ?? '', values: [] };
  const note = h('p', { class: 'panel-note' });
  const values = h('div', { class: 'race-values' });
  const chosen = h(
    'select',
    { 'aria-label': translate('Setting that is varied'), onchange: () => offerValues(chosen.value) },
    ...listVariableSettings(settings).map(({ name, label = name }) => h('option', { value: name }, label)),
  );

  /** @param {Race} next */
  function choose(next) {
    chosen.value = next.vary;
    offerValues(next.vary, next.values);
  }

  /** @param {string} vary @param {Race['values']} [on] */
  function offerValues(vary, on = []) {
    const setting = settings.find(({ name }) => name === vary);
    if (!setting) return;
    const listed = listValues(setting);
    const boxes = listed.map(({ value, label }) => ({
      value,
      label,
      box: h('input', {
        type: 'checkbox',
        checked: on.length > 0 ? on.includes(value) : listed.length <= kMostLanes,
        onchange: read,
      }),
    }));
    const present = parameters()[vary];
    const text = h('input', {
      type: 'text',
      'aria-label': translate('Values, separated by commas'),
      value: (on.length > 0 ? on : [present, 2 * Number(present)]).join(', '),
      oninput: read,
    });
    values.replaceChildren(
      ...(boxes.length > 0 ? boxes.map(({ box, label }) => h('label', {}, box, label)) : [text]),
    );
    read();

    function read() {
      const checkedValues = boxes.filter(({ box }) => box.checked).map(({ value }) => value);
      race = { vary, values: boxes.length > 0 ? checkedValues : parseNumbers(text.value) };
      write();
    }
  }

  function write() {
    const { isValid, text } = checkRace(race, settings);
    note.textContent = text;
    onChange(isValid);
  }

  const buttons = ready.map((readyRace) =>
    h(
      'button',
      { type: 'button', class: 'button', onclick: () => choose(readyRace) },
      translate(readyRace.label),
    ),
  );
  choose(race);
  return {
    elements: [
      h('div', { class: 'panel-row race-ready' }, ...buttons),
      h(
        'details',
        { class: 'race-own' },
        h('summary', {}, translate('A race of your own')),
        h('div', {}, chosen, values),
      ),
      note,
    ],
    race: () => race,
  };
}

/** @param {Race} race @param {ViewOptions['schema']['parameters']} settings @returns {{ isValid: boolean, text: string }} */
function checkRace(race, settings) {
  const count = new Set(race.values).size;
  const isValid = count >= 2 && count <= kMostLanes;
  const variedSetting = settings.find(({ name }) => name === race.vary);
  const setting = variedSetting?.label ?? race.vary;
  if (!isValid)
    return {
      isValid: isValid,
      text: translate('Choose two to {most} values of: {setting}.', { most: kMostLanes, setting }),
    };
  const lanes = listLanes(race, variedSetting)
    .map(({ label }) => label)
    .join(` ${translate('against')} `);
  const text = translate('{setting}: {lanes}. Everything else as it is set now; same seed, same batches.', {
    setting,
    lanes,
  });
  return { isValid: isValid, text };
}
