/**
 * The watched pair as one or two lines of tokens. From the token that is pointed at, arcs lead to the tokens that each head
 * attends to.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { layerChoiceTemplate, mapChoiceTemplate } from '../../parts/choices.js';
import { disclosureTable } from '../../parts/disclosure-table.js';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { createTemplateView } from '../../parts/view.js';
import { paintArcs } from '../../plots/arc-paint.js';
import {
  computeArcs,
  createTableText,
  describeArcs,
  findOpeningToken,
  findStrongestCells,
} from './arc-data.js';
import { arcStyles } from './arc-styles.js';
import { computeArcEnd, createTokens, createTokensKey, scrollToToken } from './arc-tokens.js';
import { extractHeadMap, listAttentionKinds } from './head-data.js';
import { headLinesTemplate } from './head-lines.js';

export const styles = arcStyles;

/** @import { View, ViewOptions } from '../../engine/view-types.js' */
/** @import { PaintPart } from '../../parts/paint-canvas.js' */
/** @import { PointedToken } from './arc-data.js' */
/** @import { HeadMap, TransformerDetails } from './head-data.js' */

/**
 * @param {Pick<ViewOptions, 'maps' | 'parameters'> & { manifest: Parameters<typeof extractHeadMap>[2] }} options
 * @param {typeof extractHeadMap} [extractMap] the heads of a kind of attention in a frame
 * @returns {View}
 */
export function createView({ maps: allMaps, manifest, parameters }, extractMap = extractHeadMap) {
  const maps = listAttentionKinds({ maps: allMaps, parameters });
  let kind = manifest.truthMap ?? maps[0]?.name ?? '';
  const { layers = 1 } = /** @type {TransformerDetails} */ (manifest.details);
  // The view begins with the last layer, which builds on the others.
  let layer = layers - 1;
  /** @type {import('../../engine/view-types.js').Frame | null} */
  let frame = null;
  /** @type {HeadMap | null} */
  let map = null;
  /** @type {ReturnType<typeof createTokens> | null} */
  let tokens = null;
  let isScrolled = false;

  function readMap() {
    const selectedMap = maps.find(({ name }) => name === kind);
    map = frame && selectedMap ? extractMap(frame, selectedMap, manifest, parameters()) : null;
    if (!map || tokens?.key === createTokensKey(map)) return;
    tokens = createTokens(map, () => view.draw());
    isScrolled = false;
  }

  /** @param {string} name @param {number} index */
  function choose(name, index) {
    [kind, layer] = [name, index];
    readMap();
    view.draw();
  }

  /** @param {HeadMap} shownMap @param {PointedToken} pointedToken @returns {PaintPart} */
  const createPaint = (shownMap, pointedToken) => (target) => {
    if (!tokens) return;
    const { queries, keys } = tokens;
    if (!isScrolled) scrollToToken(queries[pointedToken.token]);
    isScrolled = true;
    const arcs = computeArcs(findStrongestCells(shownMap, layer, pointedToken), (row, column) => ({
      from: computeArcEnd(queries[row], false),
      to: computeArcEnd(keys[column], queries !== keys),
    }));
    paintArcs(target.context, arcs, target.theme.line / 2);
  };

  const view = createTemplateView({
    attributes: { class: 'bars arcs', 'aria-label': translate('Arcs between tokens') },
    wide: true,
    template(throttled) {
      const shownMap = map;
      const pointedToken = tokens?.getPointedToken() ?? {
        token: shownMap ? findOpeningToken(shownMap) : 0,
        isKey: false,
      };
      tokens?.mark(pointedToken);
      const label = maps.find(({ name }) => name === shownMap?.name)?.label;
      return html`
        <div class="panel">
          <h2>${translate('From token to token')}</h2>
          <div class="panel-row">
            ${mapChoiceTemplate(translate('Kind of attention of the arcs'), maps, kind, (name) => choose(name, layer))} ${layerChoiceTemplate(translate('Layer of the arcs'), layers, layer, (index) => choose(kind, index))}
          </div>
          <div class="arcs-scroll">
            <div class="arcs-plate">
              <canvas aria-hidden="true" ${paintCanvas(shownMap ? createPaint(shownMap, pointedToken) : () => undefined)}></canvas>
              ${tokens?.element}
            </div>
          </div>
          <div class="readout">${throttled(() => shownMap && wordsTemplate(shownMap, layer, pointedToken))}</div>
          ${throttled(() => disclosureTable(translate('Weights of the layer as a table'), shownMap && (() => createTableText(shownMap, layer, label))))}
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

/** Describes what a token attends to, head by head. @param {HeadMap} map @param {number} layer @param {PointedToken} pointedToken */
function wordsTemplate(map, layer, pointedToken) {
  const { heading, lines } = describeArcs(map, layer, pointedToken);
  return html`<p class="readout-where">${heading}</p><ul class="arcs-list">${headLinesTemplate(lines)}</ul>`;
}
