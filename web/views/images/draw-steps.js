/**
 * Shows step by step how DRAW copies a held-out picture: what it reads through its window, the remaining error, and the canvas
 * that it writes. Above are the pictures to choose from, each over its copies.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { createGroupName } from '../../parts/choices.js';
import { disclosureTable } from '../../parts/disclosure-table.js';
import { holdingTemplate } from '../../parts/holding-panel.js';
import {
  createLegendRamp,
  kDivergingGradient,
  legendMarkTemplate,
  legendTemplate,
} from '../../parts/legend.js';
import { createMapView } from '../../parts/map-view.js';
import { getModelNames } from '../../parts/model-names.js';
import { getWatchedExample } from '../../parts/watched-example.js';
import { extractDrawing, readGrids, readPictureLabels } from './draw-data.js';
import { getImage } from './draw-image.js';
import { createDrawPlayer } from './draw-player.js';
import { drawStyles } from './draw-styles.js';
import { createStepTable, describeCopies } from './draw-text.js';
import { createHeldDrawing } from './held-drawing.js';
import { heldOutRowTemplate } from './image-row.js';

export const styles = drawStyles;
export { createPaintedMap as createBoard } from './painted-map.js';

/** @import { Frame, View, ViewOptions } from '../../engine/view-types.js' */
/** @import { Drawing } from './draw-data.js' */

/** @param {ViewOptions} options @returns {View} */
export function createView(options) {
  const { rowLabels, parameters, change, manifest } = options;
  const names = getModelNames(options);
  const pictures = readPictureLabels(manifest.details);
  const steps = rowLabels.length;
  const grids = readGrids(parameters());
  const hasBaseline = parameters()['baseline'] !== 'none';
  const chooserText = hasBaseline
    ? translate('picture, its copy, and the copy by the network {baseline}', { baseline: names[1] ?? '' })
    : translate('picture and its copy');
  const group = createGroupName();
  let watched = getWatchedExample(options);
  /** @param {Frame | null} frame */
  const readLearned = (frame) => frame && extractDrawing(frame, watched, steps);
  const draw = () => view.draw();
  const held = createHeldDrawing(options, { getExample: () => watched, read: readLearned, draw });
  const { holding } = held;
  const steppedDrawing = createDrawPlayer({
    steps,
    grids,
    draw,
    holding,
    // Playing repeats if the network has learned meanwhile.
    atEnd: () => (steppedDrawing.player.isAutomatic && hasNewStep() ? 'repeat' : 'stop'),
  });
  const hasNewStep = watchSteps(() => view.film?.step() ?? 0);
  /** The drawing with the held windows. @param {Frame | null} frame */
  const read = (frame) => held.apply(frame, readLearned(frame));
  /** A picture and its copies. @param {Frame} frame @param {number} index @param {Drawing | null} drawing the watched picture with the held windows */
  const collect = (frame, index, drawing) =>
    collectImages(frame, index, { steps, hasBaseline, held: index === watched ? drawing : null });

  /** @param {number} index */
  function choose(index) {
    watched = index;
    holding.releaseAll();
    change('probeExample', index);
  }

  const view = createMapView({
    attributes: {
      class: 'bars draw',
      ...(hasBaseline && { 'data-baseline': '' }),
      'aria-label': translate('Copying step by step'),
    },
    frameIntervalMs: 100,
    extract: (frame) => (frame.tensors['canvases'] ? frame : null),
    template(frame) {
      const drawing = read(frame);
      const getValues = frame && ((/** @type {number} */ index) => collect(frame, index, drawing).flat());
      return html`
        <div class="draw-choose">
          <span class="draw-label">${chooserText}</span>
          ${heldOutRowTemplate({ label: translate('Test picture'), group, pictures, chosen: watched, isHeld: holding.isActive, getValues, onChoose: choose })}
        </div>
        ${steppedDrawing.template(drawing)} ${drawLegend()}
        ${disclosureTable(translate('Steps as a table'), drawing && (() => createStepTable(drawing, grids, formatCaption(watched))))}
      `;
    },
    readout: (frame) => [
      holdingTemplate(holding, held.copiesTemplate()),
      steppedDrawing.readout(read(frame)),
    ],
    holding,
    onFrame() {
      const { player } = steppedDrawing;
      if (player.isAutomatic && !player.isPlaying && hasNewStep()) player.start();
    },
    summary(frame) {
      const drawing = read(frame);
      const copies = describeCopies(collect(frame, watched, drawing), names, watched);
      return [...copies, drawing && steppedDrawing.summary(drawing)].join(' ');
    },
    disposables: [steppedDrawing.player],
  });
  return view;
}

/** @param {number} index of the picture */
const formatCaption = (index) =>
  translate('Picture {n}: windows in pixels, counted from 1; N filters along a side', { n: index + 1 });

/** Tells whether the network has been trained since the last call that returned true. @param {() => number} getStep */
function watchSteps(getStep) {
  let seen = 0;
  return () => {
    const step = getStep();
    if (step === seen) return false;
    seen = step;
    return true;
  };
}

/**
 * @param {Frame} frame
 * @param {number} index
 * @param {{ steps: number, hasBaseline: boolean, held: Drawing | null }} options `held`: the picture with the held windows
 * @returns {number[][]} a picture and its copies
 */
function collectImages({ tensors }, index, { steps, hasBaseline, held }) {
  const { pictures = [], canvases = [], baselineCopies = [] } = tensors;
  const copy = held ? getImage(held.canvases, steps - 1) : getImage(canvases, (index + 1) * steps - 1);
  return [getImage(pictures, index), copy, ...(hasBaseline ? [getImage(baselineCopies, index)] : [])];
}

function drawLegend() {
  return legendTemplate(
    [legendMarkTemplate('look'), translate('read window')],
    [legendMarkTemplate('stroke'), translate('write window; the more a line is blurred, the larger σ is')],
    [
      translate('ink'),
      ...createLegendRamp('linear-gradient(to right, var(--attento-paper), var(--attento-ink))'),
    ],
    [translate('error'), html`<span>−1</span>`, ...createLegendRamp(kDivergingGradient).slice(1)],
  );
}
