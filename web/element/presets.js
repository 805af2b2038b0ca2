/**
 * The presets of an experiment as a list with pictures: one choice, and the parameters stand as described.
 * @module
 */
import { html, nothing } from 'lit';
import { say } from '../language/say.js';
import { formatCount, formatSetting } from '../parts/format.js';
import { scaleOf } from '../parts/place.js';
import { nearestPreset } from './nearest-preset.js';

/** @import { ParameterSchema, Preset, Value } from '../engine/schema.js' */

/** What a preset has replaced, and the way back. @typedef {{ label: string, back: () => void }} Undo */

/** Pixels between the list and what it is near to. */
const kApart = 6;

/**
 * @param {object} options
 * @param {import('../engine/schema.js').Outline} options.experiment
 * @param {Readonly<Record<string, Value>>} options.given parameters that were asked for; defaults may be left out
 * @param {(preset: Preset) => void} options.onPreset
 * @param {Undo | null} options.undo
 * @param {boolean} [options.locked] whether the link fixes them
 * @param {boolean} [options.pictures] whether it is shown what they learn
 */
export function presetsTemplate({ experiment, given, onPreset, undo, locked = false, pictures = true }) {
  // Another example that is watched is the same model.
  const { probeExample, ...model } = given;
  const { preset, changed } = nearestPreset(experiment, model);
  const present = changed.length === 0 ? preset : undefined;
  const label = present?.label ?? say('{preset}, changed', { preset: preset?.label ?? '' });
  const help = present ? present.help : changed.map((parameter) => settingText(parameter, model)).join(' · ');
  return html`
    <div class="presets">
      <span class="row-label" aria-hidden="true">${say('Try')}</span>
      <button class="preset-now" type="button" popovertarget="preset-list" aria-haspopup="true" ?disabled=${locked}>
        <span class="visually-hidden">${say('Presets')}: </span><span class="preset-label">${label}</span>
        <span aria-hidden="true">▾</span>
      </button>
      ${listTemplate({ experiment, present, onPreset, pictures })}
      <p class="field-help" role="status" title=${help ?? nothing}>${undo ? html`<b>${undo.label}</b> ` : null}${locked ? html`<b>${say('Locked by this link.')}</b> ` : null}${help}</p>
      ${undo ? html`<button class="button" type="button" @click=${undo.back}>${say('Undo')}</button>` : null}
    </div>
  `;
}

/**
 * In the place of the presets while own data are in use, since what they show is what a built-in task teaches.
 * @param {object} options
 * @param {import('../engine/shapes.js').DataSummary} options.summary
 * @param {() => void} options.onBack to the task's own
 */
export function ownDataTemplate({ summary: { train, heldOut }, onBack }) {
  const counts = { train: formatCount(train), heldOut: formatCount(heldOut) };
  return html`
    <div class="presets">
      <span class="row-label" aria-hidden="true">${say('Try')}</span>
      <p class="field-help" role="status">${say('It learns from your own data: {train} to learn from, {heldOut} held out.', counts)}</p>
      <button class="button" type="button" @click=${onBack}>${say('Back to the task’s own data')}</button>
    </div>
  `;
}

/**
 * All presets, each with a picture of what it learns; it opens over the page.
 * @param {object} options
 * @param {import('../engine/schema.js').Outline} options.experiment
 * @param {Preset | undefined} options.present
 * @param {(preset: Preset) => void} options.onPreset
 * @param {boolean} options.pictures
 */
function listTemplate({ experiment: { name, presets = [] }, present, onPreset, pictures }) {
  /** @param {ToggleEvent} event */
  const onToggle = ({ target, newState }) => {
    if (newState === 'open') place(/** @type {HTMLElement} */ (target), pictures ? name : '');
  };
  /** @param {Event} event @param {Preset} preset */
  const choose = ({ currentTarget }, preset) => {
    const list = /** @type {HTMLElement} */ (currentTarget).parentElement;
    list?.hidePopover();
    onPreset(preset);
  };
  return html`
    <div class="preset-list" id="preset-list" popover role="group" aria-label=${say('Presets')} @toggle=${onToggle}>
      ${presets.map(
        (preset) => html`
          <button class="preset-choice" type="button" data-preset=${preset.name} aria-current=${preset === present ? 'true' : nothing}
            @click=${(/** @type {Event} */ event) => choose(event, preset)}>
            <span class="preset-picture"></span>
            <span><b>${preset.label}</b> <span class="preset-help">${preset.help}</span></span>
          </button>
        `,
      )}
    </div>
  `;
}

/**
 * Puts the list beside its button, where there is more room, and draws its pictures.
 * @param {HTMLElement} list
 * @param {string} experiment '' for none
 */
async function place(list, experiment) {
  const button = list.parentElement?.querySelector('.preset-now')?.getBoundingClientRect();
  if (!button) return;
  const above = button.top > innerHeight - button.bottom;
  const room = (above ? button.top : innerHeight - button.bottom) - 2 * kApart;
  // Above all others a page scales it no more, but still zooms it.
  const zoom = scaleOf(list).x;
  const start = Math.max(kApart, Math.min(button.left, innerWidth - list.offsetWidth * zoom - kApart));
  const [top, bottom] = [button.bottom + kApart, innerHeight - button.top + kApart];
  Object.assign(list.style, {
    insetInlineStart: `${start / zoom}px`,
    insetBlock: above ? `auto ${bottom / zoom}px` : `${top / zoom}px auto`,
    maxBlockSize: `min(${room / zoom}px, 36em)`,
  });
  list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  if (experiment === '') return;
  const { postersOf, presetPicture } = await import('./preset-picture.js');
  const posters = await postersOf(experiment);
  for (const one of list.querySelectorAll('[data-preset]')) {
    const poster = posters[one.getAttribute('data-preset') ?? ''];
    if (poster) one.querySelector('.preset-picture:empty')?.append(presetPicture(poster));
  }
}

/**
 * @param {ParameterSchema} parameter
 * @param {Readonly<Record<string, Value>>} given
 * @returns {string} the parameter and its value, as they stand in the settings
 */
function settingText({ name, label = name, choices = [], default: usual = '' }, given) {
  const value = given[name] ?? usual;
  if (typeof value === 'boolean')
    return value ? say('{label}: yes', { label }) : say('{label}: no', { label });
  // Of a list, how many.
  const several = Array.isArray(value) && formatCount(value.length);
  const words = several || (typeof value === 'number' ? formatSetting(value) : String(value));
  return `${label}: ${choices.find((choice) => choice.value === value)?.label ?? words}`;
}
