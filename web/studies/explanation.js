/**
 * Does the map explain the answer? Four tests of one row of weights, computed by the core on demand.
 * @module
 */

import { markText, translate } from '../language/translate.js';
import { h } from '../parts/dom.js';
import { formatCount, getErrorMessage } from '../parts/format.js';
import { panelStyles } from '../parts/panel-styles.js';
import { throttle } from '../parts/throttle.js';
import { createRowChoice } from './explanation-choice.js';
import { explanationStyles } from './explanation-styles.js';
import {
  countText,
  createCellTable,
  createOutcome,
  jointVerdictText,
  verdictText,
} from './explanation-text.js';

export const styles = panelStyles + explanationStyles;

/** @import { Explanation, View, ViewOptions } from '../engine/shapes.js' */

/** During training the shown weights are refreshed at this interval. */
const kRefreshMs = 300;

const kNote = markText(
  'Jain and Wallace (2019) found that other weights often give the same answer, and that weights agree little with what happens when an input is left out. Wiegreffe and Pinter (2019) answered that weights which were never learned together with the rest prove little about those that were.',
);

/** The tests in the order of the page; `description` describes each until it has run. */
const kTests = [
  {
    test: 'permute',
    label: markText('Shuffle the weights'),
    description: markText('The change of the answer in random order.'),
  },
  {
    test: 'uniform',
    label: markText('Make them all alike'),
    description: markText('The answer with equal weights.'),
  },
  {
    test: 'leave-out',
    label: markText('Leave each input out'),
    description: markText('The change without each input, beside its weight.'),
  },
  {
    test: 'search',
    label: markText('Search for another map'),
    description: markText('The most different weights with the same answer.'),
  },
];

/**
 * Scrolls a table to its largest weight.
 * @param {Element} scroll
 */
function scrollToLargest(scroll) {
  const cells = Array.from(
    scroll.querySelectorAll('tbody tr:last-child td'),
    (cell) => /** @type {HTMLElement} */ (cell),
  );
  const shares = cells.map((cell) => Number(cell.style.getPropertyValue('--share')));
  const largest = cells[shares.indexOf(Math.max(...shares))];
  if (largest) scroll.scrollLeft = largest.offsetLeft - scroll.clientWidth / 2;
}

/**
 * @param {ViewOptions} options
 * @returns {View}
 */
export function createView(options) {
  const { explain, getAttention, whilePaused, plan } = options.run;
  /** Counts requests, so that stale results are ignored. */
  let requestCount = 0;
  let step = 0;
  const choice = createRowChoice({ of: options, onChoose: reset });
  const mapElement = h('div', { class: 'explain-map' });
  const status = h('p', { class: 'panel-status', role: 'status' });
  const tests = createExplanationTests({
    explain: (test) => explain({ test, ...choice.createRequest() }),
    whilePaused,
    getRowName: choice.getName,
    getRequest: () => requestCount,
    getPlannedSteps: () => plan().plannedSteps,
  });
  const body = h(
    'div',
    { class: 'explain-body' },
    choice.element,
    mapElement,
    status,
    ...tests.nodes,
    h('p', { class: 'panel-note' }, translate(kNote)),
  );
  const element = h(
    'section',
    { class: 'panel explain', 'aria-label': translate('Does the map explain the answer?') },
    h('h2', {}, translate('Does the map explain the answer?')),
    body,
  );
  const refresh = throttle(show, kRefreshMs);

  /** Drops the results, which belong to another row. */
  function reset() {
    requestCount += 1;
    tests.clear();
    mapElement.replaceChildren();
    refresh.call();
  }

  async function show() {
    const request = requestCount;
    if (!element.isConnected) return;
    try {
      const map = await getAttention(choice.getMapRequest());
      if (request !== requestCount) return;
      const values = choice.listRows(map);
      const table = createCellTable(map.columnLabels, [{ name: translate('weight'), values }]);
      const before = mapElement.firstElementChild?.scrollLeft;
      mapElement.replaceChildren(table);
      if (before === undefined) scrollToLargest(table);
      else table.scrollLeft = before;
      status.textContent = '';
    } catch (error) {
      if (request !== requestCount) return;
      mapElement.replaceChildren();
      status.textContent = getErrorMessage(error);
    }
  }

  return {
    element,
    wide: true,
    update(frame) {
      choice.followWatched();
      if (frame.step === step && mapElement.firstChild) return;
      step = frame.step;
      if (element.isConnected) refresh.call();
    },
    repaint: () => undefined,
    summary: () => '',
    dispose() {
      requestCount += 1;
      refresh.cancel();
    },
  };
}

