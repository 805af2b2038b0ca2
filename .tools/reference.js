/**
 * Writes the reference page as HTML: the table of all models with their maps, all mechanisms with formulas as MathML, and the
 * glossary. Elements with `data-say` are translated in the page.
 */
import katex from 'katex';
import { glossary } from '../web/lab/glossary.js';
import { escapeXml as escapeHtml } from '../web/plots/svg.js';
import { renderSmallMap } from './reference-maps.js';

/** @import { MechanismSchema as Mechanism } from '../web/engine/schema.js' */
/** @import { MechanismUse } from '../web/lab/all-of-attention.js' */

/** @param {string} formula TeX; \qquad separates its lines */
const renderMathml = (formula) =>
  formula
    .split('\\qquad')
    .map((line) =>
      katex.renderToString(line.trim(), { output: 'mathml', displayMode: true, throwOnError: true }),
    )
    .join('\n');

/** @param {string} tag @param {string} text that is translated in the page */
const renderTranslatedTag = (tag, text) => `<${tag} data-say>${escapeHtml(text)}</${tag}>`;

/** @param {string} text with `_x` and `_{xy}` for an index, `^x` and `^{xy}` for a power @returns {string} HTML */
function renderScripts(text) {
  return text
    .split(/([_^](?:\{(?:[^{}]|\{[^{}]*\})*\}|[\wⱼⱽᵀ]))/)
    .map((part, i) => {
      if (i % 2 === 0) return escapeHtml(part);
      const tag = part.startsWith('_') ? 'sub' : 'sup';
      return `<${tag}>${renderScripts(part.slice(1).replace(/^\{(.*)\}$/, '$1'))}</${tag}>`;
    })
    .join('');
}

/** @param {MechanismUse} use @param {string} title of the mechanism @param {string} label below the map */
async function renderUse({ link, chapterName }, title, label) {
  const name = escapeHtml(`${title}: ${chapterName}`);
  return `<a class="use" href="./#${escapeHtml(link)}" aria-label="${name}">${await renderSmallMap(link)}${renderTranslatedTag('span', label)}</a>`;
}

/**
 * The table of all models: the score functions, each with every form of locality, and the other mechanisms side by side.
 * @param {ReturnType<typeof import('../web/lab/all-of-attention.js').buildMechanismTable>} table
 * @returns {Promise<string>}
 */
async function renderTable({ columns, rows }) {
  const combined = rows.filter(
    ({ cells }) =>
      cells.filter(({ length }) => length > 0).length > 1 && cells.flat()[0]?.experiment === 'translation',
  );
  const reached = columns.filter((_, i) => combined.some(({ cells }) => cells[i]?.length));
  const body = combined.map(async ({ name, title, cells }) => {
    const maps = await Promise.all(
      columns.map(async ({ label }, i) => {
        const uses = (cells[i] ?? []).filter(({ experiment }) => experiment === 'translation');
        if (!reached.includes(/** @type {typeof columns[number]} */ (columns[i]))) return '';
        return `<td>${(await Promise.all(uses.map((use) => renderUse(use, title, label)))).join('')}</td>`;
      }),
    );
    return `<tr><th scope="row"><a href="#${name}" data-say>${escapeHtml(title)}</a></th>${maps.join('')}</tr>`;
  });
  const gallery = rows.flatMap((row) =>
    row.cells
      .flat()
      .filter(({ experiment }) => !combined.includes(row) || experiment !== 'translation')
      .map(async (use) => `<li>${await renderUse(use, row.title, row.title)}</li>`),
  );
  return `
    <div class="tables"><table class="combined">
      <thead><tr><td></td>${reached.map(({ label, help }) => `<th scope="col">${renderTranslatedTag('span', label)}${renderTranslatedTag('small', help)}</th>`).join('')}</tr></thead>
      <tbody>${(await Promise.all(body)).join('')}</tbody>
    </table>
    <ul class="uses">${(await Promise.all(gallery)).join('')}</ul></div>`;
}

/** @param {Mechanism} mechanism @returns {string} its inputs and options as a table */
function renderInputs({ inputs, options, title }) {
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
      }; ${escapeHtml(String(standard))}</td>` +
      `<td>${escapeHtml(help ?? '')}</td></tr>`,
  );
  return `
    <div class="scroll" role="region" aria-label="Inputs of ${escapeHtml(title)}" tabindex="0">
      <table>
        <thead><tr><th scope="col">input</th><th scope="col">shape, or range and default</th><th scope="col">what it is</th></tr></thead>
        <tbody>${inputRows.join('')}${optionRows.join('')}</tbody>
      </table>
    </div>`;
}

/** @param {Mechanism} mechanism @param {readonly MechanismUse[]} uses */
function renderSection(mechanism, uses) {
  const { name, title, formula, paper, look, inputs } = mechanism;
  const use = uses.find((one) => one.mechanism === name);
  const names = inputs.map((input) => escapeHtml(input.name)).join(', ');
  return `
    <details class="mechanism" id="${escapeHtml(name)}" open>
      <summary>${renderTranslatedTag('h3', title)}</summary>
      <div class="mechanism-body">
      <div class="told">
        <div class="formula">${renderMathml(formula)}</div>
        ${renderTranslatedTag('p', look ?? '')}
      </div>
      <div class="live-map" data-mechanism="${escapeHtml(name)}" data-use="${escapeHtml(use?.link ?? '')}"></div>
      <details>
        <summary><code>attend('${escapeHtml(name)}', { ${names} })</code></summary>
        ${renderInputs(mechanism)}
        ${paper ? `<p class="sources">${escapeHtml(paper)}.</p>` : ''}
      </details>
      </div>
    </details>`;
}

/** @returns {string} */
const renderGlossary = () =>
  [...glossary]
    .sort((a, b) => a.title.localeCompare(b.title))
    .map(
      ({ name, title, definition, formula }) =>
        `<div id="term-${name}">${renderTranslatedTag('dt', title)}<dd>${renderTranslatedTag('span', definition)}${formula ? ` <span class="formula">${renderScripts(formula)}</span>` : ''}</dd></div>`,
    )
    .join('');

/**
 * @param {string} page whose comments are replaced
 * @returns {Promise<string>}
 */
export async function renderReference(page) {
  // Imported here because the build writes files that they import.
  const { mechanisms: listMechanisms } = await import('../web/engine/mechanisms.js');
  const { buildMechanismTable, listMechanismUses } = await import('../web/lab/all-of-attention.js');
  const mechanisms = listMechanisms();
  const uses = listMechanismUses();
  const groups = [...new Set(mechanisms.map(({ group }) => group))].map((group) => {
    const members = mechanisms.filter((one) => one.group === group);
    return `${renderTranslatedTag('h2', group ?? '')}<div class="mechanisms">${members.map((one) => renderSection(one, uses)).join('')}</div>`;
  });
  const table = await renderTable(buildMechanismTable());
  return page
    .replace('<!-- table -->', () => table)
    .replace('<!-- mechanisms -->', () => groups.join(''))
    .replace('<!-- glossary -->', () => `<dl>${renderGlossary()}</dl>`);
}
