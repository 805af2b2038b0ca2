/**
 * What of the instrument is shown and what of it is fixed, by the names in `mode=`, `hide=` and `lock=`. Hiding is layout,
 * not security: whoever edits the link sees everything.
 * @module
 */
import { html } from 'lit';
import { phrase, say } from '../language/say.js';
import { labelOfView } from '../language/say-schema.js';
import { AttentoscopeError } from '../outline.js';

/** @import { ExperimentSchema } from '../engine/schema.js' */
/** @import { Settings } from './settings.js' */

/**
 * The element's own parts; what experiments add has the names of their views and parameters.
 * @type {readonly { name: string, label: string, fixed: boolean }[]} `fixed`: whether it can be locked
 */
export const parts = [
  { name: 'run', label: phrase('Run'), fixed: true },
  { name: 'step', label: phrase('Step'), fixed: true },
  { name: 'reset', label: phrase('Reset'), fixed: true },
  { name: 'speed', label: phrase('Speed'), fixed: true },
  { name: 'numbers', label: phrase('Numbers'), fixed: false },
  { name: 'presets', label: phrase('Presets'), fixed: true },
  { name: 'settings', label: phrase('All settings'), fixed: true },
  { name: 'seed', label: phrase('Seed'), fixed: true },
  { name: 'data', label: phrase('Own data'), fixed: true },
  { name: 'prediction', label: phrase('Drawing a prediction'), fixed: false },
  { name: 'share', label: phrase('Link'), fixed: false },
  { name: 'save', label: phrase('Save'), fixed: true },
  { name: 'keys', label: phrase('Keys'), fixed: false },
];

/** In front of a class: transport, presets and the picture. */
const kProjector = ['settings', 'seed', 'data', 'prediction', 'share', 'save', 'keys'];

/**
 * @param {ExperimentSchema['parameters']} parameters
 * @param {string} view
 * @returns {string} its own name, unless a parameter has it too
 */
export function nameOfView(parameters, view) {
  return parameters.some(({ name }) => name === view) ? `${view}-view` : view;
}

/**
 * Everything that can be named.
 * @param {ExperimentSchema} experiment
 * @returns {{ name: string, label: string, fixed: boolean }[]}
 */
export function namesOf({ parameters, views }) {
  return [
    ...parts,
    ...parameters.map(({ name, label = name }) => ({ name, label, fixed: true })),
    ...views.map((view) => ({
      name: nameOfView(parameters, view),
      label: labelOfView(view),
      fixed: false,
    })),
  ];
}

/**
 * @typedef {object} Arrangement
 * @property {string} mode
 * @property {(name: string) => boolean} shows
 * @property {(name: string) => boolean} locks
 * @property {(name: string) => boolean} works whether it is there and may be used
 * @property {Map<string, string>} extras what of it a link holds
 * @property {string[]} notices names that are not known
 */

/**
 * @param {Pick<Settings, 'mode' | 'hide' | 'lock'>} settings
 * @param {ExperimentSchema} experiment
 * @returns {Arrangement}
 */
export function arrangementOf({ mode = 'explore', hide, lock }, experiment) {
  const known = namesOf(experiment);
  /** @type {string[]} */
  const notices = [];
  /** @param {string} key @param {string | undefined} list @param {readonly string[]} names */
  const read = (key, list, names) => {
    const given = new Set((list ?? '').split(',').map((name) => name.trim()));
    given.delete('');
    for (const name of given) {
      if (names.includes(name)) continue;
      given.delete(name);
      const expected = `names out of: ${names.join(', ')}`;
      const { message } = new AttentoscopeError('BAD_PARAMETER', { parameter: key, value: name, expected });
      notices.push(say('{message}. Ignored.', { message }));
    }
    return given;
  };
  const every = known.map(({ name }) => name);
  const lockable = known.filter(({ fixed }) => fixed).map(({ name }) => name);
  const [hidden, locked] = [read('hide', hide, every), read('lock', lock, lockable)];
  const away = new Set([...hidden, ...(mode === 'projector' ? kProjector : [])]);
  const parameters = new Set(['seed', ...experiment.parameters.map(({ name }) => name)]);
  /** @param {string} name */
  const shows = (name) => !away.has(name);
  /** @param {string} name */
  const locks = (name) => locked.has(name) || (locked.has('settings') && parameters.has(name));
  return {
    mode,
    shows,
    locks,
    works: (name) => shows(name) && !locks(name),
    extras: new Map(
      [
        ['mode', mode === 'explore' ? '' : mode],
        ['hide', [...hidden].join(',')],
        ['lock', [...locked].join(',')],
      ].flatMap(([key = '', value = '']) => (value === '' ? [] : [[key, value]])),
    ),
    notices,
  };
}

/**
 * What a page keeps from the reader for now, so that it can be found out: names that are neither shown nor changed, and
 * the link to share instead of one that would say them.
 * @typedef {{ names: readonly string[], link: () => string }} Withheld
 */

/** Made once, so that what is drawn of it is drawn once. @type {WeakMap<Withheld, { of: Arrangement, without: Arrangement }>} */
const made = new WeakMap();

/** @param {Arrangement} arrangement @param {Withheld | null} withheld @returns {Arrangement} without its names */
export function withholding(arrangement, withheld) {
  if (!withheld) return arrangement;
  const known = made.get(withheld);
  if (known?.of === arrangement) return known.without;
  const { names } = withheld;
  /** @param {string} name */
  const shows = (name) => !names.includes(name) && arrangement.shows(name);
  /** @param {string} name */
  const locks = (name) => names.includes(name) || arrangement.locks(name);
  const without = {
    ...arrangement,
    shows,
    locks,
    works: (/** @type {string} */ name) => shows(name) && !locks(name),
  };
  made.set(withheld, { of: arrangement, without });
  return without;
}

/** Beside what is locked: a mark and the reason. */
export const lockMark =
  () => html`<span class="lock" role="img" title=${say('locked by this link')} aria-label=${say('locked by this link')}>
  <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 7V5a4 4 0 0 1 8 0v2h1v7H3V7zm2 0h4V5a2 2 0 0 0-4 0z" /></svg>
</span>`;
