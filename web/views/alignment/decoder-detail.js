/**
 * One step of a decoder: a row for each source token with its state, score and weight; the query, the context
 * vector and the next state; and the five most probable tokens.
 * @module
 */

import { markText, translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import {
  formatCount,
  formatNumber,
  formatShare,
  isolateDirection,
  markInvisible,
  quoteToken,
} from '../../parts/format.js';
import { createNumberStrip, findLargestMagnitude } from '../../parts/number-strip.js';
import { getRow } from './decoder-data.js';

/** @import { DecoderData } from './decoder-data.js' */

const kHint = markText('Blue is below zero, brown above. Point at a strip or tap it to read its numbers.');

/** Describes the number that is pointed at. @typedef {(what: string, values: Float32Array, index: number | null) => void} ShowNumber */

/**
 * What is shown.
 * @typedef {object} DecoderPosition
 * @property {number} t output token
 * @property {number} s source token that the formulas are about
 * @property {boolean} lacksAttention without attention
 * @property {boolean} isBidirectional whether the encoder reads from both ends
 * @property {ReadonlySet<string>} unknownWords words that the model does not know
 */

/**
 * @param {object} options
 * @param {(token: number) => void} options.onToken a source token is chosen
 */
export function createDecoderDetail({ onToken }) {
  const pointedNumber = h('p', { class: 'panel-note' }, translate(kHint));
  /** @type {ShowNumber} */
  const showNumber = (what, values, index) => {
    pointedNumber.textContent =
      index === null
        ? translate(kHint)
        : translate('{what}: number {place} of {count} is {value}.', {
            what,
            place: index + 1,
            count: values.length,
            value: formatNumber(values[index] ?? Number.NaN),
          });
  };
  const rows = createSourceRows(onToken, showNumber);
  const strips = createStrips(showNumber);
  const candidates = h('p', { class: 'decoder-candidates' });
  const statesHeading = h('h3');
  const heading = h('h3');
  const element = h(
    'div',
    { class: 'decoder-detail panel' },
    statesHeading,
    rows.element,
    strips.element,
    pointedNumber,
    heading,
    candidates,
  );

  return {
    element,
    /** @param {DecoderData} of @param {DecoderPosition} at */
    show(of, at) {
      const places = { count: formatCount(of.states.length / Math.max(1, of.source.length)) };
      statesHeading.textContent = at.isBidirectional
        ? translate('Hidden states of the encoder: {count} entries each, half of them from each end', places)
        : translate('Hidden states of the encoder: {count} entries each', places);
      rows.show(of, at);
      strips.show(of, at);
      heading.textContent = translate('Probability of the next token');
      candidates.replaceChildren(...createCandidates(of, at.t));
      // Without attention there are no scores or weights to read, so the probabilities come first.
      if (at.lacksAttention !== (element.firstChild === heading))
        element[at.lacksAttention ? 'prepend' : 'append'](heading, candidates);
    },
  };
}

/**
 * A row for each source token: its state, score and weight.
 * @param {(token: number) => void} onToken
 * @param {ShowNumber} showNumber
 */
function createSourceRows(onToken, showNumber) {
  let builtSource = '';
  /** @type {DecoderData | null} */
  let current = null;
  /** @type {{ token: HTMLElement, strip: ReturnType<typeof createNumberStrip>, score: HTMLElement, bar: HTMLElement, weight: HTMLElement }[]} */
  let rows = [];
  const element = h('div', { class: 'decoder-rows' });

  /** @param {readonly string[]} source @param {ReadonlySet<string>} strange */
  function build(source, strange) {
    rows = source.map((label, row) => {
      const token = h(
        'button',
        { type: 'button', class: 'decoder-token', onclick: () => onToken(row) },
        markInvisible(label),
      );
      token.toggleAttribute('data-unknown', strange.has(label));
      const strip = createNumberStrip((index) =>
        showNumber(
          translate('h of {token}', { token: quoteToken(label) }),
          getRow(current?.states ?? new Float32Array(0), source.length, row),
          index,
        ),
      );
      const cells = {
        score: h('span', { class: 'decoder-number' }),
        weight: h('span', { class: 'decoder-number' }),
      };
      return { token, strip, ...cells, bar: h('i') };
    });
    const heads = ['', translate('state h'), translate('score e'), translate('weight a'), ''];
    element.replaceChildren(
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
    /** @param {DecoderData} of @param {DecoderPosition} at */
    show(of, { t, s, lacksAttention, unknownWords }) {
      current = of;
      const key = JSON.stringify([of.source, ...unknownWords]);
      if (key !== builtSource) build(of.source, unknownWords);
      builtSource = key;
      const { weights, scores, columns } = of.alignment;
      const most = findLargestMagnitude(of.states);
      rows.forEach(({ token, strip, score, bar, weight }, row) => {
        strip.show(getRow(of.states, columns, row), most);
        token.setAttribute('aria-pressed', String(!lacksAttention && row === s));
        const share = weights[t * columns + row] ?? Number.NaN;
        score.textContent = lacksAttention ? '' : formatNumber(scores[t * columns + row] ?? Number.NaN);
        weight.textContent = lacksAttention ? '' : formatShare(share);
        bar.style.inlineSize = lacksAttention ? '0' : `${(100 * share).toFixed(1)}%`;
      });
    },
  };
}

/** Query, keys, context vector and next state: a strip each. @param {ShowNumber} showNumber */
function createStrips(showNumber) {
  const lines = /** @type {const} */ (['query', 'projectedQuery', 'keys', 'context', 'state']).map((name) => {
    const label = h('span');
    /** @type {Float32Array} */
    let values = new Float32Array(0);
    const strip = createNumberStrip((index) => showNumber(label.textContent ?? '', values, index));
    /** @param {string} text @param {Float32Array} next @param {boolean} plain whether there is no strip */
    const show = (text, next, plain) => {
      values = next;
      label.hidden = strip.element.hidden = values.length === 0 || plain;
      label.textContent = text;
      strip.show(values, findLargestMagnitude(values));
    };
    return { name, nodes: [label, strip.element], show };
  });
  return {
    element: h('div', { class: 'decoder-strips' }, ...lines.flatMap(({ nodes }) => nodes)),
    /** @param {DecoderData} of @param {DecoderPosition} at */
    show(of, { t, s, lacksAttention }) {
      const attendsBeforeStep = of.formulas['query'] !== 'z[t]';
      const names = {
        query: attendsBeforeStep
          ? translate('query: the decoder state before the step, z')
          : translate('query: the decoder state after the step, z'),
        projectedQuery: of.formulas['projectedQuery'] ?? '',
        keys: translate('{formula} of {token}', {
          formula: of.formulas['keys'],
          token: quoteToken(of.source[s]),
        }),
        context: of.formulas['context'] ?? '',
        state: translate('next state z'),
      };
      const values = { ...of.steps[t], keys: getRow(of.keys, of.source.length, s) };
      for (const { name, show } of lines) {
        // A dot product uses the state itself as query; where the step comes first, its state is the query.
        const isHidden =
          of.formulas[name] === 'q = z' ||
          of.formulas[name] === 'k = h' ||
          (name === 'state' && !attendsBeforeStep && !lacksAttention);
        show(names[name], values[name] ?? new Float32Array(0), isHidden);
      }
    },
  };
}

/**
 * The tokens that were most probable at a step.
 * @param {DecoderData} of
 * @param {number} t output token
 */
const createCandidates = ({ steps, output }, t) =>
  (steps[t]?.candidates ?? []).flatMap(({ token, probability }) => {
    const chosen = token === output[t];
    const bar = h('i');
    bar.style.inlineSize = `${(100 * probability).toFixed(1)}%`;
    return [
      h(
        'span',
        { class: chosen ? 'decoder-chosen' : '' },
        `${chosen ? '→ ' : ''}${isolateDirection(markInvisible(token))}`,
      ),
      h('span', { class: 'decoder-bar' }, bar),
      h('span', { class: 'decoder-number' }, formatShare(probability)),
    ];
  });
