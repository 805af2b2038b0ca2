/**
 * Which features two networks use: the mean weights of a gate with their spread, above the shares that a plain network's
 * first layer gives to the same features. Below: one example, a sweep, and pruning.
 * @module
 */

import { markText, translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { createFilmHistory } from '../../parts/film-history.js';
import { createCustomLegend, createMark, createRamp } from '../../parts/legend.js';
import { createNumberTable } from '../../parts/number-table.js';
import { throttle } from '../../parts/throttle.js';
import { concatenateRows, createPlate } from '../../views/features/feature-bars-plate.js';
import { featureBarsStyles } from '../../views/features/feature-bars-styles.js';
import { describeFeature, summarizeFeatures } from '../../views/features/feature-bars-text.js';
import { createExampleStepper } from '../../views/features/one-example.js';
import { createPrunePanel } from './prune-panel.js';

export const styles = featureBarsStyles;

/** @import { Frame, View, ViewOptions } from '../../engine/shapes.js' */
/** @import { FeatureNumbers } from '../../views/features/feature-bars-plate.js' */

const kHint = markText(
  'Point at a feature, tap it or walk with the arrow keys to read its numbers. The whiskers show that attention is not one fixed set of weights: it differs from example to example.',
);

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const maps = options.maps.slice(0, 2);
  const names = maps.map(({ label }) => label);
  /** @type {Frame | null} */
  let frame = null;
  /** @type {Float32Array | null} */
  let example = null;
  const plate = createPlate({ of: options, names, onPoint: () => texts.point() });
  const texts = createTextUpdater(options, names, plate);
  const exampleMark = h('span', { class: 'legend-item' }, createMark('example'), translate('this example'));
  exampleMark.hidden = true;
  const one = createExampleStepper({
    of: options,
    onShow: (weights) => {
      example = weights;
      exampleMark.hidden = weights === null;
      show();
      texts.point();
    },
  });
  const sweep = options.run.studies.sweep(options);
  const prune = createPrunePanel(options);
  const element = h(
    'section',
    { class: 'bars features', 'aria-label': translate('Attention over features') },
    plate.element,
    one.element,
    createLegend(maps.length > 1, exampleMark),
    texts.table,
  );
  element.style.setProperty('--bars-columns', String(options.columnLabels.length));

  const reel = /** @type {ReturnType<typeof createFilmHistory<Frame>>} */ (
    createFilmHistory({ onShow: present, getLoss: ({ loss }) => loss })
  );

  function present() {
    frame = reel.getFrame();
    show();
  }

  function show() {
    const numbers = readFeatureNumbers(frame, maps, example);
    if (!numbers) return;
    plate.show(numbers);
    texts.update(numbers, frame?.metrics ?? {});
  }

  return {
    element,
    readout: texts.readout,
    film: reel.film,
    panels: [
      { name: 'prune', label: translate('Prune'), element: prune.element },
      { name: 'compare', label: translate('Compare'), element: sweep.element },
    ],
    update(next) {
      reel.record(next);
      present();
      const own = maps[0] && frame?.tensors[maps[0].weights];
      if (own) prune.update(next, own);
    },
    repaint() {
      plate.redraw();
      sweep.repaint();
    },
    summary: texts.summary,
    dispose() {
      texts.dispose();
      plate.dispose();
      sweep.dispose();
      prune.dispose();
    },
  };
}

/** @param {Frame | null} frame @param {ViewOptions['maps']} maps one per model @param {Float32Array | null} example weights of one example @returns {FeatureNumbers | null} */
function readFeatureNumbers(frame, maps, example) {
  const tensors = frame?.tensors ?? {};
  const [own] = maps;
  const rows = maps.map(({ weights }) => tensors[weights]);
  if (!own || !rows[0]) return null;
  const none = new Float32Array(rows[0].length);
  return {
    names: maps.map(({ label }) => label),
    rows,
    truth: tensors[own.truth] ?? none,
    low: tensors[`${own.weights}.low`] ?? none,
    high: tensors[`${own.weights}.high`] ?? none,
    example,
  };
}

/** @param {boolean} baseline whether there is a baseline @param {HTMLElement} exampleMark */
function createLegend(baseline, exampleMark) {
  const legend = createCustomLegend(
    [createMark('truth'), translate('truth')],
    [translate('mean weight'), ...createRamp()],
    [createMark('whisker'), translate('eight of ten examples')],
    ...(baseline ? [[createMark('baseline'), translate('share of first-layer weights')]] : []),
  );
  legend.append(exampleMark);
  return legend;
}

/**
 * Shows the features in numbers and words: readout, verdicts, table, and texts for screen readers.
 * @param {ViewOptions} options
 * @param {readonly string[]} names of the models
 * @param {ReturnType<typeof createPlate>} plate
 */
function createTextUpdater({ columnLabels, axes }, names, plate) {
  const features = columnLabels.length;
  /** @type {FeatureNumbers | null} */
  let numbers = null;
  /** @type {Frame['metrics']} */
  let metrics = {};
  const readout = createReadout({ axes, columnLabels });
  const table = createNumberTable({
    rowLabels: names,
    columnLabels,
    corner: axes[1],
    note: translate('the truth in bold'),
  });
  const showNumbers = throttle(() => {
    if (numbers) plate.showVerdicts(numbers, [metrics.accuracy, metrics.baselineAccuracy]);
    point();
  }, 120);
  const showTexts = throttle(() => {
    if (!numbers) return;
    const { rows, truth } = numbers;
    const truths = rows.map(() => truth);
    plate.describe(summary(), numbers);
    table.write(translate('Share of each {thing}', { thing: axes[1] }), {
      weights: concatenateRows(rows, features),
      truth: concatenateRows(truths, features),
    });
  }, 1000);

  function point() {
    readout.show(plate.pointed()?.column ?? null, numbers);
  }

  function summary() {
    return numbers ? summarizeFeatures(numbers, columnLabels) : '';
  }

  return {
    readout: readout.element,
    table: table.element,
    /** @param {FeatureNumbers} next @param {Frame['metrics']} measured */
    update(next, measured) {
      numbers = next;
      metrics = measured;
      showNumbers.call();
      showTexts.call();
    },
    point,
    summary,
    dispose() {
      showTexts.cancel();
      showNumbers.cancel();
    },
  };
}

/** The numbers of the feature that is pointed at. @param {Pick<ViewOptions, 'axes' | 'columnLabels'>} of */
function createReadout({ axes, columnLabels }) {
  const hint = h('p', { class: 'readout-hint' }, translate(kHint));
  const element = h('div', { class: 'readout' }, hint);
  return {
    element,
    /** @param {number | null} feature @param {FeatureNumbers | null} numbers */
    show(feature, numbers) {
      if (feature === null || !numbers) {
        if (!hint.parentNode) element.replaceChildren(hint);
        return;
      }
      const isTruth = (numbers.truth[feature] ?? 0) > 0;
      element.replaceChildren(
        h(
          'p',
          { class: 'readout-where' },
          `${axes[1]} ${columnLabels[feature]}`,
          isTruth && h('span', { class: 'readout-truth' }, translate('the truth')),
        ),
        ...describeFeature(numbers, feature).map((line) => h('p', {}, line)),
      );
    },
  };
}
