/**
 * What each model says about a sentence, and whether it is right.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { formatFixed } from '../../parts/format.js';
import { formatLabel, formatMark, isUndecided } from './sentences-text.js';

/** @param {readonly string[]} names of the models */
export function createVerdicts(names) {
  const truth = h('span', { class: 'verdict-truth' });
  const lines = names.map((name) => {
    const p = h('b');
    const mark = h('span', { class: 'verdict-mark' });
    return { node: h('span', { class: 'verdict' }, h('span', {}, name), p, mark), p, mark };
  });
  return {
    element: h('span', { class: 'verdicts', role: 'gridcell' }, truth, ...lines.map(({ node }) => node)),
    /** @param {Pick<import('./sentences-text.js').SentenceData, 'label' | 'verdicts' | 'trained'>} sentence */
    write({ label, verdicts, trained }) {
      const isLabeled = Number.isFinite(label);
      const text = isLabeled
        ? translate('P(positive); it is {side}', { side: formatLabel(label) })
        : translate('P(positive)');
      truth.textContent = trained ? translate('{text}; trained on', { text }) : text;
      lines.forEach(({ p, mark }, model) => {
        const verdict = verdicts[model] ?? Number.NaN;
        const open = isUndecided(verdict);
        const decidedText = isLabeled
          ? formatMark(verdict, label)
          : Number.isFinite(verdict)
            ? formatLabel(verdict)
            : '';
        const text = open ? translate('undecided') : decidedText;
        p.textContent = formatFixed(verdict, 2);
        mark.textContent = text;
        mark.classList.toggle('verdict-right', text.startsWith('✓'));
        mark.classList.toggle('verdict-wrong', text.startsWith('✗'));
      });
    },
  };
}
