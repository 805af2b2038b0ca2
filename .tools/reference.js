/** Writes the reference page of all mechanisms as HTML from the registry, with formulas as MathML. */
import katex from 'katex';

/** @import { MechanismSchema as Mechanism } from '../web/engine/schema.js' */

/** @param {string} text */
const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** @param {string} formula TeX; \qquad separates its lines */
const mathml = (formula) =>
  formula
    .split('\\qquad')
    .map((line) =>
      katex.renderToString(line.trim(), { output: 'mathml', displayMode: true, throwOnError: true }),
    )
    .join('\n');

/** @param {Mechanism} mechanism */
function section({ name, title, formula, paper, look, inputs, options }) {
  const inputRows = inputs.map(
    ({ name, shape, otherShapes, help, optional }) =>
      `<tr><th scope="row"><code>${escaped(name)}</code></th>` +
      `<td>${[shape, ...otherShapes].map((one) => `[${escaped(one.replaceAll(' ', ', '))}]`).join(' or ')}</td>` +
      `<td>${escaped(help)}${optional ? ' (optional)' : ''}</td></tr>`,
  );
  const optionRows = options.map(
    ({ name, type, default: standard, help, minimum, maximum, choices = [] }) =>
      `<tr><th scope="row"><code>${escaped(name)}</code></th>` +
      `<td>${
        type === 'boolean'
          ? 'true or false'
          : type === 'choice'
            ? escaped(choices.map(({ value }) => value).join(' or '))
            : `${minimum} to ${maximum}`
      }; ${String(standard)}</td>` +
      `<td>${escaped(help ?? '')}</td></tr>`,
  );
  return `
    <section id="${escaped(name)}">
      <h2>${escaped(title)}</h2>
      <p><code>attend('${escaped(name)}', { ${inputs.map((input) => escaped(input.name)).join(', ')} })</code></p>
      <div class="formula">${mathml(formula)}</div>
      <p>${escaped(look)}</p>
      <div class="scroll" role="region" aria-label="Inputs of ${escaped(title)}" tabindex="0">
        <table>
          <thead><tr><th scope="col">input</th><th scope="col">shape, or range and default</th><th scope="col">what it is</th></tr></thead>
          <tbody>${inputRows.join('')}${optionRows.join('')}</tbody>
        </table>
      </div>
      ${paper ? `<p class="sources">${escaped(paper)}.</p>` : ''}
    </section>`;
}

/**
 * @param {readonly Mechanism[]} mechanisms
 * @returns {string} a table of contents, and a section for each mechanism
 */
export function referenceHtml(mechanisms) {
  const contents = mechanisms.map(
    ({ name, title }) => `<li><a href="#${escaped(name)}">${escaped(title)}</a></li>`,
  );
  return `<nav aria-label="Mechanisms"><ol class="contents">${contents.join('')}</ol></nav>${mechanisms.map(section).join('')}`;
}
