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
 * @param {() => Promise<void>} options.pause ends a run under way
 * @param {(message: string) => void} options.notify
 */
export function saveTemplate({ scopeOf, mapOf, title, pause, notify }) {
  /** @param {(scope: Scope) => Promise<void>} action */
  const guarded = (action) => async () => {
    try {
      await action(scopeOf());
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error));
    }
  };
  /** @param {string} ending @param {string} type @param {(scope: Scope) => Promise<BlobPart>} make */
  const item = (ending, type, make) =>
    guarded(async (scope) => download(new Blob([await make(scope)], { type }), `${nameOf(scope)}.${ending}`));
  /** @param {'svg' | 'png'} kind */
  const picture = (kind) => guarded((scope) => savePicture(scope, mapOf(), title, kind));
  const json = item('json', 'application/json', async (scope) => {
    const map = await scope.attention({ map: mapOf() });
    /** @param {string} _ @param {unknown} value */
    const plain = (_, value) => (value instanceof Float32Array ? Array.from(value) : value);
    return JSON.stringify({ configuration: scope.configuration, step: scope.step, map }, plain, 1);
  });
  // The weights that belong to the file are those of the same step, so that the run has to stand still.
  const python = guarded(async (scope) => {
    await pause();
    download(new Blob([await scope.pytorch()], { type: 'text/x-python' }), `${nameOf(scope)}.py`);
    notify(
      say('{file} reads {weights}: save the model as safetensors too before the run goes on.', {
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
        <button class="button" type="button" @click=${picture('svg')}>${say('Map as {format}', { format: 'SVG' })}</button>
        <button class="button" type="button" @click=${picture('png')}>${say('Map as {format}', { format: 'PNG' })}</button>
        <button class="button" type="button" @click=${item('csv', 'text/csv', async (scope) => csvOf(await scope.attention({ map: mapOf() })))}>${say('Map as {format}', { format: 'CSV' })}</button>
        <button class="button" type="button" @click=${json}>${say('Map as {format}', { format: 'JSON' })}</button>
        <button class="button" type="button" @click=${item('safetensors', 'application/octet-stream', (scope) => scope.saveWeights())}>
          ${say('Model as {format}', { format: 'safetensors' })}
        </button>
        <button class="button" type="button" @click=${python}>${say('Model in PyTorch')}</button>
        <label class="button">${say('Load a model')}<input type="file" accept=".safetensors" class="visually-hidden" @change=${onFile} /></label>
      </div>
    </details>
  `;
}

/** @param {Scope} scope */
const nameOf = (scope) => `${scope.configuration.experiment}-step-${scope.step}`;

/**
 * A map as it stands, as a file.
 * @param {Scope} scope
 * @param {string} map its name
 * @param {string} title of the experiment
 * @param {'svg' | 'png'} kind
 */
export async function savePicture(scope, map, title, kind) {
  const picture = layOut(
    named(await scope.attention({ map })),
    `${title} · ${say('step {step}', { step: scope.step })}`,
  );
  const name = `${nameOf(scope)}.${kind}`;
  if (kind === 'svg') return download(new Blob([svgOf(picture)], { type: 'image/svg+xml' }), name);
  const canvas = document.createElement('canvas');
  paintPicture(picture, canvas, kScale);
  /** @type {Blob | null} */
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error(say('This browser could not make a picture of that size.'));
  download(blob, name);
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
