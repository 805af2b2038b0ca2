/** The presets of an experiment as a list with pictures: one choice sets all parameters. */
import { html, nothing, render } from 'lit';
import { translate } from '../language/translate.js';
import { computeScale } from '../parts/element-point.js';
import { formatCount } from '../parts/format.js';
import { formatParameter } from '../parts/format-parameter.js';
import { findNearestPreset } from './find-preset.js';

/** @import { Preset, Value } from '../engine/schema.js' */

/** The settings that a preset has replaced, and how to restore them. @typedef {{ label: string, restore: () => void }} Undo */

/** Pixels between the list and its button, and between the list and the edge of the window. */
const kListMargin = 6;

/**
 * @param {object} options
 * @param {import('../engine/schema.js').ExperimentOutline} options.experiment
 * @param {Readonly<Record<string, Value>>} options.requested parameters; defaults may be left out
 * @param {(preset: Preset) => void} options.onPreset
 * @param {Undo | null} options.undo
 * @param {boolean} options.locked whether the link locks the presets
 * @param {boolean} options.pictures whether each preset shows a picture of what it learns
 */
export function presetsTemplate({ experiment, requested, onPreset, undo, locked, pictures }) {
  // Which example is shown does not distinguish presets.
  const { probeExample, ...model } = requested;
  const { preset, changed } = findNearestPreset(experiment, model);
  const present = changed.length === 0 ? preset : undefined;
  const label = present?.label ?? translate('{preset}, changed', { preset: preset?.label ?? '' });
  const help = present
    ? present.help
    : changed.map((parameter) => formatParameter(parameter, model)).join(' · ');
  return html`
    <div class="presets">
      <button class="choice preset-now" type="button" popovertarget="preset-list" aria-haspopup="true" title=${help ?? nothing} ?disabled=${locked}>
        <span class="visually-hidden">${translate('Presets')}: </span><span class="preset-label">${label}</span>
        <span aria-hidden="true">▾</span>
      </button>
      ${listTemplate({ experiment, present, onPreset, pictures })}
      <p class="field-help visually-hidden" role="status">${undo ? html`<b>${undo.label}</b> ` : null}${help}</p>
      ${undo ? html`<button class="choice" type="button" @click=${undo.restore}>${translate('Undo')}</button>` : null}
    </div>
  `;
}

/**
 * Replaces the presets while own data are in use, since the presets describe built-in tasks.
 * @param {object} options
 * @param {import('../engine/shapes.js').DataSummary} options.summary
 * @param {() => void} options.onBack back to the task's own data
 */
export function ownDataTemplate({ summary: { train, heldOut }, onBack }) {
  const counts = { train: formatCount(train), heldOut: formatCount(heldOut) };
  return html`
    <div class="presets">
      <p class="field-help visually-hidden" role="status">${translate('It learns from your own data: {train} to learn from, {heldOut} for the test.', counts)}</p>
      <button class="choice" type="button" @click=${onBack}>${translate('Back to the task’s own data')}</button>
    </div>
  `;
}

/**
 * All presets, each with a picture of what it learns, as a popover.
 * @param {object} options
 * @param {import('../engine/schema.js').ExperimentOutline} options.experiment
 * @param {Preset | undefined} options.present
 * @param {(preset: Preset) => void} options.onPreset
 * @param {boolean} options.pictures
 */
function listTemplate({ experiment: { name, presets = [] }, present, onPreset, pictures }) {
  /** @param {ToggleEvent} event */
  const onToggle = ({ target, newState }) => {
    if (newState === 'open') positionList(/** @type {HTMLElement} */ (target), pictures ? name : '');
  };
  /** @param {Event} event @param {Preset} preset */
  const choose = ({ currentTarget }, preset) => {
    const list = /** @type {HTMLElement} */ (currentTarget).parentElement;
    list?.hidePopover();
    onPreset(preset);
  };
  return html`
    <div class="preset-list" id="preset-list" popover role="group" aria-label=${translate('Presets')} @toggle=${onToggle}>
      ${presets.map(
        (preset) => html`
          <button class="preset-choice" type="button" data-preset=${preset.name} aria-current=${preset === present ? 'true' : nothing}
            @click=${(/** @type {Event} */ event) => choose(event, preset)}>
            <span class="preset-thumbnail"></span>
            <span><b>${preset.label}</b> <span class="preset-help">${preset.help}</span></span>
          </button>
        `,
      )}
    </div>
  `;
}

/**
 * Positions the list above or below its button, where there is more room, and draws its pictures.
 * @param {HTMLElement} list
 * @param {string} experiment '' for none
 */
async function positionList(list, experiment) {
  const button = list.parentElement?.querySelector('.preset-now')?.getBoundingClientRect();
  if (!button) return;
  const above = button.top > innerHeight - button.bottom;
  const room = (above ? button.top : innerHeight - button.bottom) - 2 * kListMargin;
  // In the top layer the page's CSS transforms do not apply to the list, but CSS zoom does.
  const zoom = computeScale(list).x;
  const start = Math.max(
    kListMargin,
    Math.min(button.left, innerWidth - list.offsetWidth * zoom - kListMargin),
  );
  const [top, bottom] = [button.bottom + kListMargin, innerHeight - button.top + kListMargin];
  Object.assign(list.style, {
    insetInlineStart: `${start / zoom}px`,
    insetBlock: above ? `auto ${bottom / zoom}px` : `${top / zoom}px auto`,
    maxBlockSize: `min(${room / zoom}px, 36em)`,
  });
  list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  if (experiment === '') return;
  const { loadPosters, presetThumbnailTemplate } = await import('./preset-thumbnail.js');
  const posters = await loadPosters(experiment);
  for (const one of list.querySelectorAll('[data-preset]')) {
    const poster = posters[one.getAttribute('data-preset') ?? ''];
    const thumbnail = /** @type {HTMLElement | null} */ (one.querySelector('.preset-thumbnail:empty'));
    if (poster && thumbnail) render(presetThumbnailTemplate(poster), thumbnail);
  }
}
