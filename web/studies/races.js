/** Races: one setting with two to four of its values. */
import { markText, translate } from '../language/translate.js';

/** @import { Value } from '../engine/shapes.js' */
/** @typedef {import('../engine/view-types.js').ViewOptions['schema']['parameters'][number]} Setting */
/** @import { Choice } from '../engine/view-types.js' */
/** @typedef {{ vary: string, values: readonly Value[] }} Race */
/** @typedef {{ label: string, parameters: Record<string, Value> }} LaneSettings */

export const kMaximumLanes = 4;

/** Selects the values of a setting whose choices satisfy `isSelected`. @param {(choice: Choice, setting: Setting) => unknown} isSelected */
const selectValues = (isSelected) => (/** @type {Setting} */ setting) =>
  (setting.choices ?? []).filter((choice) => isSelected(choice, setting)).map(({ value }) => value);
/** @param {number[]} values @returns {(setting: Setting) => number[]} */
const selectIntegers =
  (...values) =>
  ({ type }) =>
    type === 'integer' ? values : [];

/** Predefined races, offered where an experiment has the setting. A score without a formula means no attention. */
const kPredefinedRaces = [
  {
    label: markText('Scores'),
    vary: 'score',
    getValues: selectValues(({ formula, value }) => formula && value !== 'own'),
  },
  {
    label: markText('Your own score'),
    vary: 'score',
    getValues: selectValues(
      ({ value }, { choices = [] }) =>
        choices.some((choice) => choice.value === 'own') && ['general', 'additive', 'own'].includes(value),
    ),
  },
  {
    label: markText('With and without attention'),
    vary: 'score',
    getValues: selectValues(({ formula, value }, setting) => !formula || value === setting.default),
  },
  { label: markText('GRU and LSTM'), vary: 'cell', getValues: selectValues(({ value }) => value !== 'rnn') },
  { label: markText('One head and four'), vary: 'heads', getValues: selectIntegers(1, 4) },
  { label: markText('One layer and two'), vary: 'layers', getValues: selectIntegers(1, 2) },
  { label: markText('Positions'), vary: 'positions', getValues: selectValues(() => true) },
  { label: markText('Scale'), vary: 'scale', getValues: selectValues(() => true) },
  { label: markText('Locality'), vary: 'locality', getValues: selectValues(() => true) },
];

/** @param {readonly Setting[]} settings @returns {(Race & { label: string })[]} */
export function createPredefinedRaces(settings) {
  return kPredefinedRaces.flatMap(({ label, vary, getValues }) => {
    const setting = settings.find(({ name }) => name === vary);
    const values = setting ? getValues(setting) : [];
    return values.length > 1 ? [{ label, vary, values }] : [];
  });
}

/** @param {readonly Setting[]} settings @returns {readonly Setting[]} settings that a race can vary */
export function listVariableSettings(settings) {
  return settings.filter(({ type, restart }) => restart !== false && type !== 'integers' && type !== 'text');
}

/** @param {Setting} setting @returns {readonly { value: Value, label: string }[]} values of the setting, if they can be listed */
export function listValues({ type, choices = [] }) {
  if (type !== 'boolean') return choices;
  return [
    { value: true, label: translate('yes') },
    { value: false, label: translate('no') },
  ];
}

/** @param {string} text numbers, separated by blanks, commas or semicolons @returns {number[]} */
export function parseNumbers(text) {
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number)
    .filter(Number.isFinite);
}

/**
 * @param {Race} race
 * @param {Setting | undefined} setting
 * @returns {LaneSettings[]} a lane for each distinct value, four at most
 */
export function listLanes({ vary, values }, setting) {
  const labeledValues = setting ? listValues(setting) : [];
  return [...new Set(values)].slice(0, kMaximumLanes).map((value) => {
    const label = labeledValues.find((one) => one.value === value)?.label ?? String(value);
    // The lane is named by the part before the colon of a label such as "dot: z · h".
    return { label: label.split(':')[0] ?? label, parameters: { [vary]: value } };
  });
}

/**
 * Records when a lane first reached each threshold.
 * @param {readonly number[]} thresholds ascending
 */
export function createThresholdClock(thresholds) {
  let seconds = 0;
  /** @type {({ step: number, seconds: number } | null)[]} */
  const reached = thresholds.map(() => null);
  return {
    reached,
    /** @param {number} step @param {number} share @param {number} elapsed seconds since the last call */
    pass(step, share, elapsed) {
      seconds += elapsed;
      thresholds.forEach((mark, i) => {
        if (share >= mark) reached[i] ??= { step, seconds };
      });
    },
  };
}
