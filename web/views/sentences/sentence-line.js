/**
 * One sentence as running text, with its verdicts. Each word carries a bar as long as its weight: below it for the first
 * model, above it for the baseline. Padding is one block with its total weight.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { formatFixed } from '../../parts/format.js';
import { getColorStyle } from '../../plots/palette.js';
import { describeWord, formatLabel, formatMark, isUndecided } from './sentences-text.js';

/** @import { SentenceData } from './sentence-data.js' */

/** Bars of shares below this are not drawn. */
const kMinimumShare = 0.01;

/**
 * @param {SentenceData} sentence
 * @param {object} options
 * @param {readonly string[]} options.names of the models
 * @param {string} options.selected index of the model whose weights are shown, or 'both'
 * @param {string} [options.label] of the sentence
 * @param {readonly string[]} [options.unknown] words that the models do not know
 */
export function sentenceRowTemplate(sentence, { names, selected, label, unknown = [] }) {
  const { words, padding, cues, shares, heldModels = [] } = sentence;
  /** @param {number} index @param {number} model */
  const lane = (index, model) =>
    shares[model] && (selected === 'both' || selected === String(model))
      ? laneTemplate(shares[model][index] ?? 0, model, index < words.length && heldModels.includes(model))
      : null;
  /** @param {number} index @param {unknown} text @param {string} [kind] */
  const token = (index, text, kind = '') =>
    html`<span class="token ${kind}" role="gridcell" tabindex="-1" aria-label=${labelWord(sentence, index, names)}>${lane(index, 1)}${text}${lane(index, 0)}</span>`;
  const paddingShare = shares[Number(selected)]?.[words.length] ?? 0;
  return html`
    <div class="sentence" role="row" ?data-held=${heldModels.length > 0}>
      ${label === undefined ? null : html`<span class="visually-hidden" role="rowheader">${label}</span>`}
      <span class="sentence-text" role="presentation">${words.map((word, index) =>
        token(
          index,
          html`<span class="token-word ${cues[index] ? 'token-cue' : ''} ${unknown.includes(word) ? 'token-unknown' : ''}">${word}</span>`,
        ),
      )}${
        padding > 0
          ? token(
              words.length,
              html`<span class="token-word" data-share=${selected === 'both' ? '' : formatFixed(paddingShare, 2)}>${translate('+ {count} padding', { count: padding })}</span>`,
              'token-padding',
            )
          : null
      }</span>
      ${verdictsTemplate(sentence, names)}
    </div>
  `;
}

/** A word and its weights for a screen reader. @param {SentenceData} sentence @param {number} place @param {readonly string[]} names */
function labelWord(sentence, place, names) {
  const { what, cue, shares } = describeWord(sentence, place, names);
  return cue ? translate('{word}: {shares}, a cue word', { word: what, shares }) : `${what}: ${shares}`;
}

/** @param {number} share @param {number} model @param {boolean} isHeld */
function laneTemplate(share, model, isHeld) {
  const isNone = share < kMinimumShare;
  const size = isNone ? 0 : (100 * Math.min(1, share)).toFixed(1);
  return html`<span class="token-lane token-lane-${model}" ?data-held=${isHeld}><span class="token-bar" ?data-none=${isNone} .style=${`block-size: ${size}%; background-color: ${getColorStyle(share)}`}></span></span>`;
}

/** The answer of each model, and whether it is right. @param {SentenceData} sentence @param {readonly string[]} names of the models */
function verdictsTemplate({ label, verdicts, learnedVerdicts = verdicts, trained }, names) {
  const text = Number.isFinite(label)
    ? translate('P(positive); it is {side}', { side: formatLabel(label) })
    : translate('P(positive)');
  return html`<span class="verdicts" role="gridcell">
    <span class="verdict-truth">${trained ? translate('{text}; trained on', { text }) : text}</span>
    ${names.map((name, model) => verdictTemplate(name, verdicts[model] ?? Number.NaN, label, learnedVerdicts[model] ?? Number.NaN))}
  </span>`;
}

/** @param {string} name @param {number} verdict @param {number} label @param {number} learned */
function verdictTemplate(name, verdict, label, learned) {
  const text = formatVerdict(verdict, label);
  const kind = text.startsWith('✓') ? 'verdict-right' : text.startsWith('✗') ? 'verdict-wrong' : '';
  const isChanged = text !== formatVerdict(learned, label);
  return html`<span class=${`verdict${isChanged ? ' align-changed' : ''}`}><span>${name}</span><b>${formatFixed(verdict, 2)}</b><span class="verdict-mark ${kind}">${text}</span></span>`;
}

/** @param {number} verdict @param {number} label */
function formatVerdict(verdict, label) {
  if (isUndecided(verdict)) return translate('undecided');
  if (Number.isFinite(label)) return formatMark(verdict, label);
  return Number.isFinite(verdict) ? formatLabel(verdict) : '';
}
