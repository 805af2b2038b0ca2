/** Describes in words what the reader points at. */

import { html } from 'lit';
import { translate } from '../language/translate.js';
import { createFormulaChain } from './formula.js';

/** @param {string} where @param {string | false} [truth] text that marks the true place */
export const readoutHeadingTemplate = (where, truth) =>
  html`<p class="readout-where">${where}${truth ? html`<span class="readout-truth">${truth}</span>` : null}</p>`;

/** @param {{ where: string, isTrue: boolean }} cell @param {readonly unknown[]} numbers @param {Parameters<typeof createFormulaChain>[0]} formula */
export const cellReadoutTemplate = ({ where, isTrue }, numbers, formula) => html`
  ${readoutHeadingTemplate(where, isTrue && translate('the truth'))}
  <p>${numbers.filter(Boolean).join(', ')}</p>
  <p class="readout-formula">${formula.length > 0 ? createFormulaChain(formula) : null}</p>
`;

/** A cell of a map for screen readers. @param {{ where: string, share: string, isTrue: boolean }} cell */
export const formatCell = ({ where, share, isTrue }) =>
  isTrue ? translate('{where}: {share}, the truth', { where, share }) : `${where}: ${share}`;
