/**
 * What a language model writes while it learns, with arcs to where it looked; and how it goes on with a beginning of the
 * reader's.
 * @module
 */

import { say } from '../../language/say.js';
import { createChoices } from '../../parts/choices.js';
import { h } from '../../parts/dom.js';
import { formatCount, formatFixed, messageOf } from '../../parts/format.js';
import { createMapHelp } from '../../parts/map-switch.js';
import { createReel } from '../../parts/reel.js';
import { throttle } from '../../parts/throttle.js';
import { createWrittenLine } from './written-line.js';
import { writtenStyles } from './written-styles.js';

export const styles = writtenStyles;

/** @import { Frame, Prediction, View, ViewOptions } from '../../engine/shapes.js' */
/** @import { Written } from './written-line.js' */
/** @typedef {Written & { step: number, metrics: Frame['metrics'] }} Sample */

const kWriteEveryMs = 250;
const kDraws = 10000;

/** @param {Frame['metrics']} metrics @returns {string} */
export function bitsText({ bitsPerCharacter, trigramBits, unigramBits }) {
  if (!Number.isFinite(bitsPerCharacter)) return '';
  return say('{bits} bits per character on held-out text; counted trigrams {trigram}, unigrams {unigram}.', {
    bits: formatFixed(Number(bitsPerCharacter), 2),
    trigram: formatFixed(Number(trigramBits), 2),
    unigram: formatFixed(Number(unigramBits), 2),
  });
}

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const { maps, extra, parameters, change, ask, inputs } = options;
  const { layers = 1, heads = 1, targetWords = [] } = extra;
  let layer = layers - 1;
  /** @type {Prediction | null} */
  let answer = null;
  let step = 0;
  let gone = false;

  const line = createWrittenLine({ label: say('Sample, token by token') });
  const own = createWrittenLine({ label: say('Your beginning, gone on with') });
  const verdict = h('p', { class: 'align-verdict' });
  const temperature = h('input', {
    type: 'range',
    min: 0,
    max: 2,
    step: 0.05,
    'aria-label': say('Temperature of the sample'),
    onchange: () => change('temperature', temperature.valueAsNumber),
  });
  const degree = h('output', {});
  const again = h(
    'button',
    {
      type: 'button',
      class: 'button',
      onclick: () => change('draw', (Number(parameters()['draw'] ?? 0) + 1) % kDraws),
    },
    say('Sample again'),
  );
  const input = h('input', {
    type: 'text',
    'aria-label': say('A beginning of your own'),
    maxlength: Number(inputs.find(({ type }) => type === 'text')?.maximum ?? 400),
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const told = h('p', { class: 'panel-told', role: 'status' });
  const form = h(
    'form',
    {
      class: 'typed',
      'aria-label': say('A beginning of your own'),
      onsubmit: (event) => {
        event.preventDefault();
        goOn();
      },
    },
    input,
    h('button', { class: 'button', type: 'submit' }, say('Go on with it')),
  );
  const panel = h(
    'section',
    { class: 'panel', 'data-figure': 'own', 'aria-label': say('A beginning of your own') },
    h('h2', {}, say('A beginning of your own')),
    own.element,
    own.readout,
    told,
  );
  panel.hidden = true;
  const reel = /** @type {ReturnType<typeof createReel<Sample>>} */ (
    createReel({ onShow: show, lossOf: ({ metrics }) => metrics['loss'] ?? Number.NaN })
  );
  const write = throttle(() => {
    const text = bitsText(reel.wanted()?.metrics ?? {});
    if (verdict.textContent !== text) verdict.textContent = text;
  }, kWriteEveryMs);
  const switches = createChoices({
    label: say('Layer of the arcs'),
    choices: Array.from({ length: layers }, (_, i) => ({
      value: String(i),
      label: say('Layer {n}', { n: i + 1 }),
    })),
    shown: String(layer),
    onChoose: (index) => {
      layer = Number(index);
      show();
      showAnswer();
    },
  });
  const element = h(
    'section',
    { class: 'bars written', 'aria-label': say('What the model writes') },
    h(
      'div',
      { class: 'written-controls' },
      h('label', {}, say('Temperature'), temperature, degree),
      again,
      layers > 1 && switches,
    ),
    line.element,
    form,
    panel,
  );

  function show() {
    const sample = reel.wanted();
    if (sample) line.show(sample, layer);
    write.call();
  }

  function showAnswer() {
    if (!answer) return;
    const { attention, given = 0 } = answer;
    own.show({ tokens: attention.columnLabels, given, weights: attention.weights, heads }, layer);
    told.textContent = say('Written after step {step}; what you gave is grey.', { step: formatCount(step) });
  }

  async function goOn() {
    if (input.value === '') return;
    const { temperature: at, draw } = parameters();
    panel.hidden = false;
    try {
      answer = await ask({ prompt: input.value, temperature: Number(at), draw: Number(draw) });
      if (!gone) showAnswer();
    } catch (error) {
      told.textContent = messageOf(error);
    }
  }

  return {
    element,
    readout: h('div', { class: 'reading' }, createMapHelp(maps[0]), verdict, line.readout),
    film: reel.film,
    update(frame) {
      const { 'sample.tokens': tokens, sample } = frame.tensors;
      if (!tokens || !sample) return;
      step = frame.step;
      const wanted = Number(parameters()['temperature'] ?? 0);
      if (temperature.valueAsNumber !== wanted) temperature.valueAsNumber = wanted;
      degree.textContent = formatFixed(wanted, 2);
      reel.take({
        step,
        tokens: Array.from(tokens, (id) => targetWords[id] ?? ''),
        given: 1,
        weights: sample.slice(),
        heads,
        metrics: { ...frame.metrics, loss: frame.loss },
      });
      show();
    },
    repaint() {
      line.repaint();
      own.repaint();
    },
    summary: () => [say('The model writes: {text}', { text: line.text() }), verdict.textContent].join(' '),
    dispose() {
      gone = true;
      write.cancel();
      line.dispose();
      own.dispose();
    },
  };
}
