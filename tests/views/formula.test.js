/** Formulas of the page: subscripts and superscripts, which may be nested. */
import { expect, test } from 'vitest';
import { glossary } from '../../web/lab/glossary.js';
import { renderFormula } from '../../web/lab/prose-template.js';

/** @param {unknown} part of a template @returns {string} as HTML */
function renderHtml(part) {
  if (Array.isArray(part)) return part.map(renderHtml).join('');
  const { strings, values } = /** @type {{ strings?: readonly string[], values?: unknown[] }} */ (part);
  if (!strings) return String(part);
  return strings.map((text, i) => text + (i < strings.length - 1 ? renderHtml(values?.[i]) : '')).join('');
}

test.each([
  ['a_{ts}', 'a<sub>ts</sub>'],
  ['K^T', 'K<sup>T</sup>'],
  ['a_s = e^{e_s} / Z', 'a<sub>s</sub> = e<sup>e<sub>s</sub></sup> / Z'],
  ['Σ_j e^{e_{j1} + 1}', 'Σ<sub>j</sub> e<sup>e<sub>j1</sub> + 1</sup>'],
  ['h_{s−1}', 'h<sub>s−1</sub>'],
])('%s', (text, html) => {
  expect(renderHtml(renderFormula(text))).toBe(`<span class="formula">${html}</span>`);
});

test('no formula of the glossary shows a brace', () => {
  for (const { formula: text } of glossary)
    expect(renderHtml(renderFormula(text))).not.toMatch(/[{}]|[_^]\w/);
});
