/** The answer of each model for a sentence, and whether the answer is right. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { formatFixed } from '../../parts/format.js';
import { formatLabel, formatMark, isUndecided } from './sentences-text.js';

/** @import { SentenceData } from './sentences-text.js' */

/** @param {SentenceData} sentence @param {readonly string[]} names of the models */
export function verdictsTemplate({ label, verdicts, learnedVerdicts = verdicts, trained }, names) {
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
