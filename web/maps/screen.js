/**
 * The viewer of maps as one screen: map, layer and step at the top, the map with its measures beside it, the file and the
 * explorations at the bottom.
 */
import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import { barTemplate, explorationPanelTemplate } from '../instrument/screen-frame.js';
import { translate } from '../language/translate.js';
import { maps } from '../outline.js';
import { createDropListener, fileChoiceTemplate } from '../parts/file-choice.js';
import { formatCount, isolateDirection, showInvisibleCharacters } from '../parts/format.js';
import { shareTemplate } from '../share/share.js';
import { fileFormatTemplate } from './format-help.js';
import { isSpecial } from './labels.js';

/** @import { OwnMap, OwnMaps } from '../engine/own-maps.js' */
/** @import { MapLocation } from './head-maps.js' */

/**
 * @typedef {object} Parts
 * @property {import('../instrument/host.js').Host} host
 * @property {OwnMaps} file
 * @property {string} name of the file
 * @property {MapLocation} place
 * @property {unknown} timeline of the steps, if there are several
 * @property {import('../engine/view-types.js').View} view
 * @property {readonly import('./maps.js').Panel[]} panels
 * @property {boolean} isBusy whether a file is being read
 * @property {string} error message about the last file; '' for none
 * @property {readonly string[]} tokens of the map without duplicates, including those that are left out
 * @property {(without: readonly string[]) => void} onLeaveOut
 * @property {() => string} getLink
 * @property {(place: MapLocation) => void} onPlace
 * @property {(file: File) => void} onFile
 * @property {() => void} onSample
 */

/** @param {import('../instrument/screen-frame.js').ScreenOptions & Parts} options */
export function mapsTemplate(options) {
  const { controls, explore, foot, host, tab, view, panels, file, name, error, getLink, onFile, onSample } =
    options;
  const parts = controls === 'all' ? options.parts : [];
  const side = parts.includes('inspector');
  const explorations = [
    ...panels.map(({ name: panel, label, element }) => ({ name: panel, label, content: () => element })),
    {
      name: 'format',
      label: translate('your own file'),
      content: () => [fileTemplate(options), fileFormatTemplate()],
    },
  ];
  const open = explorations.find((one) => one.name === explore);
  const drop = createDropListener(onFile);
  return html`
    <div class="screen maps" data-tab=${tab} @dragover=${drop} @drop=${drop}>
      ${controls === 'none' ? null : headTemplate(options)}
      ${error ? html`<p class="notice bad" role="alert">${error}</p>` : null}
      <div class="desk ${side ? '' : 'alone'}">
        <div class="main" part="map">${open ? explorationPanelTemplate(open, host) : view.element}</div>
        ${side ? html`<div class="side" part="numbers" tabindex="0" role="group" aria-label=${translate('Numbers')}>${view.readout}</div>` : null}
      </div>
      ${barTemplate(parts, {
        ...{ explorations, explore, foot, host, tab },
        start: html`<button class="choice" type="button" @click=${onSample}>${translate('Show the sample')}</button>`,
        end: shareTemplate(host, { title: file.title || name, getLink }),
      })}
      <p class="visually-hidden" role="status">${view.summary()}</p>
    </div>
  `;
}

/** @param {Parts} options */
function headTemplate(options) {
  const { file, name, place, timeline, isBusy, onPlace, onFile } = options;
  const map = /** @type {OwnMap} */ (file.maps[place.map]);
  /** @param {string} label @param {readonly string[]} names @param {number} chosen @param {(index: number) => void} onChoose */
  const choice = (label, names, chosen, onChoose) =>
    names.length > 1
      ? html`<label class="maps-choice"><span>${label}</span>
          <select @change=${(/** @type {Event} */ event) => onChoose(/** @type {HTMLSelectElement} */ (event.target).selectedIndex)}>
            ${names.map((one, i) => html`<option .selected=${live(i === chosen)}>${one}</option>`)}
          </select></label>`
      : null;
  /** @param {number} count @param {string} [first] */
  const listNumbers = (count, first) => [
    ...(first && count > 1 ? [first] : []),
    ...Array.from({ length: count }, (_, i) => formatCount(i + 1)),
  ];
  const mean = map.heads > 1 ? 1 : 0;
  const layers = listNumbers(map.layers).map((number, i) =>
    [number, map.layerNames[i]].filter(Boolean).join(' · '),
  );
  return html`
    <div class="transport maps-head" part="controls">
      ${fileChoiceTemplate(translate('Open a file'), '.json,.safetensors', onFile, 'button primary')}
      <p class="maps-title" role="status">${isBusy ? translate('Reading') : file.title || name}</p>
      ${choice(
        translate('Map'),
        file.maps.map((one) => one.name),
        place.map,
        (index) =>
          onPlace({
            ...place,
            map: index,
            layer: 0,
            head: 0,
            stepIndex: getLastStep(file.maps[index]),
            row: 0,
            column: 0,
          }),
      )}
      ${choice(translate('Layer'), layers, place.layer, (layer) => onPlace({ ...place, layer }))}
      ${choice(translate('Head'), listNumbers(map.heads, translate('mean')), place.head + mean, (index) => onPlace({ ...place, head: index - mean }))}
      ${optionsTemplate(options)}
      ${timeline} ${timeline ? html`<output>${translate('step {step}', { step: formatCount(map.steps[place.stepIndex] ?? 0) })}</output>` : null}
    </div>
  `;
}

