/**
 * A sentence of the reader's own: both models read it now, and again while they learn.
 * @module
 */

import { say, sayCount } from '../../language/say.js';
import { createCellCursor } from '../../parts/cell-cursor.js';
import { createDisclosureTable, exact } from '../../parts/disclosure-table.js';
import { h } from '../../parts/dom.js';
import { formatCount, formatShare, messageOf } from '../../parts/format.js';
import { throttle } from '../../parts/throttle.js';
import { createSentenceLine, sharesOf } from './sentence-line.js';
import { createVerdicts } from './verdicts.js';

/** @import { ReadSentence } from './sentences-text.js' */

const kAskEveryMs = 700;
const kExample = 'the screen is great but the battery is not good';

/**
 * @param {object} options
 * @param {import('../../engine/shapes.js').ViewOptions} options.of
 * @param {readonly string[]} options.names of the models
 * @param {(sentence: ReadSentence | null, place: number) => void} options.onPoint
 */
export function createTypedSentence({ of: { ask, inputs, columnLabels }, names, onPoint }) {
  const input = h('input', {
    type: 'text',
    'aria-label': say('Your own sentence'),
    maxlength: Number(inputs.find(({ type }) => type === 'text')?.maximum ?? 2000),
    value: kExample,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const told = h('p', { class: 'panel-told', role: 'status' });
  const host = h('div', { class: 'sentence-own' });
  const table = createDisclosureTable(say('Weights of your sentence as a table'));
  table.element.hidden = true;
  const form = h(
    'form',
    {
      class: 'typed',
      'aria-label': say('Your own sentence'),
      onsubmit: (event) => {
        event.preventDefault();
        wanted = input.value.trim();
        read();
      },
    },
    input,
    h('button', { class: 'button', type: 'submit' }, say('Read it')),
  );
  const element = h(
    'section',
    { class: 'panel', 'data-figure': 'own', 'aria-label': say('Your own sentence') },
    h('h2', {}, say('Your own sentence')),
    host,
    told,
    table.element,
  );
  element.hidden = true;
  let wanted = '';
  let busy = false;
  let gone = false;
  let step = 0;
  /** Model whose weight of the padding is written; none for NaN. */
  let model = 0;
  /** The line on screen, kept as long as the words stay the same. */
  let line = /** @type {ReturnType<typeof createSentenceLine> | null} */ (null);
  let drawn = '';
  const verdicts = createVerdicts(names);
  /** @type {ReadSentence | null} */
  let sentence = null;
  const again = throttle(() => read(), kAskEveryMs);

  async function read() {
    if (busy || gone || wanted === '') return;
    busy = true;
    const asked = wanted;
    try {
      show(await ask({ sentence: asked }));
    } catch (error) {
      element.hidden = false;
      told.textContent = messageOf(error);
    }
    busy = false;
    if (asked !== wanted) read();
  }

  /** @param {import('../../engine/shapes.js').Prediction} answer */
  function show({ output, rival, attention, rivalAttention, unknown = [], cut = 0 }) {
    const words = attention.columnLabels;
    const positions = Math.max(columnLabels.length, words.length);
    const shares = [attention, rivalAttention].slice(0, names.length).map((map) => {
      const read = sharesOf(map?.weights ?? [], 0, words.length, words.length);
      // What the words leave over is on the padding.
      const rest = 1 - read.reduce((sum, share) => sum + share, 0);
      return positions > words.length ? [...read, map ? Math.max(0, rest) : 0] : read;
    });
    const padding = positions - words.length;
    const read = [output, rival].map((p) => (p === undefined ? Number.NaN : Number(p)));
    sentence = { words, padding, label: Number.NaN, verdicts: read, shares, cues: [] };
    const key = JSON.stringify([words, unknown]);
    if (key !== drawn || !line) build(key, words, padding, new Set(unknown));
    shares.forEach((of, index) => {
      line?.weigh(index, of);
    });
    line?.tell(shares[model]);
    verdicts.write(sentence);
    table.element.hidden = false;
    table.write(() => ({
      caption: say('weights of the words'),
      head: [say('word'), ...names],
      rows: [
        ...[...words, ...(padding > 0 ? [say('padding')] : [])].map((word, i) => [
          word,
          ...shares.map((of) => exact(of[i] ?? Number.NaN, formatShare)),
        ]),
        [say('P(positive)'), ...read.slice(0, names.length).map((p) => exact(p, formatShare))],
      ],
    }));
    element.hidden = false;
    told.textContent = [
      unknown.length > 0 &&
        say('Never met in training: {words}.', {
          words: unknown.map((text) => say('“{text}”', { text })).join(', '),
        }),
      cut > 0 &&
        sayCount(
          cut,
          { one: '{count} word at the end was cut off.', other: '{count} words at the end were cut off.' },
          { count: formatCount(cut) },
        ),
      say('Read after step {step}; renewed while it learns.', { step: formatCount(step) }),
    ]
      .filter(Boolean)
      .join(' ');
  }

  /**
   * @param {string} key
   * @param {readonly string[]} words
   * @param {number} padding
   * @param {ReadonlySet<string>} unknown
   */
  function build(key, words, padding, unknown) {
    drawn = key;
    line = createSentenceLine({ words, padding, models: names.length, isCue: () => false, unknown });
    const row = h('div', { class: 'sentence', role: 'row' }, line.element, verdicts.element);
    const grid = h('div', { role: 'grid', 'aria-label': say('Your sentence, word by word') }, row);
    const cursor = createCellCursor({
      element: grid,
      rows: [line.cells],
      onPoint: () => {
        const cell = cursor.pointed();
        onPoint(cell && sentence, cell?.column ?? 0);
      },
    });
    host.replaceChildren(grid);
  }

  return {
    element,
    form,
    /** The models have learned on. @param {number} at step */
    update(at) {
      if (at === step) return;
      step = at;
      if (wanted !== '') again.call();
    },
    /** @param {number} whose weight of the padding is written beside it; NaN for none */
    choose(whose) {
      model = whose;
      line?.tell(sentence?.shares[model]);
    },
    dispose() {
      gone = true;
      again.cancel();
    },
  };
}
