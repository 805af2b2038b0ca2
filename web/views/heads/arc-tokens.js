/** The tokens between which arcs lead: one line, or a line of source tokens and a line of target tokens. */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { createCellCursor, readRows } from '../../parts/cell-cursor.js';
import { toElement } from '../../parts/dom.js';
import { quoteToken, showInvisibleCharacters } from '../../parts/format.js';

/** @import { PointedToken } from './arc-data.js' */
/** @import { HeadMap } from './head-data.js' */

/** A key that is the same for two maps with the same tokens. @param {HeadMap} map */
export const createTokensKey = ({ name, isCross, rowLabels, columnLabels }) =>
  JSON.stringify([name, isCross, rowLabels, columnLabels]);

/** @param {HeadMap} map @param {() => void} onPoint */
export function createTokens(map, onPoint) {
  const { rowLabels, columnLabels, name, isCross = name === 'cross' } = map;
  const names = isCross ? [translate('source'), translate('target')] : [translate('tokens')];
  const labels = isCross ? [columnLabels, rowLabels] : [columnLabels];
  const element = toElement(html`
    <div role="grid" class="arcs-grid" aria-label=${translate('Tokens')} ?data-crossing=${isCross}>
      ${labels.map(
        (line, i) =>
          html`<div role="row" class="arcs-row" aria-label=${String(names[i])}>${line.map((label) => html`<span class="arcs-token">${showInvisibleCharacters(label)}</span>`)}</div>`,
      )}
    </div>
  `);
  const lines = readRows(element);
  const keys = lines[0] ?? [];
  const queries = lines.at(-1) ?? keys;
  const cursor = createCellCursor({ element, rows: lines, onPoint });
  cursor.describe((line, column) => {
    const what = isCross ? names[line] : translate('token');
    return `${what} ${column + 1} ${quoteToken(labels[line]?.[column])}`;
  });
  return {
    element,
    key: createTokensKey(map),
    queries,
    /** The keys; in self-attention the same elements as the queries. */
    keys,
    /** @returns {PointedToken | null} */
    getPointedToken() {
      const cell = cursor.getPointedCell();
      return cell && { token: cell.column, isKey: isCross && cell.row === 0 };
    },
    /** @param {PointedToken} pointedToken */
    mark({ token, isKey }) {
      const marked = (isKey ? keys : queries)[token];
      for (const node of lines.flat()) node.toggleAttribute('data-from', node === marked);
    },
  };
}

/** Scrolls a token to the middle of its line. @param {HTMLElement | undefined} token */
export function scrollToToken(token) {
  const scroller = token?.closest('.arcs-scroll');
  if (token && scroller) scroller.scrollLeft = token.offsetLeft - scroller.clientWidth / 2;
}

/**
 * Where an arc ends at a token.
 * @param {HTMLElement | undefined} node
 * @param {boolean} below rather than above
 */
export const computeArcEnd = (node, below) => ({
  x: (node?.offsetLeft ?? 0) + (node?.offsetWidth ?? 0) / 2,
  y: (node?.offsetTop ?? 0) + (below ? (node?.offsetHeight ?? 0) + 2 : -2),
});
