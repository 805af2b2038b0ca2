/**
 * The controls to save the map as an image or as numbers, to save the model's weights, and to load weights.
 * @module
 */

import { html } from 'lit';
import { translate } from '../language/translate.js';
import { createCsvFile } from './csv.js';
import { download } from './download.js';
import { formatMap } from './map-table.js';
import { getFileFormatLabel } from './save-view.js';

/** @import { Scope } from '../engine/scope.js' */

/** Larger than the weights of any model. */
const kMostBytes = 64 * 1024 * 1024;

/**
 * @param {object} options
 * @param {() => Scope} options.getScope the run that is shown
 * @param {() => string} options.getMapName the name of the map that is shown
 * @param {{ savePicture: (kind: 'svg' | 'png', saving: import('./save-view.js').SaveContext) => Promise<void> }} options.views
 * @param {import('./save-view.js').SaveContext} options.saving
 */
export function saveTemplate({ getScope, getMapName, views, saving }) {
  const { notify } = saving;
  /** @param {(scope: Scope) => Promise<void>} action */
  const withErrorNotice = (action) => async () => {
    try {
      await action(getScope());
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error));
    }
  };
  /** @param {'svg' | 'png'} kind */
  const onPicture = (kind) => withErrorNotice(() => views.savePicture(kind, saving))();
  /** @param {Scope} scope */
  const formatFileName = (scope) => `${scope.configuration.experiment}-step-${scope.step}`;
  /** @param {string} ending @param {string} type @param {(scope: Scope) => Promise<BlobPart>} make */
  const item = (ending, type, make) =>
    withErrorNotice(async (scope) =>
      download(new Blob([await make(scope)], { type }), `${formatFileName(scope)}.${ending}`, notify),
    );
  /** @param {import('./csv.js').Dialect} dialect */
  const csv = (dialect) =>
    item('csv', 'text/csv', async (scope) =>
      createCsvFile(formatMap(await scope.attention({ map: getMapName() }), dialect), dialect),
    );
  const json = item('json', 'application/json', async (scope) => {
    const map = await scope.attention({ map: getMapName() });
    /** @param {string} _ @param {unknown} value */
    const plain = (_, value) => (value instanceof Float32Array ? Array.from(value) : value);
    return JSON.stringify({ configuration: scope.configuration, step: scope.step, map }, plain, 1);
  });
  // The run is paused, because the file needs the weights of the same step.
  const python = withErrorNotice(async (scope) => {
    await saving.pause();
    download(
      new Blob([await scope.pytorch()], { type: 'text/x-python' }),
      `${formatFileName(scope)}.py`,
      notify,
    );
    notify(
      translate('{file} reads {weights}: save the model as safetensors too before the run goes on.', {
        file: `${formatFileName(scope)}.py`,
        weights: `${formatFileName(scope)}.safetensors`,
      }),
    );
  });
  /** @param {Event} event */
  const onFile = (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const [file] = input.files ?? [];
    input.value = '';
    if (!file) return;
    withErrorNotice(async (scope) => {
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
        <button class="button" type="button" @click=${csv('excel')}>${translate('Map as {format}', { format: getFileFormatLabel('excel') })}</button>
        <label class="button">${translate('Load a model')}<input type="file" accept=".safetensors" class="visually-hidden" @change=${onFile} /></label>
    </div>
  `;
}
