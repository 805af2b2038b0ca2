/**
 * Computes which parts of the instrument are shown and which are locked, from `mode=`, `hide=` and `lock=`. Hiding is
 * layout, not security: anyone who edits the link sees everything.
 */
import { html } from 'lit';
import { markText, translate } from '../language/translate.js';
import { AttentoscopeError } from '../outline.js';
import { formatViewLabel } from '../parts/format.js';

/** @import { ExperimentSchema } from '../engine/schema.js' */

/**
 * The element's own parts. Experiments add their views and parameters by name.
 * @type {readonly { name: string, label: string, fixed: boolean }[]} `fixed`: whether it can be locked
 */
export const elementParts = [
  { name: 'run', label: markText('Run'), fixed: true },
  { name: 'step', label: markText('Step'), fixed: true },
  { name: 'reset', label: markText('Reset'), fixed: true },
  { name: 'speed', label: markText('Speed'), fixed: true },
  { name: 'numbers', label: markText('Numbers'), fixed: false },
  { name: 'presets', label: markText('Presets'), fixed: true },
  { name: 'settings', label: markText('All settings'), fixed: true },
  { name: 'seed', label: markText('Seed'), fixed: true },
  { name: 'data', label: markText('Own data'), fixed: true },
  { name: 'prediction', label: markText('Drawing a prediction'), fixed: false },
  { name: 'share', label: markText('Link'), fixed: false },
  { name: 'save', label: markText('Save'), fixed: true },
  { name: 'keys', label: markText('Keys'), fixed: false },
];

/** Parts that projector mode hides: transport, presets and the map stay. */
const kProjectorHidden = ['settings', 'seed', 'data', 'prediction', 'share', 'save', 'keys'];

/**
 * @param {ExperimentSchema['parameters']} parameters
 * @param {string} view
 * @returns {string} the view's name, with the suffix `-view` if a parameter has the same name
 */
export function getViewPartName(parameters, view) {
  return parameters.some(({ name }) => name === view) ? `${view}-view` : view;
}

/**
 * Lists all parts that `hide` can name; `lock` can name only those that are `fixed`.
 * @param {ExperimentSchema} experiment
 * @returns {{ name: string, label: string, fixed: boolean }[]}
 */
export function listPartNames({ parameters, views }) {
  return [
    ...elementParts,
    ...parameters.map(({ name, label = name }) => ({ name, label, fixed: true })),
    ...views.map((view) => ({
      name: getViewPartName(parameters, view),
      label: formatViewLabel(view),
      fixed: false,
    })),
  ];
}

/**
 * @typedef {object} PartAccess
 * @property {string} mode
 * @property {(name: string) => boolean} isVisible
 * @property {(name: string) => boolean} isLocked
 * @property {(name: string) => boolean} isAvailable whether the part is shown and not locked
 * @property {Map<string, string>} extras the fields that a link stores
 * @property {string[]} notices messages about unknown names
 */

/**
 * @param {{ mode?: string | undefined, hide?: string | undefined, lock?: string | undefined, question?: string | undefined }} settings
 * @param {ExperimentSchema} experiment
 * @returns {PartAccess}
 */
export function computePartAccess({ mode = 'explore', hide, lock, question = 'map' }, experiment) {
  const partNames = listPartNames(experiment);
  /** @type {string[]} */
  const notices = [];
  /** @param {string} key @param {string | undefined} list @param {readonly string[]} names */
  const read = (key, list, names) => {
    const requestedNames = new Set((list ?? '').split(',').map((name) => name.trim()));
    requestedNames.delete('');
    for (const name of requestedNames) {
      if (names.includes(name)) continue;
      requestedNames.delete(name);
      const expected = `names out of: ${names.join(', ')}`;
      const { message } = new AttentoscopeError('BAD_PARAMETER', { parameter: key, value: name, expected });
      notices.push(translate('{message}. Ignored.', { message }));
    }
    return requestedNames;
  };
  const every = partNames.map(({ name }) => name);
  const lockable = partNames.filter(({ fixed }) => fixed).map(({ name }) => name);
  const [hidden, locked] = [read('hide', hide, every), read('lock', lock, lockable)];
  const away = new Set([...hidden, ...(mode === 'projector' ? kProjectorHidden : [])]);
  const parameters = new Set(['seed', ...experiment.parameters.map(({ name }) => name)]);
  /** @param {string} name */
  const isVisible = (name) => !away.has(name);
  /** @param {string} name */
  const isLocked = (name) => locked.has(name) || (locked.has('settings') && parameters.has(name));
  return {
    mode,
    isVisible,
    isLocked,
    isAvailable: (name) => isVisible(name) && !isLocked(name),
    extras: new Map(
      [
        ['mode', mode === 'explore' ? '' : mode],
        ['question', question === 'map' ? '' : question],
        ['hide', [...hidden].join(',')],
        ['lock', [...locked].join(',')],
      ].flatMap(([key = '', value = '']) => (value === '' ? [] : [[key, value]])),
    ),
    notices,
  };
}

/** A part in a fieldset, which is disabled if the part is locked. @param {string} name @param {boolean} isLocked @param {unknown} content */
export const lockableTemplate = (name, isLocked, content) =>
  html`<fieldset class="frame" data-name=${name} ?disabled=${isLocked}>${isLocked ? lockMarkTemplate() : null}${content}</fieldset>`;

/** A mark beside a locked part, with the reason. */
export const lockMarkTemplate =
  () => html`<span class="lock" role="img" title=${translate('locked by this link')} aria-label=${translate('locked by this link')}>
  <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 7V5a4 4 0 0 1 8 0v2h1v7H3V7zm2 0h4V5a2 2 0 0 0-4 0z" /></svg>
</span>`;
