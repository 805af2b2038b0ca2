/** A table in a `<details>` element, built only while the element is open. */

import { html, render } from 'lit';
import { Directive, directive } from 'lit/directive.js';
import { translate } from '../language/translate.js';
import { toElement } from './dom.js';
import { formatShare } from './format.js';

/** @import { Child } from './dom.js' */

/**
 * @typedef {object} TableText
 * @property {string} [caption]
 * @property {readonly string[]} head
 * @property {readonly (readonly (Child | readonly Child[])[])[]} rows the first cell of each row is its header
 */

/** For each `<details>` element, the function that builds its whole table. @type {WeakMap<Element, () => HTMLTableElement | null>} */
const tables = new WeakMap();

/** @param {Element} element a `<details>` element @returns {HTMLTableElement | null} the whole table, to be saved */
export function findFullTable(element) {
  return tables.get(element)?.() ?? null;
}

/**
 * A formatted number that keeps its full precision for saving.
 * @param {number} value
 * @param {(value: number) => string} format
 * @returns {Child}
 */
export const exactNumberTemplate = (value, format) =>
  Number.isFinite(value) ? html`<data value=${value}>${format(value)}</data>` : format(value);

/** @param {ArrayLike<number>} values @param {(value: number) => string} format @returns {Child[]} the formatted numbers, separated by spaces */
export const exactNumbersTemplate = (values, format) =>
  Array.from(values, (value, i) => [i > 0 && ' ', exactNumberTemplate(value, format)]).flat();

/** Marks the content of a table cell if the true attention is there. @param {Child} content @param {boolean} isTrue @returns {Child} */
export const markTruth = (content, isTrue) => (isTrue ? html`<strong>${content}</strong>` : content);

/**
 * A table cell with one weight of a map, marked if the true attention is there.
 * @param {{ weights: ArrayLike<number>, truth: ArrayLike<number>, columns: number }} map
 * @param {number} row
 * @param {number} column
 */
export function shareCellTemplate({ weights, truth, columns }, row, column) {
  const cell = row * columns + column;
  return markTruth(exactNumberTemplate(weights[cell] ?? Number.NaN, formatShare), (truth[cell] ?? 0) > 0);
}

class DisclosureTable extends Directive {
  /** @type {HTMLDetailsElement | null} */
  #element = null;
  /** @type {((whole: boolean) => TableText) | null} */
  #text = null;

  /**
   * @override
   * @param {string} label accessible name of the table
   * @param {((whole: boolean) => TableText) | null} text called when the table is shown, and with true when the whole table is
   *   saved; null if there is no table yet
   */
  render(label, text) {
    this.#text = text;
    this.#element ??= this.#create(label);
    this.#refresh();
    return this.#element;
  }

  /** @param {string} label */
  #create(label) {
    const element = toElement(html`
      <details class="table" @toggle=${() => this.#refresh()}>
        <summary>${translate('Show as table')}</summary>
        <div class="table-scroll" tabindex="0" role="region" aria-label=${label}></div>
      </details>
    `);
    tables.set(element, () => {
      const text = this.#text?.(true);
      return text ? /** @type {HTMLTableElement} */ (toElement(tableTemplate(text))) : null;
    });
    return /** @type {HTMLDetailsElement} */ (element);
  }

  #refresh() {
    const host = /** @type {HTMLElement} */ (this.#element?.lastElementChild);
    if (this.#element?.open && this.#text) render(tableTemplate(this.#text(false)), host);
  }
}

/** The directive that renders the table in a template; takes the function that returns its text, or null if there is none yet. */
export const disclosureTable = directive(DisclosureTable);

/** @param {Child | readonly Child[]} cell */
const cellTemplate = (cell) => (Array.isArray(cell) ? cell.filter((part) => part !== false) : cell || null);

/** @param {TableText} text */
const tableTemplate = ({ caption, head, rows }) => html`
  <table>
    ${caption ? html`<caption>${caption}</caption>` : null}
    <thead>
      <tr>${head.map((title) => html`<th scope="col">${title}</th>`)}</tr>
    </thead>
    <tbody>
      ${rows.map(
        ([first, ...rest]) =>
          html`<tr><th scope="row">${cellTemplate(first)}</th>${rest.map((cell) => html`<td>${cellTemplate(cell)}</td>`)}</tr>`,
      )}
    </tbody>
  </table>
`;
