/**
 * The controls to save the map as an image or as numbers, to save the model's weights, and to load weights.
 * @module
 */

import { html } from 'lit';
import { translate } from '../language/say.js';
import { csvFile } from './csv.js';
import { download } from './download.js';
import { csvOf } from './map-table.js';
import { formatName } from './save-view.js';

/** @import { Scope } from '../engine/scope.js' */

/** Larger than the weights of any model. */
const kMostBytes = 64 * 1024 * 1024;

/**
 * @param {object} options
 * @param {() => Scope} options.scopeOf the run that is shown
 * @param {() => string} options.mapOf the name of the map that is shown
 * @param {{ savePicture: (kind: 'svg' | 'png', saving: import('./save-view.js').Saving) => Promise<void> }} options.views
 * @param {import('./save-view.js').Saving} options.saving
 */
export function saveTemplate({ scopeOf, mapOf, views, saving }) {
  const { notify } = saving;
  /** @param {(scope: Scope) => Promise<void>} action */
  const guarded = (action) => async () => {
    try {
      await action(scopeOf());
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error));
    }
  };
  /** @param {'svg' | 'png'} kind */
  const onPicture = (kind) => guarded(() => views.savePicture(kind, saving))();
  /** @param {Scope} scope */
  const nameOf = (scope) => `${scope.configuration.experiment}-step-${scope.step}`;
  /** @param {string} ending @param {string} type @param {(scope: Scope) => Promise<BlobPart>} make */
  const item = (ending, type, make) =>
    guarded(async (scope) =>
      download(new Blob([await make(scope)], { type }), `${nameOf(scope)}.${ending}`, notify),
    );
  /** @param {import('./csv.js').Dialect} dialect */
  const csv = (dialect) =>
    item('csv', 'text/csv', async (scope) =>
      csvFile(csvOf(await scope.attention({ map: mapOf() }), dialect), dialect),
    );
  const json = item('json', 'application/json', async (scope) => {
    const map = await scope.attention({ map: mapOf() });
    /** @param {string} _ @param {unknown} value */
    const plain = (_, value) => (value instanceof Float32Array ? Array.from(value) : value);
    return JSON.stringify({ configuration: scope.configuration, step: scope.step, map }, plain, 1);
  });
  // The run is paused, because the file needs the weights of the same step.
  const python = guarded(async (scope) => {
    await saving.pause();
    download(new Blob([await scope.pytorch()], { type: 'text/x-python' }), `${nameOf(scope)}.py`, notify);
    notify(
      translate('{file} reads {weights}: save the model as safetensors too before the run goes on.', {
        file: `${nameOf(scope)}.py`,
        weights: `${nameOf(scope)}.safetensors`,
      }),
    );
  });
  /** @param {Event} event */
  const onFile = (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const [file] = input.files ?? [];
    input.value = '';
    if (!file) return;
    guarded(async (scope) => {
      if (file.size > kMostBytes)
        throw new Error(
          translate('{name} has {size} bytes; expected at most {most}.', {
            name: file.name,
            size: file.size,
            most: kMostBytes,
          }),
        );
      await scope.loadWeights(await file.arrayBuffer());
      notify(translate('{name}: the weights are loaded; training continues from them.', { name: file.name }));
    })();
  };
  return html`
    <div class="save save-items">
        <button class="button" type="button" @click=${() => onPicture('svg')}>${translate('Map as {format}', { format: 'SVG' })}</button>
        <button class="button" type="button" @click=${() => onPicture('png')}>${translate('Map as {format}', { format: 'PNG' })}</button>
        <button class="button" type="button" @click=${csv('csv')}>${translate('Map as {format}', { format: 'CSV' })}</button>
        <button class="button" type="button" @click=${json}>${translate('Map as {format}', { format: 'JSON' })}</button>
        <button class="button" type="button" @click=${item('safetensors', 'application/octet-stream', (scope) => scope.saveWeights())}>
          ${translate('Model as {format}', { format: 'safetensors' })}
        </button>
        <button class="button" type="button" @click=${python}>${translate('Model in PyTorch')}</button>
        <button class="button" type="button" @click=${csv('excel')}>${translate('Map as {format}', { format: formatName('excel') })}</button>
        <label class="button">${translate('Load a model')}<input type="file" accept=".safetensors" class="visually-hidden" @change=${onFile} /></label>
    </div>
  `;
}
