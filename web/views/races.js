/**
 * What may race: one setting with two to four of its values.
 * @module
 */
import { phrase, say } from '../language/say.js';

/** @typedef {import('./view.js').Value} Value */
/** @typedef {import('./view.js').ViewOptions['settings'][number]} Setting */
/** @typedef {{ vary: string, values: readonly Value[] }} Race */
/** @typedef {{ label: string, parameters: Record<string, Value> }} Lane */

export const kMostLanes = 4;

/** Races worth a button, wherever an experiment has such a setting. @type {readonly (Race & { label: string })[]} */
const kReady = [
  { label: phrase('Scores'), vary: 'score', values: ['dot', 'general', 'concat', 'additive'] },
  { label: phrase('With and without attention'), vary: 'score', values: ['none', 'concat'] },
  { label: phrase('GRU and LSTM'), vary: 'cell', values: ['gru', 'lstm'] },
  { label: phrase('One head and four'), vary: 'heads', values: [1, 4] },
  { label: phrase('One layer and two'), vary: 'layers', values: [1, 2] },
  { label: phrase('Positions'), vary: 'positions', values: ['sinusoidal', 'learned', 'none'] },
  { label: phrase('Scale'), vary: 'scale', values: ['root', 'width'] },
  { label: phrase('Reach'), vary: 'reach', values: ['global', 'local-m', 'local-p'] },
];

/** @param {readonly Setting[]} settings */
export function readyRaces(settings) {
  return kReady.filter(({ vary, values }) => {
    const setting = settings.find(({ name }) => name === vary);
    return values.every((value) =>
      typeof value === 'number'
        ? setting?.type === 'integer'
        : setting?.choices?.some((choice) => choice.value === value),
    );
  });
}

/** @param {readonly Setting[]} settings @returns {readonly Setting[]} those that a race may be about */
export function varied(settings) {
  return settings.filter(({ type, restart }) => restart !== false && type !== 'integers' && type !== 'text');
}

/** @param {Setting} setting @returns {readonly { value: Value, label: string }[]} its values, if they can be listed */
export function valuesOf({ type, choices = [] }) {
  if (type !== 'boolean') return choices;
  return [
    { value: true, label: say('yes') },
    { value: false, label: say('no') },
  ];
}

/**
 * @param {string} text numbers, parted by blanks, commas or semicolons
 * @returns {number[]}
 */
export function numbersIn(text) {
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number)
    .filter(Number.isFinite);
}

/**
 * @param {Race} race
 * @param {Setting | undefined} setting
 * @returns {Lane[]} each value once, four at most
 */
export function lanesOf({ vary, values }, setting) {
  const named = setting ? valuesOf(setting) : [];
  return [...new Set(values)].slice(0, kMostLanes).map((value) => {
    const label = named.find((one) => one.value === value)?.label ?? String(value);
    // "dot: z · h" is called by its name alone.
    return { label: label.split(':')[0] ?? label, parameters: { [vary]: value } };
  });
}

/**
 * When a lane first reached some shares.
 * @param {readonly number[]} marks ascending
 */
export function createClock(marks) {
  let seconds = 0;
  /** @type {({ step: number, seconds: number } | null)[]} */
  const reached = marks.map(() => null);
  return {
    reached,
    /** @param {number} step @param {number} share @param {number} took seconds since the last time */
    pass(step, share, took) {
      seconds += took;
      marks.forEach((mark, i) => {
        if (share >= mark) reached[i] ??= { step, seconds };
      });
    },
  };
}
