/**
 * The controls to save the map as an image or as numbers, to save the model's weights, and to load weights.
 */

import { html } from 'lit';
import { translate } from '../language/translate.js';
import { fileChoiceTemplate } from '../parts/file-choice.js';
import { createCsvFile } from './csv.js';
import { download } from './download.js';
import { formatMapCsv } from './map-table.js';
import { getFileFormatLabel, saveMapPicture } from './save-view.js';

/** @import { Scope } from '../engine/scope.js' */

/** Size limit of a weights file; larger than the weights of any model. */
const kMaxBytes = 64 * 1024 * 1024;

/**
 * @param {object} options
 * @param {() => Scope} options.getScope the run that is shown
 * @param {() => string} options.getMapName name of the map that is shown
 * @param {() => import('../engine/view-types.js').View | undefined} options.getMapView undefined if it is hidden
 * @param {import('./save-view.js').SaveContext} options.saving
 */
export function savePanelTemplate({ getScope, getMapName, getMapView, saving }) {
  const { notify } = saving;
  /** @param {(scope: Scope) => Promise<void>} action */
  const withErrorNotice = (action) => async () => {
    try {
      await action(getScope());
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
    }
  };
  /** @param {'svg' | 'png' | 'copy'} kind */
  const picture = (kind) => withErrorNotice(() => saveMapPicture(getMapView(), kind, saving));
  /** @param {Scope} scope */
  const formatFileName = (scope) => `${scope.configuration.experiment}-step-${scope.step}`;
  /** @param {string} ending @param {string} type @param {(scope: Scope) => Promise<BlobPart>} make */
  const file = (ending, type, make) =>
    withErrorNotice(async (scope) =>
      download(new Blob([await make(scope)], { type }), `${formatFileName(scope)}.${ending}`, notify),
    );
  /** @param {Scope} scope */
  const readMap = (scope) => scope.attention({ map: getMapName() });
  /** @param {import('./csv.js').Dialect} dialect */
  const csv = (dialect) =>
    file('csv', 'text/csv', async (scope) =>
      createCsvFile(formatMapCsv(await readMap(scope), dialect), dialect),
    );
  const json = file('json', 'application/json', async (scope) => {
    /** @param {string} _ @param {unknown} value */
    const plain = (_, value) => (value instanceof Float32Array ? Array.from(value) : value);
    const { configuration, step } = scope;
    return JSON.stringify({ configuration, step, map: await readMap(scope) }, plain, 1);
  });
  const weights = file('safetensors', 'application/octet-stream', (scope) => scope.saveWeights());
  const python = file('py', 'text/x-python', async (scope) => {
    // The run is paused, because the file needs the weights of the same step.
    await saving.pause();
    const program = await scope.pytorch();
    const name = formatFileName(scope);
    notify(
      translate('{file} reads {weights}: save the model as safetensors too before the run goes on.', {
        file: `${name}.py`,
        weights: `${name}.safetensors`,
      }),
    );
    return program;
  });
  /** @param {File} file */
  const load = (file) =>
    withErrorNotice(async (scope) => {
      await loadModel(scope, file);
      notify(translate('{name}: the weights are loaded; training continues from them.', { name: file.name }));
    })();
  /** @param {string} format */
  const labelMap = (format) => translate('Map as {format}', { format });
  /** @type {[string, () => void][]} */
  const buttons = [
    [labelMap('SVG'), picture('svg')],
    [labelMap('PNG'), picture('png')],
    [translate('Copy picture'), picture('copy')],
    [labelMap('CSV'), csv('csv')],
    [labelMap('JSON'), json],
    [translate('Model as {format}', { format: 'safetensors' }), weights],
    [translate('Model in PyTorch'), python],
    [labelMap(getFileFormatLabel('excel')), csv('excel')],
  ];
  return html`
    <div class="save save-items">
      ${buttons.map(([label, act]) => html`<button class="button" type="button" @click=${act}>${label}</button>`)}
      ${fileChoiceTemplate(translate('Load a model'), '.safetensors', load)}
    </div>
  `;
}

/** @param {Scope} scope @param {File} file */
async function loadModel(scope, file) {
  const { name, size } = file;
  if (size > kMaxBytes) {
    const sizes = { name, size, most: kMaxBytes };
    throw new Error(translate('{name} has {size} bytes; expected at most {most}.', sizes));
  }
  await scope.loadWeights(await file.arrayBuffer());
}
