/**
 * One held-out example at a time: what it holds, where the gate looks in it, and what both models answer.
 * @module
 */

import { translate } from '../../language/translate.js';
import { h } from '../../parts/dom.js';
import { formatFixed, formatPercent, formatShare, getErrorMessage } from '../../parts/format.js';
import { findInformative, formatList } from './feature-bars-text.js';

/** How many examples can be stepped through. */
const kMost = 1000;

/** @import { Prediction } from '../../engine/shapes.js' */

/**
 * @param {object} options
 * @param {import('../../engine/shapes.js').ViewOptions} options.of
 * @param {(weights: Float32Array | null) => void} options.onShow
 */
export function createExampleStepper({ of: { predict, maps, columnLabels, manifest }, onShow }) {
  let next = 0;
  let requestCount = 0;
  const status = h('p', { class: 'panel-status', role: 'status' });
  const show = h(
    'button',
    { type: 'button', class: 'button', onclick: () => showNext() },
    translate('Look at one example'),
  );
  const back = h(
    'button',
    { type: 'button', class: 'button', onclick: () => clear() },
    translate('Only the mean'),
  );
  const element = h('div', { class: 'panel-row' }, show, back, status);
  back.hidden = true;

  async function showNext() {
    const [example, turn] = [next, ++requestCount];
    next = (next + 1) % Math.max(1, Math.min(kMost, manifest.heldOut ?? kMost));
    try {
      const answer = await predict({ example });
      if (turn !== requestCount) return;
      show.textContent = translate('Another one');
      back.hidden = false;
      status.textContent = exampleText(answer, example, columnLabels, [
        maps[0]?.label ?? '',
        maps[1]?.label ?? '',
      ]);
      onShow(answer.attention.weights);
    } catch (error) {
      status.textContent = getErrorMessage(error);
    }
  }

  function clear() {
    requestCount++;
    show.textContent = translate('Look at one example');
    back.hidden = true;
    status.textContent = '';
    onShow(null);
  }

  return { element };
}

/**
 * @param {Prediction} answer
 * @param {number} example
 * @param {readonly string[]} labels of the features
 * @param {readonly [string, string]} names of the models
 * @returns {string}
 */
export function exampleText(answer, example, labels, names) {
  const { weights, truth } = answer.attention;
  const features = findInformative(truth ?? []);
  const x = answer.steps.find(({ formula }) => formula === 'x')?.values;
  const values = x ? features.map((f) => `${labels[f]} = ${formatFixed(x[f] ?? 0, 2)}`) : [];
  const mass = features.reduce((sum, f) => sum + (weights[f] ?? 0), 0);
  const target = Number(answer.target);
  /** @param {unknown} p */
  const verdict = (p) =>
    `${formatShare(Number(p))} (${Number(p) > 0.5 === target > 0.5 ? translate('right') : translate('wrong')})`;
  const baseline = answer.baseline === undefined ? '' : `; ${names[1]}: ${verdict(answer.baseline)}`;
  const textValues = {
    name: names[0],
    share: formatPercent(mass),
    verdict: verdict(answer.output),
    baseline,
  };
  const puts =
    features.length === 2
      ? translate(
          '{name} puts {share} of its weight on the two and gives y = 1 a probability of {verdict}{baseline}.',
          textValues,
        )
      : translate(
          '{name} puts {share} of its weight on what matters and gives y = 1 a probability of {verdict}{baseline}.',
          textValues,
        );
  return `${translate('Example {example}: {values}; y is {target}.', { example, values: formatList(values), target })} ${puts}`;
}
