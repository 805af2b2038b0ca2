/**
 * One step of a decoder: a row for each source token with its state, score and weight; what asks, what is taken from
 * there, the next state; and the five tokens that were most probable.
 * @module
 */

import { phrase, say } from '../../language/say.js';
import { h } from '../../parts/dom.js';
import { formatNumber, formatShare, quoted, visible } from '../../parts/format.js';
import { createNumberStrip, largestSize } from '../../parts/number-strip.js';
import { rowOf } from './decoder-reading.js';

/** @import { DecoderReading } from './decoder-reading.js' */

const kHint = phrase('Blue is below zero, brown above. Point at a strip to read its numbers.');

/**
 * @param {object} options
 * @param {(token: number) => void} options.onToken a source token is chosen
 */
export function createDecoderDetail({ onToken }) {
  let built = '';
  /** @type {{ token: HTMLElement, strip: ReturnType<typeof createNumberStrip>, score: HTMLElement, bar: HTMLElement, weight: HTMLElement }[]} */
  let rows = [];
  const rowsHost = h('div', { class: 'decoder-rows' });
  const pointed = h('p', { class: 'panel-note' }, say(kHint));
  /** @type {DecoderReading | null} */
  let reading = null;
  let [t, s] = [0, 0];

  const lines = /** @type {const} */ (['query', 'asked', 'keys', 'context', 'state']).map((name) => {
    const label = h('span');
    const strip = createNumberStrip((index) => tell(label.textContent ?? '', valuesOf(name), index));
    return { name, label, strip };
  });
  const strips = h(
    'div',
    { class: 'decoder-strips' },
    ...lines.flatMap(({ label, strip }) => [label, strip.element]),
  );
  const candidates = h('p', { class: 'decoder-candidates' });
  const heading = h('h3');
  const element = h(
    'div',
    { class: 'decoder-detail panel' },
    h('h3', {}, say('Hidden states of the encoder')),
    rowsHost,
    strips,
    pointed,
    heading,
    candidates,
  );

  /** @param {string} name @returns {Float32Array} */
  function valuesOf(name) {
    const step = reading?.steps[t];
    if (!reading || !step) return new Float32Array(0);
    if (name === 'keys') return rowOf(reading.keys, reading.source.length, s);
    return step[/** @type {'query' | 'asked' | 'context' | 'state'} */ (name)];
  }

  /** @param {string} what @param {Float32Array} values @param {number | null} index */
  function tell(what, values, index) {
    pointed.textContent =
      index === null
        ? say(kHint)
        : say('{what}: number {place} of {count} is {value}.', {
            what,
            place: index + 1,
            count: values.length,
            value: formatNumber(values[index] ?? Number.NaN),
          });
  }

  /** @param {readonly string[]} source @param {ReadonlySet<string>} strange */
  function build(source, strange) {
    rows = source.map((label, row) => {
      const token = h(
        'button',
        { type: 'button', class: 'decoder-token', onclick: () => onToken(row) },
        visible(label),
      );
      token.toggleAttribute('data-unknown', strange.has(label));
      const strip = createNumberStrip((index) =>
        tell(
          say('h of {token}', { token: quoted(label) }),
          rowOf(reading?.states ?? new Float32Array(0), source.length, row),
          index,
        ),
      );
      const cells = {
        score: h('span', { class: 'decoder-number' }),
        weight: h('span', { class: 'decoder-number' }),
      };
      return { token, strip, ...cells, bar: h('i') };
    });
    const heads = ['', say('state h'), say('score e'), say('weight a'), ''];
    rowsHost.replaceChildren(
      ...heads.map((head) => h('span', { class: 'decoder-head' }, head)),
      ...rows.flatMap(({ token, strip, score, bar, weight }) => [
        token,
        strip.element,
        score,
        h('span', { class: 'decoder-bar' }, bar),
        weight,
      ]),
    );
  }

  return {
    element,
    /**
     * @param {DecoderReading} of
     * @param {object} what
     * @param {number} what.t output token
     * @param {number} what.s source token that the formulas are about
     * @param {boolean} what.blind without attention
     * @param {ReadonlySet<string>} what.strange words that were never met
     */
    show(of, { blind, strange, ...at }) {
      reading = of;
      ({ t, s } = at);
      const key = JSON.stringify([of.source, ...strange]);
      if (key !== built) build(of.source, strange);
      built = key;
      const { weights, scores, columns } = of.alignment;
      const most = largestSize(of.states);
      rows.forEach(({ token, strip, score, bar, weight }, row) => {
        strip.show(rowOf(of.states, columns, row), most);
        token.setAttribute('aria-pressed', String(!blind && row === s));
        const share = weights[t * columns + row] ?? Number.NaN;
        score.textContent = blind ? '' : formatNumber(scores[t * columns + row] ?? Number.NaN);
        weight.textContent = blind ? '' : formatShare(share);
        bar.style.inlineSize = blind ? '0' : `${(100 * share).toFixed(1)}%`;
      });
      const before = of.formulas['query'] !== 'z[t]';
      const names = {
        query: before
          ? say('query: the decoder state before the step, z')
          : say('query: the decoder state after the step, z'),
        asked: of.formulas['asked'] ?? '',
        keys: say('{formula} of {token}', { formula: of.formulas['keys'], token: quoted(of.source[s]) }),
        context: of.formulas['context'] ?? '',
        state: say('next state z'),
      };
      for (const { name, label, strip } of lines) {
        const values = valuesOf(name);
        // A dot product asks with the state itself; where a step comes first, its state is what asks.
        const plain =
          of.formulas[name] === 'q = z' ||
          of.formulas[name] === 'k = h' ||
          (name === 'state' && !before && !blind);
        label.hidden = strip.element.hidden = values.length === 0 || plain;
        label.textContent = names[name];
        strip.show(values, largestSize(values));
      }
      const list = of.steps[t]?.candidates ?? [];
      heading.textContent = say('Probability of the next token');
      candidates.replaceChildren(
        ...list.flatMap(({ token, probability }) => {
          const chosen = token === of.output[t];
          const bar = h('i');
          bar.style.inlineSize = `${(100 * probability).toFixed(1)}%`;
          return [
            h('span', { class: chosen ? 'decoder-chosen' : '' }, `${visible(token)}${chosen ? ' ✓' : ''}`),
            h('span', { class: 'decoder-bar' }, bar),
            h('span', { class: 'decoder-number' }, formatShare(probability)),
          ];
        }),
      );
    },
  };
}
