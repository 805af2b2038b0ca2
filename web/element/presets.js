/**
 * The presets of an experiment as a list: one choice, and the parameters stand as described.
 * @module
 */
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { say } from '../language/say.js';

/** @import { Preset, Value } from '../engine/schema.js' */

/** What a preset has replaced, and the way back. @typedef {{ label: string, back: () => void }} Undo */

/**
 * @param {object} options
 * @param {import('../engine/schema.js').Outline} options.experiment
 * @param {Readonly<Record<string, Value>>} options.given parameters that were asked for; defaults may be left out
 * @param {(preset: Preset) => void} options.onPreset
 * @param {Undo | null} options.undo
 * @param {boolean} [options.locked] whether the link fixes them
 */
export function presetsTemplate({ experiment, given, onPreset, undo, locked = false }) {
  const { presets = [] } = experiment;
  // Another example that is watched is the same model.
  const { watched, ...model } = given;
  const present = presetOf(experiment, model);
  /** @param {Event} event */
  const choose = (event) => {
    const preset = presets[/** @type {HTMLSelectElement} */ (event.target).selectedIndex - (present ? 0 : 1)];
    if (preset) onPreset(preset);
  };
  const help = present ? present.help : say('Your own settings; a preset replaces all of them.');
  return html`
    <div class="presets">
      <label class="row-label" for="presets">${say('Try')}</label>
      <select id="presets" aria-label=${say('Presets')} @change=${choose}>
        ${present ? null : html`<option selected>${say('Your own settings')}</option>`}
        ${presets.map(
          (preset) =>
            html`<option value=${preset.name} .selected=${live(preset === present)}>${preset.label}</option>`,
        )}
      </select>
      <p class="field-help" role="status" title=${help ?? nothing}>${undo ? html`<b>${undo.label}</b> ` : null}${locked ? html`<b>${say('Locked by this link.')}</b> ` : null}${help}</p>
      ${undo ? html`<button class="button" type="button" @click=${undo.back}>${say('Undo')}</button>` : null}
    </div>
  `;
}

/**
 * @param {import('../engine/schema.js').Outline} experiment
 * @param {Readonly<Record<string, Value>>} given
 * @returns {Preset | undefined} the preset that these parameters are
 */
export function presetOf({ parameters, presets = [] }, given) {
  return presets.find((preset) =>
    parameters.every(
      ({ name, default: usual }) => String(given[name] ?? usual) === String(preset.parameters[name] ?? usual),
    ),
  );
}
