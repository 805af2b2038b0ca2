/**
 * What a lab that is a single file has in place of the reference page: links to all models of the table of attention, and the
 * glossary.
 * @module
 */
import { html } from 'lit';
import { translate } from '../language/translate.js';
import { writeAddress } from './address.js';
import { buildTable } from './all-of-attention.js';
import { glossary } from './glossary.js';
import { renderFormula } from './prose-template.js';

export function referenceTemplate() {
  const { columns, rows } = buildTable();
  return html`
    <details class="reference-list">
      <summary>${translate('All mechanisms and words of attention')}</summary>
      <ul>
        ${rows.map(
          ({ title, cells }) => html`
            <li>
              ${translate(title)}:
              ${cells.map((uses, i) => uses.map(({ link }) => html`<a href=${writeAddress({ link })}>${translate(columns[i]?.label ?? '')}</a>`))}
            </li>
          `,
        )}
      </ul>
      <dl>
        ${glossary.map(({ title, definition, formula }) => html`<dt>${translate(title)}</dt><dd>${translate(definition)} ${renderFormula(formula)}</dd>`)}
      </dl>
    </details>
  `;
}
