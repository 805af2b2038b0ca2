/**
 * One token on its way through a layer, step by step, forwards and back, with its real numbers: what it asks, whom it
 * looks at, what it takes from there, and what it adds to itself.
 * @module
 */

import { phrase, say } from '../language/say.js';
import { visible } from './alignment-text.js';
import { createChoices } from './choices.js';
import { createDisclosureTable, exactList } from './disclosure-table.js';
import { h } from './dom.js';
import { formatNumber, formatShare } from './format.js';
import { formulaOf } from './formula.js';
import { createNumberStrip, largestSize } from './number-strip.js';
import { stationFormula } from './path-formula.js';
import { pathOf } from './path-reading.js';
import { pathStyles } from './path-styles.js';
import { createTypedText } from './typed-text.js';

export const styles = pathStyles;

/** @typedef {import('./view.js').ViewOptions} ViewOptions */
/** @typedef {import('./view.js').View} View */
/** @typedef {import('./path-reading.js').Path} Path */
/** @typedef {import('./path-reading.js').Station} Station */

const kMostWords = 6;
/** @type {Readonly<Record<string, string>>} */
const kParts = {
  embedding: phrase('The token'),
  self: phrase('Self-attention'),
  cross: phrase('Attention to the source'),
  network: phrase('Feed-forward network'),
  answer: phrase('The answer'),
};
/** @type {Readonly<Record<string, string>>} */
const kNotes = {
  embedding: phrase('The row of this token in the table of embeddings.'),
  position: phrase('The numbers that stand for its place.'),
  'embedding and position': phrase('Their sum. All that follows is added to this one row of numbers.'),
  input: phrase('What the layer before has left.'),
  norm: phrase('Mean 0 and spread 1, then stretched by g and moved by b, both learned.'),
  query: phrase('What this token asks for.'),
  key: phrase('What others find it by.'),
  value: phrase('What it gives to those who look at it.'),
  scores: phrase('Its question against the key of each token. Choose a token to see the product.'),
  mask: phrase('1 where it may look, 0 where it may not.'),
  weights: phrase('Softmax makes the scores shares of one; the highest score is subtracted first.'),
  mix: phrase('The values of all tokens, by these shares.'),
  switches: phrase('1 for a head that is on, 0 for one that is switched off.'),
  output: phrase('The numbers of all heads side by side, or the hidden ones, times a matrix.'),
  residual: phrase('What came in plus what was found: nothing is overwritten, only added to.'),
  hidden: phrase('Wider, and bent: numbers below zero are cut off or damped.'),
  'last norm': phrase('As before, once more at the end.'),
  logits: phrase('One number for each word there is.'),
  probabilities: phrase('Softmax again: what it will say.'),
};

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const { parameters, extra } = options;
  const { layers = 1, heads = 1, targetWords = [] } = extra;
  const kind = String(parameters()['kind']);
  const both = kind === 'encoder-decoder';
  let [layer, position, head, index] = [0, 0, 0, -1];
  let side = 'answer';
  /** Where on the way, by name, so that another token stands at the same place. */
  let at = { part: 'embedding', name: 'embedding' };
  /** @type {Path | null} */
  let path = null;
  let built = '';
  let chips = /** @type {HTMLButtonElement[]} */ ([]);
  let streams = /** @type {{ name: string, strip: ReturnType<typeof createNumberStrip> }[]} */ ([]);

  const typed = createTypedText({
    of: options,
    label: say('Text to read'),
    action: say('Read it'),
    tell: (step) => say('As the model is after step {step}.', { step }),
    asking: () => ({ layer, position, ...(both ? { side } : {}) }),
    onOther: () => {
      position = 0;
    },
    onAnswer(answer) {
      path = pathOf(answer, { kind, source: side === 'source', position });
      body.hidden = false;
      show();
    },
    // The model may have said less this time.
    onError(error) {
      const again = position > 0 && /** @type {{ parameter?: string }} */ (error).parameter === 'position';
      if (again) position = 0;
      return again;
    },
  });
  const tokens = h('div', { class: 'path-tokens', role: 'group', 'aria-label': say('Token') });
  const stations = h('ol', { class: 'path-stations', 'aria-label': say('Stations') });
  const place = h('strong', {});
  const previous = h('button', { class: 'button', type: 'button', onclick: () => go(-1) }, say('‹ Back'));
  const next = h('button', { class: 'button', type: 'button', onclick: () => go(1) }, say('Next ›'));
  const note = h('p', {});
  const strip = createNumberStrip((pointed) => {
    if (pointed !== null) pick(pointed);
  });
  const rows = h('div', { class: 'path-rows' });
  const which = h('input', {
    type: 'number',
    min: 1,
    'aria-label': say('Which number'),
    oninput: () => {
      if (which.valueAsNumber >= 1) pick(which.valueAsNumber - 1);
    },
  });
  const count = h('span');
  const whichField = h('label', { class: 'path-number' }, say('Number'), which, count);
  const formula = h('p', { class: 'readout-formula' });
  const headChoice = createChoices({
    label: say('Head of the path'),
    choices: Array.from({ length: heads }, (_, i) => ({ value: String(i), label: `H${i + 1}` })),
    shown: '0',
    onChoose: (value) => {
      head = Number(value);
      show();
    },
  });
  const table = createDisclosureTable(say('All numbers of the way as a table'));
  const body = h(
    'div',
    { class: 'path-body' },
    stations,
    h(
      'div',
      { class: 'path-detail' },
      h('div', { class: 'decoder-turn' }, previous, next, place),
      note,
      headChoice,
      strip.element,
      rows,
      whichField,
      h('div', { class: 'readout', role: 'region', 'aria-label': say('Formula'), tabindex: 0 }, formula),
      table.element,
    ),
  );
  body.hidden = true;
  const element = h(
    'section',
    { class: 'bars decoder path', 'aria-label': say('The way of a token') },
    h(
      'div',
      { class: 'panel' },
      h('h2', {}, say('Type your own, and follow one token')),
      ...typed.elements,
      h(
        'div',
        { class: 'panel-row' },
        both &&
          createChoices({
            label: say('Side'),
            choices: [
              { value: 'source', label: say('Encoder') },
              { value: 'answer', label: say('Decoder') },
            ],
            shown: side,
            onChoose: (value) => {
              [side, position] = [value, 0];
              typed.read();
            },
          }),
        layers > 1 &&
          createChoices({
            label: say('Layer of the path'),
            choices: Array.from({ length: layers }, (_, i) => ({
              value: String(i),
              label: say('Layer {n}', { n: i + 1 }),
            })),
            shown: '0',
            onChoose: (value) => {
              layer = Number(value);
              typed.read();
            },
          }),
        tokens,
      ),
      body,
    ),
  );

  /** @returns {{ station: Station, order: number } | null} */
  function current() {
    if (!path) return null;
    const found = path.stations.findIndex(({ part, name }) => part === at.part && name === at.name);
    const order = Math.max(0, found);
    const station = path.stations[order];
    return station ? { station, order } : null;
  }

  /** @param {number} by */
  function go(by) {
    const target = path?.stations[(current()?.order ?? 0) + by];
    if (target) select(target);
  }

  /** @param {Station} station */
  function select({ part, name }) {
    at = { part, name };
    index = -1;
    show();
  }

  /** @param {number} wanted */
  function pick(wanted) {
    index = wanted;
    show();
  }

  function build() {
    if (!path) return;
    const { stations: all, tokens: labels } = path;
    tokens.replaceChildren(
      ...labels.map((label, i) =>
        h(
          'button',
          {
            type: 'button',
            class: 'decoder-token',
            onclick: () => {
              position = i;
              typed.read();
            },
          },
          visible(label),
        ),
      ),
    );
    const parts = [...new Set(all.map(({ part }) => part))];
    chips = all.map((station) =>
      h('button', { type: 'button', class: 'path-chip', onclick: () => select(station) }, say(station.name)),
    );
    streams = [];
    stations.replaceChildren(
      ...parts.map((part) => {
        const stream = createNumberStrip(() => undefined);
        // What a part hands on is what stands at its end.
        const left = part !== 'answer' && all.findLast((one) => one.part === part);
        if (left) streams.push({ name: `${left.part}/${left.name}`, strip: stream });
        return h(
          'li',
          { class: 'path-part' },
          h('h3', {}, say(kParts[part] ?? part)),
          h('div', { class: 'path-chips' }, ...chips.filter((_, i) => all[i]?.part === part)),
          left && h('div', { class: 'path-stream' }, say('leaves'), stream.element),
        );
      }),
    );
  }

  function show() {
    if (!path) return;
    const key = JSON.stringify([path.tokens, path.stations.map(({ part, name }) => [part, name])]);
    if (key !== built) build();
    built = key;
    const now = current();
    if (!now) return;
    const { station, order } = now;
    const { stations: all, tokens: labels } = path;
    tokens.querySelectorAll('button').forEach((button, i) => {
      button.setAttribute('aria-pressed', String(i === path?.position));
    });
    chips.forEach((chip, i) => {
      if (i === order) chip.setAttribute('aria-current', 'step');
      else chip.removeAttribute('aria-current');
    });
    for (const { name, strip: stream } of streams) {
      const values = all.find((one) => `${one.part}/${one.name}` === name)?.values[0];
      if (values) stream.show(values, largestSize(values));
    }
    previous.disabled = order === 0;
    next.disabled = order === all.length - 1;
    place.textContent = say('Step {step} of {count}: {name}', {
      step: order + 1,
      count: all.length,
      name: say(station.name),
    });
    note.textContent = say(kNotes[station.name] ?? '');
    headChoice.hidden = station.values.length < 2;
    const values = station.values[station.values.length > 1 ? head : 0] ?? new Float32Array(0);
    const plain = station.kind === 'vector';
    const cell = index >= 0 ? Math.min(index, values.length - 1) : firstOf(station, values);
    strip.element.hidden = whichField.hidden = !plain;
    rows.hidden = plain;
    if (plain) {
      strip.show(values, largestSize(values));
      which.max = String(values.length);
      if (index < 0 || which.valueAsNumber !== cell + 1) which.value = String(cell + 1);
      count.textContent = say('of {count}: {value}', {
        count: values.length,
        value: formatNumber(values[cell] ?? Number.NaN),
      });
    } else {
      writeRows(station, values, cell, station.part === 'cross' ? path.asked : labels);
    }
    const parts = stationFormula(path, station, head, cell);
    formula.replaceChildren(
      ...parts.filter(({ length }) => length > 0).flatMap((one) => [formulaOf(one), ' ']),
    );
    table.write(() => ({
      head: ['', say('numbers')],
      rows: all.flatMap(({ name, part, values: lists }) =>
        lists.map((list, i) => [
          `${say(kParts[part] ?? part)}: ${say(name)}${lists.length > 1 ? ` H${i + 1}` : ''}`,
          exactList(list, formatNumber),
        ]),
      ),
    }));
  }

  /**
   * @param {Station} station
   * @param {Float32Array} values
   * @param {number} cell
   * @param {readonly string[]} labels of the tokens that are looked at
   */
  function writeRows({ kind: about, name }, values, cell, labels) {
    const shares = name === 'weights' || name === 'probabilities';
    const barred = shares || name === 'mask';
    rows.toggleAttribute('data-plain', !barred);
    const order = Array.from(values, (_, i) => i);
    if (about === 'words') {
      order.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0)).splice(kMostWords);
    }
    const focused = rows.querySelector(':focus') !== null;
    const label = (/** @type {number} */ i) =>
      about === 'words' ? targetWords[i] : about === 'heads' ? `H${i + 1}` : labels[i];
    rows.replaceChildren(
      ...order.flatMap((i) => {
        const value = values[i] ?? Number.NaN;
        const bar = h('i');
        bar.style.inlineSize = `${(100 * value).toFixed(1)}%`;
        return [
          h(
            'button',
            {
              type: 'button',
              class: 'decoder-token',
              'aria-pressed': String(i === cell),
              onclick: () => pick(i),
            },
            visible(label(i) ?? ''),
          ),
          h('span', { class: barred && 'decoder-bar' }, barred && bar),
          h('span', { class: 'decoder-number' }, shares ? formatShare(value) : formatNumber(value)),
        ];
      }),
    );
    // A pressed button is another one now.
    if (focused) /** @type {HTMLElement | null} */ (rows.querySelector('[aria-pressed=true]'))?.focus();
  }

  return {
    element,
    wide: true,
    update: ({ step }) => typed.update(step),
    repaint: show,
    summary: () => '',
    dispose: typed.dispose,
  };
}

/**
 * @param {Station} station
 * @param {Float32Array} values
 * @returns {number} the first number, of tokens and words the largest
 */
function firstOf({ kind }, values) {
  return kind === 'vector' || kind === 'heads' ? 0 : values.indexOf(Math.max(...values));
}
