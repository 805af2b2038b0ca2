/**
 * The watched picture and its caption, with attention as light on the picture, word by word, while it is learned. With hard
 * attention, it also shows the regions that the last training step sampled for one picture.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { holdingTemplate } from '../../parts/holding-panel.js';
import { mapHelpTemplate } from '../../parts/map-switch.js';
import { createMapView } from '../../parts/map-view.js';
import { getPictureTexts, getWatchedExample, watchedExampleTemplate } from '../../parts/watched-example.js';
import { getSharedHeldAlignment } from '../alignment/held-alignment.js';
import { DrawnMaps } from '../drawing/drawn-maps.js';
import { extractCaptionData } from './caption-data.js';
import { CaptionPlayer } from './caption-player.js';
import { extractSamples, samplesTemplate } from './caption-samples.js';
import { captioningStyles } from './caption-styles.js';
import { describeCaptionVerdict, summarizeCaption } from './caption-text.js';
import { createImageGrid } from './image-grid.js';

export const styles = captioningStyles;

/** @type {CreateBoard} */
export const createBoard = (options) => new DrawnMaps(options, createImageGrid);

/** @import { TokenDetails } from '../../engine/shapes.js' */
/** @import { CreateBoard, NamedMap, View, ViewOptions } from '../../engine/view-types.js' */
/** @import { AttentionSamples } from './caption-samples.js' */
/** @import { AttentionKind, CaptionData } from './caption-data.js' */

/** @param {ViewOptions} options @returns {View} */
export function createView(options) {
  const { maps, columnLabels: regions, manifest, parameters, axes } = options;
  const map = /** @type {NamedMap} */ (maps[0]);
  const kind = /** @type {AttentionKind} */ (parameters()['attention']);
  const { targetWords: vocabulary = [] } = /** @type {TokenDetails} */ (manifest.details);
  /** @type {AttentionSamples | null} */
  let samples = null;
  const held = kind === 'none' ? null : getSharedHeldAlignment(options, () => view.draw());
  const caption = new CaptionPlayer({
    holding: held?.holding,
    label: translate('Regions of the picture'),
    regions,
    draw: () => view.draw(),
  });
  const describeVerdict = (/** @type {CaptionData | null} */ snapshot) =>
    snapshot ? describeCaptionVerdict(snapshot.metrics, snapshot.kind) : '';
  /** @param {CaptionData} snapshot */
  const createHeldSnapshot = (snapshot) => ({
    step: snapshot.step,
    picture: snapshot,
    tokens: { rows: snapshot.words, columns: regions, names: axes },
    example: getWatchedExample(options),
  });
  const view = createMapView({
    attributes: { class: 'bars caption', 'aria-label': translate('Picture and caption') },
    extract: (frame) => extractCaptionData(frame, map, vocabulary, kind),
    isOther: (snapshot, before) => !hasSameWords(snapshot, before),
    applyHeld: (snapshot) =>
      held ? readHeldCaption(held, snapshot, createHeldSnapshot(snapshot)) : snapshot,
    template: (snapshot, throttled) => html`
      <div class="align-head">${watchedExampleTemplate(options, getWatchedExample(options), getPictureTexts())}</div>
      ${caption.template(snapshot, throttled)} ${throttled(() => caption.table(snapshot))}
    `,
    readout: (snapshot, throttled) => html`
      ${mapHelpTemplate(map)}
      <p class="align-verdict">${throttled(() => describeVerdict(snapshot))}</p>
      ${held && holdingTemplate(held.holding)} ${caption.readout(snapshot)}
      ${held?.game.template()}
    `,
    panels:
      kind === 'hard'
        ? [
            {
              name: 'looks',
              label: translate('sampled looks'),
              attributes: {
                class: 'panel',
                'data-figure': 'looks',
                'aria-label': translate('Looks of the last training step'),
              },
              template: (throttled) => samplesTemplate(samples, regions, throttled),
            },
          ]
        : [],
    onFrame(frame, snapshot) {
      held?.holding.follow(createHeldSnapshot(snapshot), frame.step);
      samples = extractSamples(frame, vocabulary) ?? samples;
      if (frame.step > 0) caption.player.startOnce();
    },
    summary: (snapshot) => `${summarizeCaption(snapshot, regions)} ${describeVerdict(snapshot)}`.trim(),
    disposables: [held?.holding, caption.player],
  });
  return view;
}

/**
 * Returns the caption with the weights that the reader holds.
 * @param {ReturnType<typeof getSharedHeldAlignment>} held
 * @param {CaptionData} snapshot
 * @param {import('../alignment/held-alignment.js').Snapshot} heldSnapshot of the same caption
 * @returns {CaptionData}
 */
function readHeldCaption(held, snapshot, heldSnapshot) {
  const { picture, tokens, outputs, learnedOutputs } = held.apply(heldSnapshot);
  if (!outputs) return snapshot;
  // Answers after the model's own words are not compared with the true words.
  const [words, answers] = held.holding.prefix === 'own' ? [outputs, []] : [tokens.rows, outputs];
  return { ...snapshot, ...picture, words, answers, learnedAnswers: learnedOutputs };
}

/** @param {CaptionData} one @param {CaptionData} other */
const hasSameWords = (one, other) =>
  one.words.join(' ') === other.words.join(' ') && one.truth.every((share, i) => share === other.truth[i]);
