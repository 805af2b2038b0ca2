/**
 * The presets of an experiment as a row of buttons: one press, and the parameters stand as described.
 * @module
 */
import { html, nothing } from 'lit';
import { say } from '../language/say.js';

/** @typedef {import('../engine/schema.js').Preset} Preset */
/** @typedef {import('../engine/schema.js').Value} Value */

/**
 * @param {object} options
 * @param {import('../engine/schema.js').Outline} options.experiment before its texts are loaded, the presets have no help yet
 * @param {Readonly<Record<string, Value>>} options.given parameters that were asked for; defaults may be left out
 * @param {(preset: Preset) => void} options.onPreset
 */
export function presetsTemplate({ experiment, given, onPreset }) {
  const { presets = [] } = experiment;
  if (presets.length === 0) return null;
  const present = presetOf(experiment, given);
  return html`
    <div class="presets" role="group" aria-label=${say('Presets')}>
      ${presets.map(
        (preset) => html`
          <button class="button preset" type="button" title=${preset.help ?? nothing} aria-pressed=${preset === present}
            @click=${() => onPreset(preset)}>
            ${say(preset.label)}
          </button>
        `,
      )}
      <p class="field-help">${present ? present.help : say('Your own settings; a preset replaces all of them.')}</p>
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
