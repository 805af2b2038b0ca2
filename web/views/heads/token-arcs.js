/**
 * The watched pair as a line of tokens, or as two: from the one that is pointed at, arcs lead to where each head looks.
 * @module
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { createCellCursor, readRows } from '../../parts/cell-cursor.js';
import { choices } from '../../parts/choices.js';
import { disclosureTable } from '../../parts/disclosure-table.js';
import { toElement } from '../../parts/dom.js';
import { markInvisible, quoteToken } from '../../parts/format.js';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { createTemplateView } from '../../parts/view.js';
import { paintArcs } from '../../plots/arc-paint.js';
import { computeArcs, createTableText, describeArcs, findOpeningToken } from './arc-data.js';
import { arcStyles } from './arc-styles.js';
import { extractHeadMap, listKinds } from './head-data.js';
import { headLines } from './head-lines.js';

export const styles = arcStyles;

/** @import { View, ViewOptions } from '../../engine/shapes.js' */
/** @import { PaintPart } from '../../parts/paint-canvas.js' */
/** @import { PointedToken } from './arc-data.js' */
/** @import { HeadMap, TransformerDetails } from './head-data.js' */

/**
 * @param {Pick<ViewOptions, 'maps' | 'parameters'> & { manifest: Parameters<typeof extractHeadMap>[2] }} options
 * @param {typeof extractHeadMap} [extractMap] the heads of a kind of attention in a frame
 * @returns {View}
 */
export function createView({ maps: allMaps, manifest, parameters }, extractMap = extractHeadMap) {
  const maps = listKinds({ maps: allMaps, parameters });
  let kind = manifest.truthMap ?? maps[0]?.name ?? '';
  const { layers = 1 } = /** @type {TransformerDetails} */ (manifest.details);
  // The last layer builds on the others.
  let layer = layers - 1;
  /** @type {import('../../engine/shapes.js').Frame | null} */
  let frame = null;
  /** @type {HeadMap | null} */
  let map = null;
  /** @type {ReturnType<typeof createTokens> | null} */
  let tokens = null;
  let isScrolled = false;

  function readMap() {
    const selectedMap = maps.find(({ name }) => name === kind);
    map = frame && selectedMap ? extractMap(frame, selectedMap, manifest, parameters()) : null;
    if (!map || tokens?.key === createKey(map)) return;
    tokens = createTokens(map, () => view.draw());
    isScrolled = false;
  }

  /** @param {string} name @param {number} index */
  function choose(name, index) {
    [kind, layer] = [name, index];
    readMap();
    view.draw();
  }

  /** @param {HeadMap} of @param {PointedToken} pointed @returns {PaintPart} */
  const createPaint = (of, pointed) => (stage) => {
    if (!tokens) return;
    const { queries, keys } = tokens;
    if (!isScrolled) scrollToToken(queries[pointed.token]);
    isScrolled = true;
    const arcs = computeArcs(of, layer, pointed, {
      from: (t) => computeEnd(queries[t], false),
      to: (s) => computeEnd(keys[s], queries !== keys),
    });
    paintArcs(stage.context, arcs, stage.theme.line / 2);
  };

  const view = createTemplateView({
    attributes: { class: 'bars arcs', 'aria-label': translate('Arcs between tokens') },
    wide: true,
    template(slowly) {
      const of = map;
      const pointed = tokens?.pointed() ?? { token: of ? findOpeningToken(of) : 0, isKey: false };
      tokens?.mark(pointed);
      const label = maps.find(({ name }) => name === of?.name)?.label;
      return html`
        <div class="panel">
          <h2>${translate('From token to token')}</h2>
          <div class="panel-row">
            ${
              maps.length > 1
                ? choices({
                    label: translate('Kind of attention of the arcs'),
                    choices: maps.map(({ name, label: text }) => ({ value: name, label: text })),
                    selected: kind,
                    onChoose: (name) => choose(name, layer),
                  })
                : null
            }
            ${
              layers > 1
                ? choices({
                    label: translate('Layer of the arcs'),
                    choices: Array.from({ length: layers }, (_, i) => ({
                      value: String(i),
                      label: translate('Layer {n}', { n: i + 1 }),
                    })),
                    selected: String(layer),
                    onChoose: (index) => choose(kind, Number(index)),
                  })
                : null
            }
          </div>
          <div class="arcs-scroll">
            <div class="arcs-plate">
              <canvas aria-hidden="true" ${paintCanvas(of ? createPaint(of, pointed) : () => undefined)}></canvas>
              ${tokens?.element}
            </div>
          </div>
          <div class="readout">${slowly(() => of && wordsTemplate(of, layer, pointed))}</div>
          ${slowly(() => disclosureTable(translate('Weights of the layer as a table'), of && (() => createTableText(of, layer, label))))}
        </div>
      `;
    },
    update(next) {
      frame = next;
      readMap();
      view.drawFrame();
    },
  });
  return view;
}

/** What a token looks at, head by head. @param {HeadMap} map @param {number} layer @param {PointedToken} pointed */
function wordsTemplate(map, layer, pointed) {
  const { heading, lines } = describeArcs(map, layer, pointed);
  return html`<p class="readout-where">${heading}</p><ul class="arcs-list">${headLines(lines)}</ul>`;
}

/** @param {HeadMap} map */
const createKey = ({ name, isCross, rowLabels, columnLabels }) =>
  JSON.stringify([name, isCross, rowLabels, columnLabels]);

/**
 * A line of tokens, or one of the source and one of the target.
 * @param {HeadMap} map
 * @param {() => void} onPoint
 */
function createTokens(map, onPoint) {
  const { rowLabels, columnLabels, name, isCross = name === 'cross' } = map;
  const names = isCross ? [translate('source'), translate('target')] : [translate('tokens')];
  const labels = isCross ? [columnLabels, rowLabels] : [columnLabels];
  const element = toElement(html`
    <div role="grid" class="arcs-grid" aria-label=${translate('Tokens')} ?data-crossing=${isCross}>
      ${labels.map(
        (line, i) =>
          html`<div role="row" class="arcs-row" aria-label=${String(names[i])}>${line.map((label) => html`<span class="arcs-token">${markInvisible(label)}</span>`)}</div>`,
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
    key: createKey(map),
    /** The queries. */
    queries,
    /** The keys; within one sequence the same. */
    keys,
    /** @returns {PointedToken | null} */
    pointed() {
      const cell = cursor.getPointedCell();
      return cell && { token: cell.column, isKey: isCross && cell.row === 0 };
    },
    /** @param {PointedToken} pointed */
    mark({ token, isKey }) {
      const marked = (isKey ? keys : queries)[token];
      for (const node of lines.flat()) node.toggleAttribute('data-from', node === marked);
    },
  };
}

/** Scrolls a token to the middle of its line. @param {HTMLElement | undefined} token */
function scrollToToken(token) {
  const room = token?.closest('.arcs-scroll');
  if (token && room) room.scrollLeft = token.offsetLeft - room.clientWidth / 2;
}

/**
 * Where an arc ends at a token.
 * @param {HTMLElement | undefined} node
 * @param {boolean} below rather than above
 */
const computeEnd = (node, below) => ({
  x: (node?.offsetLeft ?? 0) + (node?.offsetWidth ?? 0) / 2,
  y: (node?.offsetTop ?? 0) + (below ? (node?.offsetHeight ?? 0) + 2 : -2),
});
