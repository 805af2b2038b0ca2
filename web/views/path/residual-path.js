/**
 * The path of one token through a layer, step by step, forwards and back, with its real numbers: query, attention
 * weights, weighted sum, and what is added to the residual stream.
 * @module
 */

import { html, render } from 'lit';
import { translate } from '../../language/translate.js';
import { createChoices } from '../../parts/choices.js';
import { createDisclosureTable, exactNumbers } from '../../parts/disclosure-table.js';
import { h } from '../../parts/dom.js';
import { formatNumber } from '../../parts/format.js';
import { createNumberStrip, findLargestMagnitude } from '../../parts/number-strip.js';
import { createTypedText } from '../alignment/typed-text.js';
import { readPath } from './path-data.js';
import { pathStyles } from './path-styles.js';
import { bodyTemplate, kParts, tokensTemplate } from './path-template.js';

export const styles = pathStyles;

/** @import { View, ViewOptions } from '../../engine/shapes.js' */
/** @import { TransformerDetails } from '../heads/head-data.js' */
/** @import { Path, Activation } from './path-data.js' */

/** The state of the view. */
export class PathState {
  layer = 0;
  position = 0;
  head = 0;
  /** The number that was chosen; −1: the first one, or the largest for tokens and words. */
  index = -1;
  side = 'answer';
  /** The chosen activation, by name, so that it is kept for another token. */
  at = { part: 'embedding', name: 'embedding' };
  /** @type {Path | null} */
  path = null;
  /** @type {Map<string, ReturnType<typeof createNumberStrip>>} */
  #strips = new Map();
  #draw;

  /** @param {() => void} draw */
  constructor(draw) {
    this.#draw = draw;
  }

  /** @param {Path} path @returns {number} index of the activation */
  findIndex({ activations }) {
    const { part, name } = this.at;
    return Math.max(
      0,
      activations.findIndex((one) => one.part === part && one.name === name),
    );
  }

  /** @param {Activation} station */
  getValues({ values }) {
    return values[values.length > 1 ? this.head : 0] ?? new Float32Array(0);
  }

  /** @param {Activation} station @param {Float32Array} values */
  getCell({ kind }, values) {
    if (this.index >= 0) return Math.min(this.index, values.length - 1);
    return kind === 'vector' || kind === 'heads' ? 0 : values.indexOf(Math.max(...values));
  }

  /** @param {Activation | undefined} station */
  chooseActivation(station) {
    if (!station) return;
    this.at = { part: station.part, name: station.name };
    this.chooseNumber(-1);
  }

  /** @param {number} index */
  chooseNumber(index) {
    this.index = index;
    this.#draw();
  }

  /** @param {string} key @param {Float32Array} values @param {(index: number | null) => void} onPoint @returns {Element} */
  strip(key, values, onPoint = () => undefined) {
    const strip = this.#strips.get(key) ?? createNumberStrip(onPoint);
    this.#strips.set(key, strip);
    strip.show(values, findLargestMagnitude(values));
    return strip.element;
  }
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
  const kind = String(options.parameters()['kind']);
  const hasEncoder = kind === 'encoder-decoder';
  const state = new PathState(draw);
  if (hasEncoder) state.side = 'source';
  const typed = createTypedPath(options, state, { kind, both: hasEncoder, draw });
  const element = h('section', {
    class: 'bars decoder path',
    'aria-label': translate('The path of a token'),
  });
  const table = createDisclosureTable(translate('All numbers of the path as a table'));
  const sides = [
    { value: 'source', label: translate('Encoder') },
    { value: 'answer', label: translate('Decoder') },
  ];
  const choices = [
    hasEncoder &&
      createChoices({
        label: translate('Side'),
        choices: sides,
        selected: state.side,
        onChoose: (side) => change({ side, position: 0 }),
      }),
    layers > 1 &&
      createChoices({
        label: translate('Layer of the path'),
        choices: createChoiceList(layers, (n) => translate('Layer {n}', { n })),
        selected: '0',
        onChoose: (layer) => change({ layer: Number(layer) }),
      }),
  ].filter(Boolean);
  const headChoice = createChoices({
    label: translate('Head of the path'),
    choices: createChoiceList(heads, (n) => `H${n}`),
    selected: '0',
    onChoose(head) {
      state.head = Number(head);
      draw();
    },
  });

  /** @param {Partial<PathState>} what */
  function change(what) {
    Object.assign(state, what);
    typed.predict();
  }

  function draw() {
    const { path } = state;
    const template = html`<div class="panel">
      <h2>${translate('Type your own, and follow one token')}</h2>
      ${typed.elements}
      <div class="panel-row">
        ${choices} ${tokensTemplate(path?.tokens ?? [], state.position, (position) => change({ position }))}
      </div>
      ${bodyTemplate({ state: state, path, targetWords, headChoice, table: table.element })}
    </div>`;
    render(template, element);
    if (path) table.write(() => createTableText(path));
  }

  draw();
  return {
    element,
    wide: true,
    update: ({ step }) => typed.update(step),
    repaint: draw,
    summary: () => '',
    dispose: typed.dispose,
  };
}

/**
 * @param {ViewOptions} options
 * @param {PathState} state
 * @param {{ kind: string, both: boolean, draw: () => void }} how
 */
function createTypedPath(options, state, { kind, both, draw }) {
  return createTypedText({
    of: options,
    label: translate('Text to read'),
    action: translate('Read it'),
    formatStatus: (step) => translate('Read after step {step}; renewed while it learns.', { step }),
    extraValues: () => ({
      layer: state.layer,
      position: state.position,
      ...(both ? { side: state.side } : {}),
    }),
    onTextChange: () => {
      state.position = 0;
    },
    onAnswer(answer) {
      state.path = readPath(answer, { kind, source: state.side === 'source', position: state.position });
      draw();
    },
    // The answer may be shorter this time.
    onError(error) {
      const again =
        state.position > 0 && /** @type {{ parameter?: string }} */ (error).parameter === 'position';
      if (again) state.position = 0;
      return again;
    },
  });
}

/** @param {number} count @param {(n: number) => string} label */
const createChoiceList = (count, label) =>
  Array.from({ length: count }, (_, i) => ({ value: String(i), label: label(i + 1) }));

/** @param {Path} path */
function createTableText({ activations }) {
  return {
    head: ['', translate('numbers')],
    rows: activations.flatMap(({ name, part, values }) =>
      values.map((list, i) => [
        `${translate(kParts[part] ?? part)}: ${translate(name)}${values.length > 1 ? ` H${i + 1}` : ''}`,
        exactNumbers(list, formatNumber),
      ]),
    ),
  };
}