const kColorings = maps.parameters.find(({ name }) => name === 'colorScale')?.choices ?? [];

/** Number of tokens that the field suggests. */
const kMaximumSuggestions = 100;

/** The choice of the color scale, and of tokens to leave out. @param {Parts} options */
function optionsTemplate({ file: { without }, place, tokens, isBusy, onPlace, onLeaveOut }) {
  const listed = [...new Set([...tokens.filter(isSpecial), ...without])];
  /** @param {Event} event */
  const color = (event) => {
    const { value } = kColorings[/** @type {HTMLSelectElement} */ (event.target).selectedIndex] ?? {};
    if (value) onPlace({ ...place, coloring: /** @type {MapLocation['coloring']} */ (value) });
  };
  /** @param {Event} event */
  const add = (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const addedToken = tokens.find((token) => [token, showInvisibleCharacters(token)].includes(input.value));
    input.setCustomValidity(addedToken === undefined ? translate('No token of this map.') : '');
    input.reportValidity();
    if (addedToken === undefined) return;
    input.value = '';
    onLeaveOut([...without.filter((token) => token !== addedToken), addedToken]);
  };
  /** @param {string} token */
  const toggle = (token) =>
    onLeaveOut(without.includes(token) ? without.filter((one) => one !== token) : [...without, token]);
  return html`
    <details class="maps-options">
      <summary class="button">${translate('Display')}</summary>
      <div class="maps-options-body">
        <label class="maps-choice"><span>${translate('Colors')}</span>
          <select @change=${color}>
            ${kColorings.map(({ value, label }) => html`<option .selected=${live(value === place.coloring)}>${translate(label)}</option>`)}
          </select></label>
        <fieldset ?disabled=${isBusy}>
          <legend>${translate('Without these tokens')}</legend>
          ${listed.map(
            (token) =>
              html`<label class="check"><input type="checkbox" .checked=${live(without.includes(token))} @change=${() => toggle(token)} /><bdi>${showInvisibleCharacters(token)}</bdi></label>`,
          )}
          <label class="maps-choice"><span>${translate('Another token')}</span>
            <input type="text" list="maps-tokens" size="8" autocomplete="off" @change=${add} /></label>
          <datalist id="maps-tokens">${tokens.slice(0, kMaximumSuggestions).map((token) => html`<option>${showInvisibleCharacters(token)}</option>`)}</datalist>
          <p class="field-help">${translate('What is left of each row is divided by its sum.')}</p>
        </fieldset>
      </div>
    </details>
  `;
}

/** @param {OwnMap | undefined} map */
const getLastStep = (map) => Math.max(0, (map?.steps.length ?? 1) - 1);

/** @param {Parts} options */
function fileTemplate({ name, file }) {
  const sizes = file.maps.map(({ name: map, layers, heads, rows, columns }) =>
    translate('{map}: {layers} × {heads} heads, {rows} × {columns}', {
      map: isolateDirection(map),
      layers: formatCount(layers),
      heads: formatCount(heads),
      rows: formatCount(rows),
      columns: formatCount(columns),
    }),
  );
  return html`
    <p class="field-help">${translate('Drop a file anywhere in here. It stays in this browser. Shown: {name}.', { name })} ${sizes.join('; ')}</p>
  `;
}
