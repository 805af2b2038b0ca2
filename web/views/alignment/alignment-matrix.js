/**
 * The alignment of one sentence pair, filling in while it is learned: source across, output down, the true alignment as
 * an outline. Beside it the metrics that show whether the map is right, not only the loss low.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { createFilmHistory } from '../../parts/film-history.js';
import { quoteToken } from '../../parts/format.js';
import { hasKnownTruth } from '../../parts/known-truth.js';
import { createCustomLegend, createMark, createRamp } from '../../parts/legend.js';
import { createMapHelp } from '../../parts/map-switch.js';
import { throttle } from '../../parts/throttle.js';
import { computeWindow, extractAlignment, extractTokens, formatOutputs } from './alignment-data.js';
import { createAlignmentPanel } from './alignment-panel.js';
import { alignmentStyles } from './alignment-styles.js';
import { noAttentionText, summarizeAlignment, verdictText } from './alignment-text.js';
import { createWatchedPair } from './watched-pair.js';

export const styles = alignmentStyles;

/** @import { View, ViewOptions } from '../../engine/shapes.js' */
/** @import { Alignment } from '../../plots/alignment.js' */
/** @import { Tokens } from './alignment-text.js' */

/**
 * The legend of the marks that this attention can have.
 * @param {boolean} hasTruth whether the true alignment is known
 * @param {boolean} lacksAttention whether it has no attention
 * @param {boolean} isImageSource whether its source is a picture
 * @param {ReturnType<typeof computeWindow>} reach of one row
 */
const createLegend = (hasTruth, lacksAttention, isImageSource, reach) =>
  createCustomLegend(
    ...(hasTruth ? [[createMark('truth'), translate('true alignment')]] : []),
    lacksAttention
      ? [h('span', { class: 'align-none' }, noAttentionText())]
      : [translate('attention weight'), ...createRamp()],
    ...(reach && !reach.isHard ? [[createMark('window'), translate('window around p')]] : []),
    ...(reach?.isHard && !isImageSource
      ? [[createMark('look'), translate('the token that it looks at')]]
      : []),
  );

/** The mean over the rows of the sum of their weights. @param {Alignment} of @returns {number} */
const computeMeanRowSum = ({ weights, rows }) => weights.reduce((sum, weight) => sum + weight, 0) / rows;

/** @param {Alignment | null} picture null without attention @param {Tokens} tokens @param {string} verdict @returns {string} */
const summarizeView = (picture, tokens, verdict) =>
  translate('Alignment of {tokens}: {summary} {verdict}', {
    tokens: tokens.columns.map(quoteToken).join(' '),
    summary: picture ? summarizeAlignment(picture, tokens) : '',
    verdict,
  }).trim();

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const { parameters, manifest, change, axes, events } = options;
  /** Whether the source is a picture, which is chosen in another view. */
  const isImageSource = manifest.tensors.some(({ name }) => name === 'picture');
  const map = /** @type {import('../../engine/shapes.js').NamedMap} */ (options.maps[0]);
  const lacksAttention = [parameters()['score'], parameters()['attention']].includes('none');
  const reach = computeWindow(parameters(), Float32Array.of(0), 0);
  /** What is on screen, the tokens of the watched pair, and its number. @type {[Alignment | null, Tokens | null, number]} */
  let [current, tokens, watched] = [null, null, Number.NaN];

  const verdict = h('p', { class: 'align-verdict' });
  const watch = (/** @type {number} */ example) => change('probeExample', example);
  const pair = createWatchedPair(manifest.heldOut ?? 1, watch, undefined, manifest.data?.trainingExamples);
  const panel = createAlignmentPanel({
    label: translate('Alignment'),
    lacksAttention,
    ribbons: !isImageSource,
    onRow: events.onRow,
  });
  const reel = /** @type {ReturnType<typeof createFilmHistory<Alignment>>} */ (
    createFilmHistory({ onShow: show, getLoss: ({ metrics: then }) => then['loss'] ?? Number.NaN })
  );
  const head = h('div', { class: 'align-head' }, !isImageSource && pair.element);
  const legend = createLegend(hasKnownTruth(manifest), lacksAttention, isImageSource, reach);
  const attributes = { class: 'bars align', 'aria-label': translate('Alignment') };
  const element = h('section', attributes, head, panel.grid, legend, panel.table);
  const write = throttle(writeWords, 400);

  function show() {
    const picture = reel.getFrame();
    if (!picture || !tokens) return;
    current = picture;
    panel.show({
      picture,
      tokens,
      outputs: formatOutputs(picture, manifest),
      getWindow: (row) => computeWindow(parameters(), picture.position, row),
    });
    write.call();
  }

  function writeWords() {
    if (!current) return;
    const lost = 1 - computeMeanRowSum(current);
    verdict.textContent = verdictText(current.metrics, lacksAttention, lost, reach?.bell);
    panel.write();
  }

  return {
    element,
    readout: h(
      'div',
      { class: 'reading' },
      ...(lacksAttention ? [] : [createMapHelp(map), verdict]),
      panel.readout,
    ),
    film: reel.film,
    update(frame) {
      const picture = extractAlignment(frame, map);
      if (!picture) return;
      const example = frame.tensors['example']?.[0] ?? Number.NaN;
      if (example !== watched) {
        watched = example;
        pair.show(watched);
        tokens = { ...extractTokens(frame, manifest, picture), ...(isImageSource && { names: axes }) };
        reel.clear();
      }
      reel.record(picture);
      show();
    },
    chooseRow: panel.moveTo,
    repaint: panel.repaint,
    summary: () =>
      tokens ? summarizeView(lacksAttention ? null : current, tokens, verdict.textContent ?? '') : '',
    dispose() {
      write.cancel();
      panel.dispose();
    },
  };
}
