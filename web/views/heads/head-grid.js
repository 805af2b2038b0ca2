/**
 * All heads of all layers of a transformer as small maps while they learn, with a few numbers each. One head is enlarged;
 * each head can be switched off, to measure what it contributes.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { mapChoiceTemplate } from '../../parts/choices.js';
import { hasKnownTruth } from '../../parts/known-truth.js';
import { createLegendRamp, legendMarkTemplate, legendTemplate } from '../../parts/legend.js';
import { mapHelpTemplate } from '../../parts/map-switch.js';
import { createMapView } from '../../parts/map-view.js';
import {
  getPairTexts,
  getWatchedExample,
  getWindowTexts,
  watchedExampleTemplate,
} from '../../parts/watched-example.js';
import { paintAlignmentThumbnail } from '../../plots/alignment-paint.js';
import { createAlignmentPanel } from '../alignment/alignment-panel.js';
import { alignmentStyles } from '../alignment/alignment-styles.js';
import { describeVerdict, summarizeAlignment } from '../alignment/alignment-summary.js';
import { createWindowLookup, extractHeadMap, extractHeadMaps, listAttentionKinds } from './head-data.js';
import { createHeadHolding, hasOtherTokens } from './head-holding.js';
import { formatNumbers, headNumbersTemplate } from './head-numbers.js';
import { headStyles } from './head-styles.js';
import { createHeadSwitches } from './head-switches.js';
import { createAlignment, formatTileName, getTileIndex, locateHead } from './tile-data.js';

export const styles = alignmentStyles + headStyles;

/** Creates the thumbnail of the best head. @type {CreateThumbnail} */
export function createThumbnail(frame, map, manifest, parameters) {
  const heads = extractHeadMap(frame, map, manifest, parameters);
  const alignment = heads && createAlignment(heads, getTileIndex(heads, Math.max(0, heads.best)));
  return alignment && ((target) => paintAlignmentThumbnail(target, alignment, createWindowLookup(heads)));
}

/** @import { CreateThumbnail, View, ViewOptions } from '../../engine/view-types.js' */
/** @import { PanelContent } from '../alignment/alignment-panel.js' */
/** @import { HeadMap } from './head-data.js' */

/** Kinds of attention in which tokens attend to tokens of the same text. */
const kSelfKinds = new Set(['encoder', 'decoder']);

/** @param {ViewOptions} viewOptions @returns {View} */
export function createView(viewOptions) {
  const options = { ...viewOptions, maps: listAttentionKinds(viewOptions) };
  const { maps, manifest, events } = options;
  /** The enlarged tile by kind of map; by default the best head. @type {Map<string, number>} */
  const chosen = new Map();
  let kind = findInitialKind(options);

  const draw = () => view.draw();
  const heads = createHeadSwitches(options, { onOpen: (tile) => choose(kind, tile), onMeasured: draw });
  /** @param {HeadMap} map @returns {number} the enlarged tile */
  const getOpened = (map) => chosen.get(map.name) ?? getTileIndex(map, Math.max(0, map.best));
  const held = createHeadHolding(options, { getKind: () => kind, getOpened }, draw);
  const panel = createAlignmentPanel({ label: translate('Attention of a head'), holding: held.holding });
  const getMap = () => maps.find(({ name }) => name === kind);
  /** @param {HeadMap} map */
  const formatName = (map) => `${getMap()?.label} ${formatTileName(map, getOpened(map))}`;
  /** The map of the frame that is shown. @type {HeadMap | undefined} */
  let shown;

  /** @param {HeadMap} map */
  function showHead(map) {
    const { map: now, learnedOutputs } = held.apply(map);
    heads.show(now, getOpened(map), (tile) => held.isTileHeld(map, tile));
    panel.show({ ...createPanelContent(now, getOpened(map), formatName(map)), learnedOutputs });
  }

  /** @param {string} name of a kind @param {number} [tile] that is enlarged */
  function choose(name, tile) {
    kind = name;
    if (tile !== undefined) chosen.set(kind, tile);
    draw();
    const head = shown && locateHead(shown, getOpened(shown));
    events.onMap?.(kind, head && head.head >= 0 ? head : undefined);
  }

  const view = createMapView({
    attributes: { class: 'bars align heads-view', 'aria-label': translate('Attention heads') },
    extract: (frame) => extractHeadMaps(frame, options),
    isOther: hasOtherTokens,
    template(snapshot, throttled) {
      shown = snapshot?.byKind.get(kind);
      if (shown) showHead(shown);
      return html`
        <div class="align-head">
          ${mapChoiceTemplate(translate('Kind of attention'), maps, kind, choose)}
          ${watchedExampleTemplate(options, getWatchedExample(options), manifest.data?.unit ? getWindowTexts() : getPairTexts())}
          ${heads.tiles}
        </div>
        <div class="head-title"><h3 class="head-opened">${shown && formatName(shown)}</h3>${headNumbersTemplate(shown ? formatNumbers(shown, getOpened(shown)) : [])}</div>
        ${panel.grid}
        ${heads.ablation.status} ${headLegend(shown, manifest)} ${throttled(panel.tableTemplate)}
      `;
    },
    readout: (_scene, throttled) => [
      mapHelpTemplate(getMap()),
      html`<p class="align-verdict">${throttled(() => shown && describeVerdict(shown.metrics))}</p>`,
      held.template(),
      heads.ablation.element,
      panel.readout,
    ],
    holding: held.holding,
    onFrame: ({ step }) => heads.ablation.update(step),
    summary(snapshot) {
      const map = snapshot.byKind.get(kind);
      if (!map) return '';
      return `${formatName(map)}: ${summarizeHead(map, getOpened(map))} ${heads.ablation.status.textContent}`.trim();
    },
    disposables: [heads, panel],
  });
  return { ...view, getShownMap: panel.getShownMap };
}

/** @param {ViewOptions} options */
const findInitialKind = ({ maps, initialMap, manifest }) =>
  (maps.find(({ name }) => name === (initialMap ?? manifest.truthMap)) ?? maps[0])?.name ?? '';

/** @param {HeadMap | undefined} map @param {ViewOptions['manifest']} manifest */
const headLegend = (map, manifest) =>
  legendTemplate(
    map?.truth && hasKnownTruth(manifest) && [legendMarkTemplate('truth'), translate('true place')],
    [translate('attention weight'), ...createLegendRamp()],
    map?.isCausal && [legendMarkTemplate('masked'), translate('masked: cannot be seen')],
  );

/** @param {HeadMap} map @param {number} tile */
function summarizeHead(map, tile) {
  const { rowLabels: rows, columnLabels: columns, metrics } = map;
  return `${summarizeAlignment(createAlignment(map, tile), { rows, columns })} ${describeVerdict(metrics)}`;
}

/** @param {HeadMap} map @param {number} tile @param {string} mapName @returns {PanelContent} */
const createPanelContent = (map, tile, mapName) => ({
  picture: createAlignment(map, tile),
  tokens: {
    rows: map.rowLabels,
    columns: map.columnLabels,
    names: kSelfKinds.has(map.name) ? [translate('token'), translate('looks at')] : undefined,
  },
  outputs: map.outputs,
  targets: map.targets,
  mapName,
  getWindow: createWindowLookup(map),
});
