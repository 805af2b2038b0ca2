/**
 * The reader's own text, or the watched pair, translated step by step: the hidden states of the encoder, the score and the
 * attention weight of each, the context vector, and the probability of the next token.
 * @module
 */

import { say } from '../../language/say.js';
import { createDisclosureTable, exactList } from '../../parts/disclosure-table.js';
import { h } from '../../parts/dom.js';
import { formatCount, formatNumber, quoted, visible } from '../../parts/format.js';
import { chainOf, formulaOf } from '../../parts/formula.js';
import { largestOf } from '../../plots/largest.js';
import { createAlignmentGrid } from './alignment-grid.js';
import { windowOf } from './alignment-picture.js';
import { softmaxOf, weightFormula } from './alignment-text.js';
import { createDecoderDetail } from './decoder-detail.js';
import { readingOf, scoreTerms } from './decoder-reading.js';
import { decoderStyles } from './decoder-styles.js';
import { scoreFormula } from './score-formula.js';
import { createTypedText } from './typed-text.js';

export const styles = decoderStyles;

/** @import { View, ViewOptions } from '../../engine/shapes.js' */

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const { parameters, chosen } = options;
  /** @type {import('./decoder-reading.js').DecoderReading | null} */
  let reading = null;
  let [t, s] = [0, -1];
  /** Words that were never met. @type {ReadonlySet<string>} */
  let strange = new Set();

  const typed = createTypedText({
    of: options,
    label: say('Text to translate'),
    action: say('Translate'),
    tell(at) {
      const width = Number(parameters()['beam'] ?? 1);
      const how =
        width > 1
          ? say('the best of {width} beginnings followed up', { width })
          : say('the most probable token each time');
      return say('Translated after step {step}, {how}; renewed while it learns.', { step: at, how });
    },
    onOther: () => {
      [t, s] = [0, -1];
    },
    onAnswer(answer, at) {
      reading = readingOf(answer, at);
      strange = new Set(answer.unknown);
      body.hidden = reading.output.length === 0;
      select(t, s);
    },
  });
  const grid = createAlignmentGrid({
    label: say('Alignment of what is translated'),
    aside: '',
    onPoint: () => undefined,
    onPick: (row, column) => select(row, column),
  });
  const place = h('strong', {});
  const previous = h(
    'button',
    { class: 'button', type: 'button', onclick: () => select(t - 1, -1) },
    say('‹ Back'),
  );
  const next = h(
    'button',
    { class: 'button', type: 'button', onclick: () => select(t + 1, -1) },
    say('Next ›'),
  );
  const detail = createDecoderDetail({ onToken: (token) => select(t, token) });
  const formulas = h('div', { class: 'readout', role: 'region', 'aria-label': say('Formulas'), tabindex: 0 });
  const table = createDisclosureTable(say('All numbers of this step as a table'));
  const body = h(
    'div',
    { class: 'decoder-body' },
    h('div', {}, grid.element, formulas),
    h('div', {}, h('div', { class: 'decoder-turn' }, previous, next, place), detail.element, table.element),
  );
  body.hidden = true;
  const element = h(
    'section',
    { class: 'bars decoder', 'aria-label': say('Decoder, step by step') },
    h(
      'div',
      { class: 'panel' },
      h('h2', {}, say('Type your own, and follow it step by step')),
      ...typed.elements,
      body,
    ),
  );
  /** @param {number} row @param {number} column −1: the source token with the largest weight */
  function select(row, column) {
    if (!reading || reading.output.length === 0) return;
    const { alignment, output, source } = reading;
    t = Math.min(output.length - 1, Math.max(0, row));
    s = column;
    const at = s < 0 ? largestOf(alignment.weights, t, alignment.columns) : Math.min(s, source.length - 1);
    const window = windowOf(parameters(), alignment.position, t);
    previous.disabled = t === 0;
    next.disabled = t === output.length - 1;
    place.textContent = say('Step {step} of {count}: {name}', {
      step: t + 1,
      count: output.length,
      name: quoted(output[t]),
    });
    const blind = !chosen('score')?.formula;
    body.toggleAttribute('data-blind', blind);
    grid.show(
      alignment,
      { rows: output, columns: source },
      (of) => windowOf(parameters(), alignment.position, of),
      t,
    );
    detail.show(reading, { t, s: at, blind, strange });
    if (!blind) writeFormulas(at, window);
    table.write(() => tableText(/** @type {NonNullable<typeof reading>} */ (reading)));
  }

  /** @param {number} at @param {import('../../plots/alignment.js').Window | null} window */
  function writeFormulas(at, window) {
    if (!reading) return;
    const own = parameters()['score'] === 'own';
    const score = own ? String(parameters()['formula']) : (chosen('score')?.formula ?? '');
    const bent = own || parameters()['fault'] !== 'no-tanh';
    const terms = own ? [] : scoreTerms(reading, t, at, bent);
    const parts = softmaxOf(reading.alignment, t, at, window);
    const weight = weightFormula(parts, window);
    formulas.replaceChildren(
      h(
        'p',
        { class: 'readout-where' },
        say('query of {token}, key of {other}', {
          token: quoted(reading.output[t]),
          other: quoted(reading.source[at]),
        }),
      ),
      h(
        'p',
        { class: 'readout-formula' },
        ...scoreFormula(score, terms, parts.score, bent).flatMap((one) => [formulaOf(one), ' ']),
      ),
      ...(weight.length > 0 ? [h('p', { class: 'readout-formula' }, ...chainOf(weight))] : []),
    );
  }

  /** @param {import('./decoder-reading.js').DecoderReading} of */
  function tableText(of) {
    const now = of.steps[t];
    const width = of.states.length / Math.max(1, of.source.length);
    /** @param {string} name @param {ArrayLike<number>} values */
    const line = (name, values) => [name, exactList(values, formatNumber)];
    return {
      caption: say('step {step}, {count} numbers a state', { step: t + 1, count: formatCount(width) }),
      head: ['', say('numbers')],
      rows: [
        ...of.source.map((token, row) =>
          line(
            say('h of {token}', { token: visible(token) }),
            of.states.subarray(row * width, (row + 1) * width),
          ),
        ),
        line(say('scores e'), of.alignment.scores.subarray(t * of.source.length, (t + 1) * of.source.length)),
        line(
          say('weights a'),
          of.alignment.weights.subarray(t * of.source.length, (t + 1) * of.source.length),
        ),
        ...(now
          ? [
              line(say('query: {formula}', { formula: of.formulas['query'] }), now.query),
              line(of.formulas['context'] ?? '', now.context),
              line(say('state z'), now.state),
            ]
          : []),
      ].filter(([, numbers]) => numbers?.length),
    };
  }

  return {
    element,
    wide: true,
    update: ({ step }) => typed.update(step),
    repaint: grid.repaint,
    summary: () => (typed.text() ? say('Translated: {text}.', { text: typed.text() }) : ''),
    dispose() {
      typed.dispose();
      grid.dispose();
    },
  };
}