/**
 * What a test needs to run; its result is ignored if `turn` has changed by then.
 * @typedef {object} TestOptions
 * @property {(test: string) => ReturnType<ViewOptions['run']['explain']>} explain
 * @property {ViewOptions['run']['whilePaused']} whilePaused
 * @property {() => string} getRowName that is tested
 * @property {() => number} getRequest
 * @property {() => number} getPlannedSteps steps of the whole training
 */

/** All tests, one by one or together. @param {TestOptions} options */
function createExplanationTests(options) {
  /** What each test found for this row. @type {Map<string, Explanation>} */
  const found = new Map();
  /** Verdicts on this row and on the previous one, for comparison. */
  const [lastVerdict, previousVerdict] = [h('span'), h('span')];
  let testedText = '';
  const jointVerdict = h('p', { class: 'explain-verdict', role: 'status' }, lastVerdict, previousVerdict);
  const tests = kTests.map((test) =>
    createTest(test, options, (one) => {
      found.set(one.test, one);
      if (found.size < kTests.length) return;
      const all = [...found.values()];
      lastVerdict.textContent = jointVerdictText(all);
      testedText = `${options.getRowName()}: ${countText(all)}`;
    }),
  );
  /** Runs all tests at one step. */
  const runAll = () =>
    options.whilePaused(async () => {
      const turn = options.getRequest();
      for (const { run } of tests) if (turn === options.getRequest()) await run();
    });
  const all = { type: 'button', class: 'button primary explain-all', onclick: runAll };
  return {
    nodes: [
      h('button', all, translate('Run all tests')),
      jointVerdict,
      h('ul', { class: 'explain-tests' }, ...tests.map(({ element }) => element)),
    ],
    clear() {
      found.clear();
      if (testedText) previousVerdict.replaceChildren(h('br'), testedText);
      lastVerdict.textContent = testedText = '';
      for (const { clear } of tests) clear();
    },
  };
}

/**
 * A button for one test, and its result.
 * @param {typeof kTests[number]} of
 * @param {TestOptions} options
 * @param {(found: Explanation) => void} onFound
 */
function createTest(
  { test, label, description },
  { explain, whilePaused, getRequest, getPlannedSteps },
  onFound,
) {
  const outcome = h('div', { class: 'explain-outcome', role: 'status' });
  const when = h('span', { class: 'explain-when' });
  const clear = () => {
    when.remove();
    outcome.replaceChildren(h('p', { class: 'explain-description' }, translate(description)));
  };
  clear();

  async function run() {
    const requestId = getRequest();
    outcome.replaceChildren(translate('Computing …'));
    try {
      const found = await whilePaused(() => explain(test));
      if (requestId !== getRequest()) return;
      when.textContent = whenText(found.step, getPlannedSteps());
      head.append(when);
      outcome.replaceChildren(...createOutcome(found), h('strong', {}, verdictText(found)));
      for (const table of outcome.querySelectorAll('.explain-scroll')) scrollToLargest(table);
      onFound(found);
    } catch (error) {
      if (requestId === getRequest()) outcome.replaceChildren(h('p', {}, getErrorMessage(error)));
    }
  }

  const button = h('button', { type: 'button', class: 'button', onclick: run }, translate(label));
  const head = h('div', { class: 'explain-head' }, button);
  return { run, clear, element: h('li', {}, head, outcome) };
}

/**
 * Tells at which step the result was found, because a network in training may answer differently later.
 * @param {number} step
 * @param {number} planned
 */
function whenText(step, planned) {
  const places = { step: formatCount(step), planned: formatCount(planned) };
  return step < planned
    ? translate('After step {step} of {planned}: the training has not ended.', places)
    : translate('after step {step}', places);
}
