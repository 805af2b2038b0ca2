/**
 * What a reader can take along: the map as a picture or as numbers, the model's weights; and weights that come back.
 * @module
 */

import { html } from 'lit';
import { say } from '../language/say.js';
import { sayRow } from '../language/say-schema.js';
import { csvOf, layOut, paintPicture, svgOf } from '../views/map-picture.js';

/** @typedef {import('../engine/scope.js').Scope} Scope */

/** Larger than any model here. */
const kMostBytes = 64 * 1024 * 1024;
/** Pixels for a unit: sharp on paper. */
const kScale = 3;

/**
 * @param {object} options
 * @param {() => Scope} options.scopeOf the run that is shown
 * @param {() => string} options.mapOf the name of the map that is shown
 * @param {string} options.title of the experiment
 * @param {(message: string) => void} options.notify
 */
export function saveTemplate({ scopeOf, mapOf, title, notify }) {
  /** @param {(scope: Scope) => Promise<void>} action */
  const guarded = (action) => async () => {
    try {
      await action(scopeOf());
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error));
    }
  };
  /** @param {Scope} scope */
  const nameOf = (scope) => `${scope.configuration.experiment}-step-${scope.step}`;
  /** @param {Scope} scope */
  const pictureOf = async (scope) =>
    layOut(
      named(await scope.attention({ map: mapOf() })),
      `${title} · ${say('step {step}', { step: scope.step })}`,
    );
  /** @param {string} ending @param {string} type @param {(scope: Scope) => Promise<BlobPart>} make */
  const item = (ending, type, make) =>
    guarded(async (scope) => download(new Blob([await make(scope)], { type }), `${nameOf(scope)}.${ending}`));
  const png = guarded(async (scope) => {
    const canvas = document.createElement('canvas');
    paintPicture(await pictureOf(scope), canvas, kScale);
    /** @type {Blob | null} */
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error(say('This browser could not make a picture of that size.'));
    download(blob, `${nameOf(scope)}.png`);
  });
  const json = item('json', 'application/json', async (scope) => {
    const map = await scope.attention({ map: mapOf() });
    /** @param {string} _ @param {unknown} value */
    const plain = (_, value) => (value instanceof Float32Array ? Array.from(value) : value);
    return JSON.stringify({ configuration: scope.configuration, step: scope.step, map }, plain, 1);
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
          say('{name} has {size} bytes; expected at most {most}.', {
            name: file.name,
            size: file.size,
            most: kMostBytes,
          }),
        );
      await scope.loadWeights(await file.arrayBuffer());
      notify(say('{name}: the weights are in; training goes on from them.', { name: file.name }));
    })();
  };
  return html`
    <details class="settings save">
      <summary>${say('Save')}</summary>
      <div class="save-items">
        <button class="button" type="button" @click=${item('svg', 'image/svg+xml', async (scope) => svgOf(await pictureOf(scope)))}>${say('Map as {format}', { format: 'SVG' })}</button>
        <button class="button" type="button" @click=${png}>${say('Map as {format}', { format: 'PNG' })}</button>
        <button class="button" type="button" @click=${item('csv', 'text/csv', async (scope) => csvOf(await scope.attention({ map: mapOf() })))}>${say('Map as {format}', { format: 'CSV' })}</button>
        <button class="button" type="button" @click=${json}>${say('Map as {format}', { format: 'JSON' })}</button>
        <button class="button" type="button" @click=${item('safetensors', 'application/octet-stream', (scope) => scope.saveWeights())}>
          ${say('Model as {format}', { format: 'safetensors' })}
        </button>
        <label class="button">${say('Load a model')}<input type="file" accept=".safetensors" class="visually-hidden" @change=${onFile} /></label>
      </div>
    </details>
  `;
}

/**
 * @template {{ rowLabels: readonly string[] }} T
 * @param {T} map
 * @returns {T} with its rows as a reader knows them
 */
function named(map) {
  return { ...map, rowLabels: map.rowLabels.map(sayRow) };
}

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
