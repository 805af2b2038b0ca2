/**
 * The instrument switched off: the same layout, and where the map will form a picture of what these settings learn.
 * @module
 */
import { html } from 'lit';
import { say } from '../language/say.js';
import { calculator, outlines } from '../outline.js';
import { presetsTemplate } from './presets.js';

/** @typedef {import('../engine/schema.js').Configuration} Configuration */
/** @typedef {import('../engine/schema.js').Preset} Preset */

/** Of all pictures on buttons the one that is there from the beginning; the others are in icons.js. */
export const runIcon = html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 1.5v13l11-6.5z" /></svg>`;

/**
 * @param {object} options
 * @param {Configuration} options.configuration
 * @param {string} options.controls 'all', 'run' or 'none'
 * @param {'off' | 'starting' | 'failed'} options.state
 * @param {boolean} options.slow whether starting takes long
 * @param {import('./poster-picture.js').PosterPicture | null} options.picture null while there is none
 * @param {string | null} options.elsewhere where it may work, when it cannot start here
 * @param {() => void} options.onPlay
 * @param {() => void} options.onCancel
 * @param {(preset: Preset) => void} options.onPreset
 */
export function posterTemplate(options) {
  const { configuration, controls, state, slow, picture, elsewhere, onPlay, onCancel, onPreset } = options;
  const outline = outlines().find(({ name }) => name === configuration.experiment);
  const { title, summary } = outline ?? calculator;
  return html`
    <div class="stage off">
      <div class="main" part="map">
        <div class="transport" part="controls">
          <button class="button primary" type="button" ?disabled=${state === 'starting'} @click=${onPlay}>
            ${runIcon} ${state === 'starting' ? say('Starting') : outline ? say('Run') : say('Open')}
          </button>
          ${slow ? html`<button class="button" type="button" @click=${onCancel}>${say('Cancel')}</button>` : null}
          <span class="poster-note" role="status">
            ${slow ? say('Still loading: the network or the machine is slow.') : elsewhere ? html`<a href=${elsewhere} target="_blank" rel="noopener">${say('Open it on a page of its own')}</a>` : say('nothing runs yet')}
          </span>
        </div>
        <div class="poster-head">
          <p class="poster-title">${say(title)}</p>
          <p class="poster-note">${say(summary)}</p>
        </div>
        <slot name="poster">${outline ? html`<div class="poster-picture">${picture?.drawing()}</div>` : null}</slot>
        ${
          outline
            ? html`<p class="poster-note poster-legend">
                ${picture?.caption()}
                ${
                  outline.twins
                    ? say('Press Run, and two networks learn here, in your browser.')
                    : say('Press Run, and a network learns here, in your browser.')
                }
              </p>`
            : null
        }
      </div>
      <div class="side">${picture?.curve()}</div>
    </div>
    ${
      controls === 'all'
        ? html`<div class="more">
            ${outline ? presetsTemplate({ experiment: saidPresets(outline), given: configuration.parameters, onPreset }) : null}
          </div>`
        : null
    }
  `;
}

/** @param {import('../engine/schema.js').Outline} outline @returns {import('../engine/schema.js').Outline} */
function saidPresets(outline) {
  const presets = outline.presets?.map((preset) => ({ ...preset, label: say(preset.label) }));
  return { ...outline, presets };
}

/**
 * @param {Configuration} configuration
 * @param {string} name of a parameter
 * @returns {import('../engine/schema.js').Value | undefined} given or default
 */
export function parameterOf({ experiment, parameters }, name) {
  const schemas = outlines().find((known) => known.name === experiment)?.parameters;
  return parameters[name] ?? schemas?.find((schema) => schema.name === name)?.default;
}
