/**
 * The alignment of one sentence pair, filling in while it is learned: source across, output down, the true alignment as
 * an outline. The metrics beside it show whether the map is right, not only whether the loss is low.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { quoteToken } from '../../parts/format.js';
import { holdingTemplate } from '../../parts/holding-panel.js';
import { hasKnownTruth } from '../../parts/known-truth.js';
import { createLegendRamp, legendMarkTemplate, legendTemplate } from '../../parts/legend.js';
import { mapHelpTemplate } from '../../parts/map-switch.js';
import { createMapView } from '../../parts/map-view.js';
import { getPairTexts, watchedExampleTemplate } from '../../parts/watched-example.js';
import { paintAlignmentThumbnail } from '../../plots/alignment-paint.js';
import { computeWindow, extractAlignment, extractTokens, formatOutputs } from './alignment-data.js';
import { createAlignmentPanel } from './alignment-panel.js';
import { alignmentStyles } from './alignment-styles.js';
import { describeVerdict, summarizeAlignment } from './alignment-summary.js';
import { createBottleneckView } from './bottleneck.js';
import { bottleneckStyles } from './bottleneck-styles.js';
import { getSharedHeldAlignment } from './held-alignment.js';

export const styles = alignmentStyles + bottleneckStyles;

/** @import { CreateThumbnail, NamedMap, View, ViewOptions } from '../../engine/view-types.js' */
/** @import { Alignment } from '../../plots/alignment.js' */
/** @import { Snapshot } from './held-alignment.js' */

/**
 * The legend of the marks that can appear in the map.
 * @param {boolean} hasTruth whether the true alignment is known
 * @param {boolean} isImageSource whether the source is a picture
 * @param {ReturnType<typeof computeWindow>} window of one row
 */
const alignmentLegend = (hasTruth, isImageSource, window) =>
  legendTemplate(
    hasTruth && [legendMarkTemplate('truth'), translate('true alignment')],
    [translate('attention weight'), ...createLegendRamp()],
    window && !window.isHard && [legendMarkTemplate('window'), translate('window around p')],
    window?.isHard && !isImageSource && [legendMarkTemplate('look'), translate('the token that it looks at')],
  );

/** @type {CreateThumbnail} */
export function createThumbnail(frame, map, _manifest, parameters) {
  const alignment = extractAlignment(frame, map);
  /** @param {number} row */
  const getWindow = (row) => computeWindow(parameters, alignment?.position, row);
  return alignment && ((target) => paintAlignmentThumbnail(target, alignment, getWindow));
}

/** Sums the weights of each row, and returns the mean of the sums. @param {Alignment} of @returns {number} */
const computeMeanRowSum = ({ weights, rows }) => weights.reduce((sum, weight) => sum + weight, 0) / rows;

/**
 * @param {import('../../engine/view-types.js').Frame} frame
 * @param {ViewOptions} options
 * @param {boolean} isImageSource
 * @returns {Snapshot | null}
 */
function extractSnapshot(frame, { maps, manifest, axes }, isImageSource) {
  const picture = extractAlignment(frame, /** @type {NamedMap} */ (maps[0]));
  const tokens = picture && extractTokens(frame, manifest, picture);
  return (
    tokens && {
      step: frame.step,
      picture,
      tokens: { ...tokens, ...(isImageSource && { names: axes }) },
      example: frame.tensors['example']?.[0] ?? Number.NaN,
    }
  );
}

/** @param {ViewOptions} options @returns {View | null} null for a caption model without attention */
export function createView(options) {
  const { parameters, manifest, events } = options;
  /** Whether the source is a picture, which is chosen in another view. */
  const isImageSource = manifest.tensors.some(({ name }) => name === 'picture');
  if ([parameters()['score'], parameters()['attention']].includes('none'))
    return isImageSource ? null : createBottleneckView(options);
  const map = /** @type {NamedMap} */ (options.maps[0]);
  const window = computeWindow(parameters(), Float32Array.of(0), 0);
  const held = getSharedHeldAlignment(options, () => view.draw());
  const panel = createAlignmentPanel({
    label: translate('Alignment'),
    ribbons: !isImageSource,
    onRow: events.onRow,
    holding: held.holding,
  });
  /** @param {Snapshot} snapshot */
  const verdict = ({ picture }) =>
    describeVerdict(picture.metrics, 1 - computeMeanRowSum(picture), window?.bell);

  /** @param {Snapshot} snapshot */
  function showPanel(snapshot) {
    const shown = held.apply(snapshot);
    const { picture, outputs = formatOutputs(picture, manifest), tokens, learnedOutputs } = shown;
    panel.show({
      // At the start of a game the grid is built again, so no cell is marked.
      tokens: { ...tokens, isGame: held.game.target !== undefined },
      learnedOutputs,
      picture,
      outputs,
      ...(held.holding.prefix === 'own' && { targets: held.game.target ?? snapshot.tokens.rows }),
      getWindow: (row) => computeWindow(parameters(), picture.position, row),
    });
  }

  const view = createMapView({
    attributes: { class: 'bars align', 'aria-label': translate('Alignment') },
    extract: (frame) => extractSnapshot(frame, options, isImageSource),
    isOther: ({ example }, before) => example !== before.example,
    holding: held.holding,
    template(snapshot, throttled) {
      if (snapshot) showPanel(snapshot);
      return html`
        <div class="align-head">
          ${isImageSource ? null : watchedExampleTemplate(options, snapshot?.example ?? Number.NaN, getPairTexts())}
        </div>
        ${panel.grid} ${alignmentLegend(hasKnownTruth(manifest), isImageSource, window)}
        ${throttled(panel.tableTemplate)}
      `;
    },
    readout: (snapshot, throttled) => [
      mapHelpTemplate(map),
      html`<p class="align-verdict">${throttled(() => snapshot && verdict(snapshot))}</p>`,
      held.game.template(),
      holdingTemplate(held.holding),
      panel.readout,
    ],
    summary: (snapshot) =>
      translate('Alignment of {tokens}: {summary} {verdict}', {
        tokens: snapshot.tokens.columns.map(quoteToken).join(' '),
        summary: summarizeAlignment(snapshot.picture, snapshot.tokens),
        verdict: verdict(snapshot),
      }).trim(),
    disposables: [panel],
  });
  return { ...view, chooseRow: panel.moveTo, getShownMap: panel.getShownMap };
}
