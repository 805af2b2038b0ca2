/** Writes the reference page of all mechanisms as HTML from the registry, with formulas as MathML. */
import katex from 'katex';

/** @import { MechanismSchema as Mechanism } from '../web/engine/schema.js' */

/** @param {string} text */
const escapeHtml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** @param {string} formula TeX; \qquad separates its lines */
const renderMathml = (formula) =>
  formula
    .split('\\qquad')
    .map((line) =>
      katex.renderToString(line.trim(), { output: 'mathml', displayMode: true, throwOnError: true }),
    )
    .join('\n');

/** @param {Mechanism} mechanism */
function renderSection({ name, title, formula, paper, look, inputs, options }) {
  const inputRows = inputs.map(
    ({ name, shape, otherShapes, help, optional }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th>` +
      `<td>${[shape, ...otherShapes].map((one) => `[${escapeHtml(one.replaceAll(' ', ', '))}]`).join(' or ')}</td>` +
      `<td>${escapeHtml(help)}${optional ? ' (optional)' : ''}</td></tr>`,
  );
  const optionRows = options.map(
    ({ name, type, default: standard, help, minimum, maximum, choices = [] }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th>` +
      `<td>${
        type === 'boolean'
          ? 'true or false'
          : type === 'choice'
            ? escapeHtml(choices.map(({ value }) => value).join(' or '))
            : `${minimum} to ${maximum}`
      }; ${String(standard)}</td>` +
      `<td>${escapeHtml(help ?? '')}</td></tr>`,
  );
  return `
    <section id="${escapeHtml(name)}">
      <h2>${escapeHtml(title)}</h2>
      <p><code>attend('${escapeHtml(name)}', { ${inputs.map((input) => escapeHtml(input.name)).join(', ')} })</code></p>
      <div class="formula">${renderMathml(formula)}</div>
      <p>${escapeHtml(look)}</p>
      <div class="scroll" role="region" aria-label="Inputs of ${escapeHtml(title)}" tabindex="0">
        <table>
          <thead><tr><th scope="col">input</th><th scope="col">shape, or range and default</th><th scope="col">what it is</th></tr></thead>
          <tbody>${inputRows.join('')}${optionRows.join('')}</tbody>
        </table>
      </div>
      ${paper ? `<p class="sources">${escapeHtml(paper)}.</p>` : ''}
    </section>`;
}

/**
 * @param {readonly Mechanism[]} mechanisms
 * @returns {string} a table of contents, and a section for each mechanism
 */
export function renderReference(mechanisms) {
  const contents = mechanisms.map(
    ({ name, title }) => `<li><a href="#${escapeHtml(name)}">${escapeHtml(title)}</a></li>`,
  );
  return `<nav aria-label="Mechanisms"><ol class="contents">${contents.join('')}</ol></nav>${mechanisms.map(renderSection).join('')}`;
}
