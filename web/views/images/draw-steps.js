/**
 * DRAW at work on held-out pictures: what it reads through its window, the remaining error, and the canvas that it writes,
 * step by step. Above them the pictures to choose from, each over its copies.
 * @module
 */

import { translate } from '../../language/translate.js';
import { createDisclosureTable } from '../../parts/disclosure-table.js';
import { h } from '../../parts/dom.js';
import { createFilmHistory } from '../../parts/film-history.js';
import { formatFixed, formatPercent } from '../../parts/format.js';
import { createCustomLegend, createMark, createRamp } from '../../parts/legend.js';
import { getModelNames } from '../../parts/model-names.js';
import { prefersReducedMotion } from '../../parts/stage.js';
import { throttle } from '../../parts/throttle.js';
import { getDivergingColor } from '../../plots/palette.js';
import { getPart, kPixels } from './draw-image.js';
import { createStepTable, DrawPlayer } from './draw-player.js';
import { drawStyles } from './draw-styles.js';
import { compareInk, readGrids, readPictureLabels } from './draw-text.js';
import { createImageRow } from './image-row.js';

export const styles = drawStyles;

/** @import { Frame, View, ViewOptions } from '../../engine/shapes.js' */
/** @import { Drawing } from './draw-text.js' */

/** Numbers of a window. */
const kWindow = 5;

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  return new DrawSteps(options);
}

/** @implements {View} */
class DrawSteps {
  #names;
  #labels;
  #steps;
  #grids;
  #baseline;
  /** @type {Frame | null} */
  #frame = null;
  #watched;
  #playedAt = 0;
  /** Whether the steps are not played by themselves, because the reader stopped them, chose one, or prefers no motion. */
  #isStopped = prefersReducedMotion();
  #chooser;
  #player;
  #table = createDisclosureTable(translate('Steps as a table'));
  #reel = /** @type {ReturnType<typeof createFilmHistory<Frame>>} */ (
    createFilmHistory({ onShow: () => this.#showFrame(), getLoss: ({ loss }) => loss })
  );
  #draw = throttle(() => this.#show(), 100);
  #words = throttle(() => this.#write(), 1000);

  readout;
  film;

  /** @param {ViewOptions} options */
  constructor(options) {
    const { rowLabels, parameters, change, manifest } = options;
    this.#names = getModelNames(options);
    this.#labels = readPictureLabels(manifest.details);
    this.#steps = rowLabels.length;
    this.#grids = readGrids(parameters());
    this.#baseline = parameters()['baseline'] !== 'none';
    this.#watched = Number(parameters()['probeExample'] ?? 0);
    this.#chooser = createImageRow({
      label: translate('Held-out picture'),
      count: this.#labels.length,
      onChoose: (index) => {
        this.#watched = index;
        this.#showFrame();
        change('probeExample', index);
      },
    });
    this.#chooser.choose(this.#watched);
    this.#player = new DrawPlayer({
      steps: this.#steps,
      grids: this.#grids,
      onControl: () => {
        this.#isStopped = true;
      },
      // While the network learns, there is something new to play.
      canRepeat: () => !this.#isStopped && this.#hasNewStep(),
    });
    const above = this.#baseline
      ? translate('picture, its copy, and the copy by the network {baseline}', {
          baseline: this.#names[1] ?? '',
        })
      : translate('picture and its copy');
    this.element = h(
      'section',
      {
        class: 'bars draw',
        'data-baseline': this.#baseline,
        'aria-label': translate('Copying step by step'),
      },
      h('div', { class: 'draw-choose' }, h('span', { class: 'draw-label' }, above), this.#chooser.element),
      this.#player.element,
      createLegend(),
      this.#table.element,
    );
    this.readout = this.#player.readout;
    this.film = this.#reel.film;
  }

  /** Whether the network has been trained since the last call that returned true. */
  #hasNewStep() {
    const step = this.#frame?.step ?? 0;
    if (step === this.#playedAt) return false;
    this.#playedAt = step;
    return true;
  }

  #showFrame() {
    this.#frame = this.#reel.getFrame();
    this.#draw.call();
    this.#words.call();
  }

  /** @returns {Drawing | null} of the watched picture */
  #readDrawing() {
    const { pictures, blank, canvases, readWindows, writeWindows, divergences } = this.#frame?.tensors ?? {};
    if (!pictures || !blank || !canvases || !readWindows || !writeWindows || !divergences) return null;
    const [watched, steps] = [this.#watched, this.#steps];
    return {
      picture: getPart(pictures, watched),
      blank,
      canvases: getPart(canvases, watched, steps * kPixels),
      readWindows: getPart(readWindows, watched, steps * kWindow),
      writeWindows: getPart(writeWindows, watched, steps * kWindow),
      divergences: getPart(divergences, watched, steps),
    };
  }

  /** @param {number} index @returns {number[][]} picture, copy, and the copy of the baseline if there is one */
  #collectImages(index) {
    const { pictures = [], canvases = [], baselineCopies = [] } = this.#frame?.tensors ?? {};
    const last = (index + 1) * this.#steps - 1;
    const baseline = this.#baseline ? [getPart(baselineCopies, index)] : [];
    return [getPart(pictures, index), getPart(canvases, last), ...baseline];
  }

  #show() {
    const drawing = this.#readDrawing();
    if (!drawing) return;
    this.#player.show(drawing);
    this.#labels.forEach((label, index) => {
      const description = translate('picture {n}: {label}', { n: index + 1, label });
      this.#chooser.show(index, this.#collectImages(index).flat(), { note: label, label: description });
    });
  }

  #write() {
    const drawing = this.#readDrawing();
    if (!drawing) return;
    const caption = translate('Picture {n}: windows in pixels, counted from 1; N filters along a side', {
      n: this.#watched + 1,
    });
    this.#table.write(() => createStepTable(drawing, this.#grids, caption));
  }

  /** @param {Frame} next */
  update(next) {
    this.#reel.record(next);
    this.#showFrame();
    if (!this.#isStopped && !this.#player.playing && this.#hasNewStep()) this.#player.start();
  }

  repaint() {
    this.#player.repaint();
    this.#chooser.repaint();
  }

  summary() {
    if (!this.#readDrawing()) return '';
    const [picture = [], ...copies] = this.#collectImages(this.#watched);
    const sentences = copies.map((copy, i) => {
      const { copiedShare, beside } = compareInk(picture, copy);
      return translate(
        '{name} copies {share} of the ink of picture {n}, with {beside} pixels of ink beside it.',
        {
          name: this.#names[i] ?? '',
          share: formatPercent(copiedShare),
          n: this.#watched + 1,
          beside: formatFixed(beside, 1),
        },
      );
    });
    return [...sentences, this.#player.summary()].join(' ');
  }

  dispose() {
    this.#draw.cancel();
    this.#words.cancel();
    this.#player.dispose();
    this.#chooser.dispose();
  }
}

function createLegend() {
  /** @param {number} ink */
  const shade = (ink) => `color-mix(in srgb, var(--attento-ink) ${100 * ink}%, var(--attento-paper))`;
  return createCustomLegend(
    [createMark('look'), translate('read window')],
    [createMark('stroke'), translate('write window; the more a line is blurred, the larger σ is')],
    [translate('ink'), ...createRamp(shade)],
    [
      translate('error'),
      h('span', {}, '−1'),
      ...createRamp((error) => `rgb(${getDivergingColor(error)})`).slice(1),
    ],
  );
}
