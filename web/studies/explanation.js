/** Four tests of whether a row of weights explains the answer, computed by the core on demand. */

import { html } from 'lit';
import { markText, translate } from '../language/translate.js';
import { buttonTemplate } from '../parts/button.js';
import { formatCount, getErrorMessage } from '../parts/format.js';
import { panelStyles } from '../parts/panel-styles.js';
import { explanationTestStyles } from './explanation-styles.js';
import {
  cellTableTemplate,
  describeImportanceCount,
  describeJointVerdict,
  describeVerdict,
  outcomeTemplate,
} from './explanation-text.js';
import { createRowStudy } from './row-study.js';

export const styles = panelStyles + explanationTestStyles;

/** @import { Explanation } from '../engine/shapes.js' */
/** @import { View, ViewOptions } from '../engine/view-types.js' */
/**
 * The result of a test, or the text that is shown while it runs or after an error.
 * @typedef {{ explanation?: Explanation | undefined, text?: unknown }} Outcome
 */

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
    description: markText('The change when one input is left out, beside its weight.'),
  },
  {
    test: 'search',
    label: markText('Search for another map'),
    description: markText('The most different weights with the same answer.'),
  },
];

/**
 * Scrolls a table as far as its largest weight needs, so that the first columns stay visible if possible.
 * @param {Element} scroll
 */
function scrollToLargest(scroll) {
  const cells = Array.from(
    scroll.querySelectorAll('tbody tr:last-child td'),
    (cell) => /** @type {HTMLElement} */ (cell),
  );
  const shares = cells.map((cell) => Number(cell.style.getPropertyValue('--share')));
  const largest = cells[shares.indexOf(Math.max(...shares))];
  if (largest) scroll.scrollLeft = largest.offsetLeft + largest.offsetWidth - scroll.clientWidth;
}

/** @param {ViewOptions} options @returns {View} */
export function createView(options) {
  const { run } = options;
  /** The outcome of each test of the chosen row. @type {Map<string, Outcome>} */
  const outcomes = new Map();
  /** The verdicts on the chosen row and on the row before, for comparison. */
  let [testedText, previousText] = ['', ''];

  const study = createRowStudy(options, {
    title: translate('Does the map explain the answer?'),
    className: 'panel explain',
    refreshMs: 300,
    ask: ({ columnLabels }, values) =>
      cellTableTemplate(columnLabels, [{ name: translate('weight'), values }]),
    // The results belong to another row.
    onChoose(chosen) {
      outcomes.clear();
      previousText = testedText || previousText;
      testedText = '';
      chosen.answer = null;
    },
    onFirstAnswer: () => scroll('.explain-map'),
    template({ choice, answer, status }) {
      const all = listFound(outcomes);
      return html`
        <div class="explain-body">
          ${choice.template()}
          <div class="explain-map">${answer}</div>
          <p class="panel-status" role="status">${status}</p>
          <button type="button" class="button primary explain-all" @click=${runAll}>${translate('Run all tests')}</button>
          <p class="explain-verdict" role="status">
            <span>${all && describeJointVerdict(all)}</span><span>${previousText && html`<br />${previousText}`}</span>
          </p>
          <ul class="explain-tests">${kTests.map((one) => testTemplate(one, outcomes.get(one.test), run.plan().plannedSteps, () => runTest(one.test)))}</ul>
          <p class="panel-note">${translate(kNote)}</p>
        </div>
      `;
    },
  });

  /** Scrolls the tables of a part to their largest weights. @param {string} selector */
  function scroll(selector) {
    for (const table of study.view.element.querySelectorAll(`${selector} .explain-scroll`))
      scrollToLargest(table);
  }

  /** Runs all tests at the same training step. */
  function runAll() {
    return run.whilePaused(async () => {
      const { isChosen } = study;
      for (const { test } of kTests) if (isChosen()) await runTest(test);
    });
  }

  /** @param {string} test */
  async function runTest(test) {
    const { isChosen, choice } = study;
    const { explanation } = outcomes.get(test) ?? {};
    /** @param {Outcome} outcome */
    const show = (outcome) => {
      if (!isChosen()) return;
      outcomes.set(test, outcome);
      const all = listFound(outcomes);
      if (all) testedText = `${choice.getName()}: ${describeImportanceCount(all)}`;
      study.view.draw();
    };
    show({ explanation, text: translate('Computing …') });
    try {
      show({ explanation: await run.whilePaused(() => run.explain({ test, ...choice.createRequest() })) });
      scroll(`li:nth-child(${kTests.findIndex((one) => one.test === test) + 1})`);
    } catch (error) {
      show({ explanation, text: html`<p>${getErrorMessage(error)}</p>` });
    }
  }

  return study.view;
}

/** Lists the results of the tests; null until all have run. @param {ReadonlyMap<string, Outcome>} outcomes */
function listFound(outcomes) {
  const all = kTests.flatMap(({ test }) => outcomes.get(test)?.explanation ?? []);
  return all.length < kTests.length ? null : all;
}

/** A button for one test, and its result. @param {typeof kTests[number]} test @param {Outcome | undefined} outcome @param {number} planned steps @param {() => void} onRun */
function testTemplate({ label, description }, outcome, planned, onRun) {
  const {
    explanation,
    text = explanation &&
      html`${outcomeTemplate(explanation)}<strong>${describeVerdict(explanation)}</strong>`,
  } = outcome ?? {};
  return html`
    <li>
      <div class="explain-head">
        ${buttonTemplate(translate(label), onRun)}
        ${explanation && html`<span class="explain-when">${describeStep(explanation.step, planned)}</span>`}
      </div>
      <div class="explain-outcome" role="status">${text ?? html`<p class="explain-description">${translate(description)}</p>`}</div>
    </li>
  `;
}

/**
 * Tells at which step the result was found, because a network in training may answer differently later.
 * @param {number} step
 * @param {number} planned
 */
function describeStep(step, planned) {
  const places = { step: formatCount(step), planned: formatCount(planned) };
  return step < planned
    ? translate('After step {step} of {planned}: the training has not ended.', places)
    : translate('after step {step}', places);
}
