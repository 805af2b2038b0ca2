/**
 * What a lab that is a single file has in place of the reference page: the glossary.
 * @module
 */
import { html } from 'lit';
import { translate } from '../language/translate.js';
import { glossary } from './glossary.js';
import { renderFormula } from './prose-template.js';

export function referenceTemplate() {
  return html`
    <details class="reference-list">
      <summary>${translate('Glossary')}</summary>
      <dl>
        ${glossary.map(({ title, definition, formula }) => html`<dt>${translate(title)}</dt><dd>${translate(definition)} ${renderFormula(formula)}</dd>`)}
      </dl>
    </details>
  `;
}
