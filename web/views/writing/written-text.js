/**
 * What a language model writes while it learns, with arcs to where it looked; and its continuation of a prompt of the
 * reader's own.
 * @module
 */

import { translate } from '../../language/translate.js';
import { createChoices } from '../../parts/choices.js';
import { h } from '../../parts/dom.js';
import { createFilmHistory } from '../../parts/film-history.js';
import { formatCount, formatFixed, getErrorMessage } from '../../parts/format.js';
import { throttle } from '../../parts/throttle.js';
import { createTextLine } from './text-line.js';
import { generatedTextStyles } from './written-styles.js';

export const styles = generatedTextStyles;

/** @import { Frame, Prediction, View, ViewOptions } from '../../engine/shapes.js' */
/** @import { TransformerDetails } from '../heads/head-data.js' */
/** @import { GeneratedText } from './text-line.js' */
/** @typedef {GeneratedText & { step: number, metrics: Frame['metrics'] }} Sample */

const kWriteEveryMs = 250;
const kDraws = 10000;

/** @param {Frame['metrics']} metrics @returns {string} */
function bitsText({ bitsPerCharacter, trigramBits, unigramBits }) {
  if (!Number.isFinite(bitsPerCharacter)) return '';
  return translate(
    '{bits} bits per character on held-out text; counted trigrams {trigram}, unigrams {unigram}.',
    {
      bits: formatFixed(Number(bitsPerCharacter), 2),
      trigram: formatFixed(Number(trigramBits), 2),
      unigram: formatFixed(Number(unigramBits), 2),
    },
  );
}

/**
 * Controls for sampling, and for the layer whose arcs are shown.
 * @param {ViewOptions} options
 * @param {(layer: number) => void} onLayer
 */
function createControls({ manifest, parameters, change }, onLayer) {
  const { layers = 1 } = /** @type {TransformerDetails} */ (manifest.details);
  const slider = h('input', {
    type: 'range',
    min: 0,
    max: 2,
    step: 0.05,
    'aria-label': translate('Temperature of the sample'),
    onchange: () => change('temperature', slider.valueAsNumber),
  });
  const degree = h('output', {});
  const again = () => change('sampleSeed', (Number(parameters()['sampleSeed'] ?? 0) + 1) % kDraws);
  const switches = createChoices({
    label: translate('Layer of the arcs'),
    choices: Array.from({ length: layers }, (_, i) => ({
      value: String(i),
      label: translate('Layer {n}', { n: i + 1 }),
    })),
    selected: String(layers - 1),
    onChoose: (index) => onLayer(Number(index)),
  });
  return {
    element: h(
      'div',
      { class: 'written-controls' },
      h('label', {}, translate('Temperature'), slider, degree),
      h('button', { type: 'button', class: 'button', onclick: again }, translate('Sample again')),
      layers > 1 && switches,
    ),
    update() {
      const temperature = Number(parameters()['temperature'] ?? 0);
      if (slider.valueAsNumber !== temperature) slider.valueAsNumber = temperature;
      degree.textContent = formatFixed(temperature, 2);
    },
  };
}

/**
 * A prompt of the reader's own, and its continuation by the model.
 * @param {ViewOptions} options
 * @param {{ layer: () => number, step: () => number }} now
 */
function createPrompt({ predict, schema, parameters, manifest }, now) {
  const { heads = 1 } = /** @type {TransformerDetails} */ (manifest.details);
  /** @type {Prediction | null} */
  let answer = null;
  let isDisposed = false;
  const line = createTextLine({ label: translate('Your beginning, continued') });
  const input = h('input', {
    type: 'text',
    'aria-label': translate('A beginning of your own'),
    placeholder: translate('A beginning of your own'),
    maxlength: Number(schema.inputs.find(({ type }) => type === 'text')?.maximum ?? 400),
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const status = h('p', { class: 'panel-status', role: 'status' });
  const panel = h(
    'section',
    { class: 'panel', 'data-figure': 'own', 'aria-label': translate('A beginning of your own') },
    h('h2', {}, translate('A beginning of your own')),
    line.element,
    line.readout,
    status,
  );
  panel.hidden = true;

  function show() {
    if (!answer) return;
    const { attention, promptLength = 0 } = answer;
    line.show(
      { tokens: attention.columnLabels, promptLength: promptLength, weights: attention.weights, heads },
      now.layer(),
    );
  }

  /** @param {Event} event */
  async function continueText(event) {
    event.preventDefault();
    if (input.value === '') return;
    const { temperature, sampleSeed } = parameters();
    panel.hidden = false;
    try {
      answer = await predict({
        prompt: input.value,
        temperature: Number(temperature),
        sampleSeed: Number(sampleSeed),
      });
      if (isDisposed) return;
      show();
      status.textContent = translate('Written after step {step}; your beginning is gray.', {
        step: formatCount(now.step()),
      });
    } catch (error) {
      status.textContent = getErrorMessage(error);
    }
  }

  return {
    form: h(
      'form',
      { class: 'typed', 'aria-label': translate('A beginning of your own'), onsubmit: continueText },
      input,
      h('button', { class: 'button', type: 'submit' }, translate('Continue the text')),
    ),
    panel,
    show,
    repaint: line.repaint,
    dispose() {
      isDisposed = true;
      line.dispose();
    },
  };
}

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const {
    layers = 1,
    heads = 1,
    targetWords = [],
  } = /** @type {TransformerDetails} */ (options.manifest.details);
  let layer = layers - 1;
  let step = 0;
  const line = createTextLine({ label: translate('Sample, token by token') });
  const verdict = h('p', { class: 'align-verdict' });
  const controls = createControls(options, (chosen) => {
    layer = chosen;
    show();
    prompt.show();
  });
  const prompt = createPrompt(options, { layer: () => layer, step: () => step });
  const reel = /** @type {ReturnType<typeof createFilmHistory<Sample>>} */ (
    createFilmHistory({ onShow: show, getLoss: ({ metrics }) => metrics['loss'] ?? Number.NaN })
  );
  const write = throttle(() => {
    const text = bitsText(reel.getFrame()?.metrics ?? {});
    if (verdict.textContent !== text) verdict.textContent = text;
  }, kWriteEveryMs);

  function show() {
    const sample = reel.getFrame();
    if (sample) line.show(sample, layer);
    write.call();
  }

  return {
    element: h(
      'section',
      { class: 'bars written', 'aria-label': translate('What the model writes') },
      controls.element,
      line.element,
      prompt.form,
      prompt.panel,
    ),
    readout: h('div', { class: 'reading' }, verdict, line.readout),
    film: reel.film,
    update(frame) {
      const { 'sample.tokens': tokens, sample } = frame.tensors;
      if (!tokens || !sample) return;
      step = frame.step;
      controls.update();
      reel.record({
        step,
        tokens: Array.from(tokens, (id) => targetWords[id] ?? ''),
        promptLength: 1,
        weights: sample.slice(),
        heads,
        metrics: { ...frame.metrics, loss: frame.loss },
      });
      show();
    },
    repaint() {
      line.repaint();
      prompt.repaint();
    },
    summary: () =>
      [translate('The model writes: {text}', { text: line.text() }), verdict.textContent].join(' '),
    dispose() {
      write.cancel();
      line.dispose();
      prompt.dispose();
    },
  };
}
