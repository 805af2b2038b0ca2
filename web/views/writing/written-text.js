/**
 * The text that a language model writes while it learns, with arcs to the tokens that it attended to; and its continuation of
 * the reader's own prompt.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { layerChoiceTemplate } from '../../parts/choices.js';
import { formatCount, formatFixed, getErrorMessage } from '../../parts/format.js';
import { createMapView } from '../../parts/map-view.js';
import { createTextForm } from '../../parts/text-form.js';
import { generatedTextStyles } from './generated-text-styles.js';
import { createTextLine } from './text-line.js';

export const styles = generatedTextStyles;

/** @import { Frame, View, ViewOptions } from '../../engine/view-types.js' */
/** @import { TransformerDetails } from '../heads/head-data.js' */
/** @import { GeneratedText } from './generated-text.js' */
/** @typedef {GeneratedText & { step: number, metrics: Frame['metrics'] }} Sample */

const kDraws = 10000;

/** @param {Frame['metrics']} metrics @returns {string} */
function describeBits({ bitsPerCharacter, trigramBits, unigramBits }) {
  if (!Number.isFinite(bitsPerCharacter)) return '';
  return translate('{bits} bits per character in the test; counted trigrams {trigram}, unigrams {unigram}.', {
    bits: formatFixed(Number(bitsPerCharacter), 2),
    trigram: formatFixed(Number(trigramBits), 2),
    unigram: formatFixed(Number(unigramBits), 2),
  });
}

/**
 * Controls for sampling, and for the layer whose arcs are shown.
 * @param {ViewOptions} options
 * @param {number} layer
 * @param {(layer: number) => void} onLayer
 */
function controlsTemplate({ manifest, parameters, change }, layer, onLayer) {
  const { layers = 1 } = /** @type {TransformerDetails} */ (manifest.details);
  const temperature = Number(parameters()['temperature'] ?? 0);
  const changeTemperature = (/** @type {Event} */ { target }) =>
    change('temperature', /** @type {HTMLInputElement} */ (target).valueAsNumber);
  const again = () => change('sampleSeed', (Number(parameters()['sampleSeed'] ?? 0) + 1) % kDraws);
  return html`
    <div class="written-controls">
      <label>
        ${translate('Temperature')}
        <input type="range" min="0" max="2" step="0.05" aria-label=${translate('Temperature of the sample')} .value=${String(temperature)} @change=${changeTemperature} />
        <output>${formatFixed(temperature, 2)}</output>
      </label>
      <button type="button" class="button" @click=${again}>${translate('Sample again')}</button>
      ${layerChoiceTemplate(translate('Layer of the arcs'), layers, layer, onLayer)}
    </div>
  `;
}

/**
 * A prompt of the reader's own, and its continuation by the model.
 * @param {ViewOptions} options
 * @param {() => number} getStep
 * @param {() => void} draw
 */
function createPrompt({ predict, schema, parameters, manifest }, getStep, draw) {
  const { heads = 1 } = /** @type {TransformerDetails} */ (manifest.details);
  /** @type {GeneratedText | null} */
  let text = null;
  let status = '';
  const label = translate('A beginning of your own');
  const line = createTextLine(translate('Your beginning, continued'), draw);

  /** @param {string} prompt */
  async function continueText(prompt) {
    if (prompt === '') return;
    const { temperature, sampleSeed } = parameters();
    try {
      const { attention, promptLength = 0 } = await predict({
        prompt,
        temperature: Number(temperature),
        sampleSeed: Number(sampleSeed),
      });
      text = { tokens: attention.columnLabels, promptLength, weights: attention.weights, heads };
      const step = formatCount(getStep());
      status = translate('Written after step {step}; your beginning is gray.', { step });
    } catch (error) {
      status = getErrorMessage(error);
    }
    draw();
    form.nextElementSibling?.scrollIntoView({ block: 'nearest' });
  }

  const action = translate('Continue the text');
  const form = createTextForm(schema.inputs, { label, action, onSend: continueText });
  return (/** @type {number} */ layer) => html`
    ${form}
    <section class="panel" data-figure="own" aria-label=${label} ?hidden=${status === ''}>
      <h2>${label}</h2>
      ${line.template(text, layer)} ${line.readoutTemplate()}
      <p class="panel-status" role="status">${status}</p>
    </section>
  `;
}

/** @param {ViewOptions} options @returns {View} */
export function createView(options) {
  const details = /** @type {TransformerDetails} */ (options.manifest.details);
  const { layers = 1, heads = 1, targetWords = [] } = details;
  let [layer, step] = [layers - 1, 0];
  const draw = () => view.draw();
  const line = createTextLine(translate('Sample, token by token'), draw);
  const promptTemplate = createPrompt(options, () => step, draw);
  /** @param {number} chosen */
  const onLayer = (chosen) => {
    layer = chosen;
    draw();
  };
  const view = createMapView({
    attributes: { class: 'bars written', 'aria-label': translate('What the model writes') },
    /** @returns {Sample | null} */
    extract({ step: at, loss, metrics, tensors: { 'sample.tokens': tokens, sample } }) {
      if (!tokens || !sample) return null;
      step = at;
      return {
        step,
        tokens: Array.from(tokens, (id) => targetWords[id] ?? ''),
        promptLength: 1,
        weights: sample.slice(),
        heads,
        metrics: { ...metrics, loss },
      };
    },
    template: (sample) =>
      html`${controlsTemplate(options, layer, onLayer)} ${line.template(sample, layer)} ${promptTemplate(layer)}`,
    readout: (sample, throttled) => html`
      <p class="align-verdict">${throttled(() => describeBits(sample?.metrics ?? {}))}</p>
      ${line.readoutTemplate()}
    `,
    summary: ({ tokens, metrics }) =>
      [translate('The model writes: {text}', { text: tokens.join('') }), describeBits(metrics)].join(' '),
  });
  return view;
}
