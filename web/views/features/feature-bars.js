/**
 * Which features two networks use: the mean weights of a gate with their spread, above the shares that a plain network's
 * first layer gives to the same features. Below, what can be asked of the two: one example, a sweep, a smaller net.
 * @module
 */

import { phrase, say } from '../../language/say.js';
import { h } from '../../parts/dom.js';
import { formatFixed, formatShare } from '../../parts/format.js';
import { createGridCursor } from '../../parts/grid-cursor.js';
import { legendOf, mark, ramp } from '../../parts/legend.js';
import { createNumberTable } from '../../parts/number-table.js';
import { createReel } from '../../parts/reel.js';
import { createStage, prefersStillness } from '../../parts/stage.js';
import { throttle } from '../../parts/throttle.js';
import { paintFeatures } from '../../plots/feature-bars-paint.js';
import { createGlide } from '../../plots/glide.js';
import { themeOf } from '../../plots/theme.js';
import { featureBarsStyles } from './feature-bars-styles.js';
import { featureLines, informativeOf, summariseFeatures, verdictOf } from './feature-bars-text.js';
import { createOneExample } from './one-example.js';

export const styles = featureBarsStyles;

/** @import { View, ViewOptions } from '../../engine/shapes.js' */

const kHint = phrase(
  'Point at a feature, tap it or walk with the arrow keys to read its numbers. The whiskers show that attention is not one fixed set of weights: it differs from example to example.',
);
const kMostLabels = 11;

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const { columnLabels, axes } = options;
  const maps = options.maps.slice(0, 2);
  const names = maps.map(({ label }) => label);
  const features = columnLabels.length;
  /** @type {import('../../engine/shapes.js').Frame | null} */
  let frame = null;
  /** @type {Float32Array | null} */
  let example = null;
  let lastPaint = 0;
  const none = new Float32Array(features);

  const canvas = h('canvas', { class: 'features-canvas', role: 'img' });
  const asides = maps.map(() => h('span'));
  const cursor = createGridCursor({
    label: say('Share of each {thing}', { thing: axes[1] }),
    rowLabels: names,
    columnLabels,
    corner: axes[1],
    mostLabels: kMostLabels,
    asides: { label: '', nodes: asides },
    onPoint: () => {
      writeReadout();
      stage.redraw();
    },
  });
  const readout = h('div', { class: 'readout' }, h('p', { class: 'readout-hint' }, say(kHint)));
  const table = createNumberTable({
    rowLabels: names,
    columnLabels,
    corner: axes[1],
    note: say('the truth in bold'),
  });
  const exampleMark = h('span', { class: 'legend-item' }, mark('example'), say('this example'));
  exampleMark.hidden = true;
  const one = createOneExample({
    of: options,
    onShow: (weights) => {
      example = weights;
      exampleMark.hidden = weights === null;
      writeReadout();
      stage.redraw();
    },
  });
  const legend = legendOf(
    [mark('truth'), say('truth')],
    [say('mean weight'), ...ramp()],
    [mark('whisker'), say('eight of ten examples')],
    ...(maps[1] ? [[mark('rival'), say('share of first-layer weights')]] : []),
  );
  legend.append(exampleMark);
  const sweep = options.studies.sweep(options);
  const prune = options.studies.prune(options);
  const element = h(
    'section',
    { class: 'bars features', 'aria-label': say('Attention over features') },
    h('div', { class: 'features-plate' }, canvas, cursor.element),
    one.element,
    legend,
    table.element,
  );
  element.style.setProperty('--bars-columns', String(features));

  const target = new Float32Array(features * maps.length);
  const glide = createGlide(target.length);
  const stage = createStage(canvas, (context, _width, _height, time) => {
    const numbers = numbersOf();
    const elapsed = Math.min(50, time - lastPaint);
    lastPaint = time;
    if (!numbers) return false;
    const still = prefersStillness();
    if (still) glide.settle(target);
    const moving = !still && glide.advance(target, elapsed);
    const picture = {
      rows: maps.map((_, row) => glide.values.subarray(row * features, (row + 1) * features)),
      low: numbers.low,
      high: numbers.high,
      truth: numbers.truth,
      example,
      pointed: cursor.pointed()?.column ?? null,
    };
    const size = 0.8 * Number.parseFloat(getComputedStyle(canvas).fontSize);
    paintFeatures(
      context,
      maps.map((_, row) => cursor.boxOf(row)),
      picture,
      themeOf(canvas),
      size,
    );
    return moving;
  });
  const reel = /** @type {ReturnType<typeof createReel<import('../../engine/shapes.js').Frame>>} */ (
    createReel({ onShow: present, lossOf: ({ loss }) => loss })
  );
  const figures = throttle(writeFigures, 120);
  const words = throttle(writeWords, 1000);

  function present() {
    frame = reel.wanted();
    const numbers = numbersOf();
    if (!numbers) return;
    target.set(joined(numbers.rows));
    stage.redraw();
    figures.call();
    words.call();
  }

  function numbersOf() {
    const tensors = frame?.tensors ?? {};
    const [own] = maps;
    const rows = maps.map(({ weights }) => tensors[weights]);
    if (!own || !rows[0]) return null;
    return {
      names,
      rows,
      truth: tensors[own.truth] ?? none,
      low: tensors[`${own.weights}.low`] ?? none,
      high: tensors[`${own.weights}.high`] ?? none,
      example,
    };
  }

  function writeFigures() {
    const numbers = numbersOf();
    if (!numbers) return;
    const { accuracy, rivalAccuracy } = frame?.metrics ?? {};
    asides.forEach((aside, row) => {
      const { mass, found } = verdictOf(numbers.rows[row] ?? none, numbers.truth);
      aside.replaceChildren(
        `${say('accuracy')} `,
        h('b', {}, formatShare((row === 0 ? accuracy : rivalAccuracy) ?? Number.NaN)),
        ` · ${say('on the truth')} `,
        h('b', {}, formatFixed(mass, 2)),
        h(
          'span',
          { class: found ? 'features-found' : '' },
          ` ${found ? `✓ ${say('found')}` : say('not found')}`,
        ),
      );
    });
    writeReadout();
  }

  function writeReadout() {
    const cell = cursor.pointed();
    const numbers = numbersOf();
    if (!cell || !numbers) {
      if (!readout.querySelector('.readout-hint'))
        readout.replaceChildren(h('p', { class: 'readout-hint' }, say(kHint)));
      return;
    }
    const isTruth = (numbers.truth[cell.column] ?? 0) > 0;
    readout.replaceChildren(
      h(
        'p',
        { class: 'readout-where' },
        `${axes[1]} ${columnLabels[cell.column]}`,
        isTruth && h('span', { class: 'readout-truth' }, say('the truth')),
      ),
      ...featureLines(numbers, cell.column).map((line) => h('p', {}, line)),
    );
  }

  function writeWords() {
    const numbers = numbersOf();
    if (!numbers) return;
    canvas.setAttribute('aria-label', summariseFeatures(numbers, columnLabels));
    cursor.describe((row, column) => {
      const share = formatShare(numbers.rows[row]?.[column] ?? Number.NaN);
      const truth = (numbers.truth[column] ?? 0) > 0 ? say(', the truth') : '';
      return `${names[row]}, ${columnLabels[column]}: ${share}${truth}`;
    });
    table.write(say('Share of each {thing}', { thing: axes[1] }), {
      weights: joined(numbers.rows),
      truth: joined(maps.map(() => numbers.truth)),
    });
  }

  /** @param {readonly (Float32Array | undefined)[]} rows */
  function joined(rows) {
    const all = new Float32Array(rows.length * features);
    rows.forEach((row, i) => {
      if (row) all.set(row, i * features);
    });
    return all;
  }

  return {
    element,
    readout,
    film: reel.film,
    panels: [
      { name: 'prune', label: say('Prune'), element: prune.element },
      { name: 'compare', label: say('Compare'), element: sweep.element },
    ],
    update(next) {
      const first = frame === null;
      reel.take(next);
      present();
      const numbers = numbersOf();
      if (!numbers) return;
      if (first) {
        glide.settle(target);
        const truth = informativeOf(numbers.truth);
        cursor.thin(truth);
      }
      prune.update(next, numbers.rows[0] ?? none);
    },
    repaint() {
      stage.redraw();
      sweep.repaint();
    },
    summary() {
      const numbers = numbersOf();
      return numbers ? summariseFeatures(numbers, columnLabels) : '';
    },
    dispose() {
      words.cancel();
      figures.cancel();
      stage.dispose();
      sweep.dispose();
      prune.dispose();
    },
  };
}
