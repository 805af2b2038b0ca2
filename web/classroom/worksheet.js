/**
 * A printed worksheet of a run: the first page has the task and an empty map to draw in, the second one the learned map. It
 * works in black and white: cells contain numbers, and the truth is framed.
 */
import { html, render } from 'lit';
import { experiments } from '../index.js';
import { adoptStyles } from '../instrument/adopt-styles.js';
import { markText, translate } from '../language/translate.js';
import { translateRowLabel } from '../language/translate-schema.js';
import { toElement } from '../parts/dom.js';
import { formatCount, formatNumber, formatShare, getErrorMessage, quoteToken } from '../parts/format.js';
import { highlightRows } from '../views/alignment/alignment-text.js';
import { chooseHoldQuestion, formatHoldQuestion } from './hold-question.js';
import { isPublicLink, qrCodeTemplate } from './qr-code.js';
import {
  chooseWorksheetRows,
  fitsOnPage,
  selectRows,
  worksheetImageTemplate,
  worksheetMapTemplate,
  worksheetRegionsTemplate,
} from './worksheet-map.js';
import { worksheetStyles } from './worksheet-styles.js';

/** @import { Scope } from '../engine/scope.js' */
/** @import { Exercise } from './classroom.js' */
/** @import { HoldQuestion } from './hold-question.js' */
/** @typedef {ReturnType<typeof experiments>[number]} Experiment */

const kQuestions = [
  markText(
    'Before the run: put a cross, or a few with a number each, where you expect each row to look. Why there?',
  ),
  markText('After the run: where does the model look elsewhere than you expected? What may be the reason?'),
  markText('The loss says how well the answers are predicted. Does it also say whether the map is right?'),
];

/**
 * Shows a worksheet in place of the page until it is closed. The answers come from the finished run; if it is not finished,
 * the sheet offers to train it to the last planned step first.
 * @param {object} options
 * @param {Scope} options.scope
 * @param {string} options.link whole address of the run
 * @param {Exercise} options.exercise question and tasks of the page
 * @param {string} options.question 'hold': once the run is finished, the sheet also asks to which position a row must attend
 * @returns {Promise<void>} settles when the worksheet is shown
 */
export async function openWorksheet({ scope, link, exercise, question }) {
  const { experiment: name } = scope.configuration;
  const experiment = /** @type {Experiment} */ (experiments().find((one) => one.name === name));
  const { plannedSteps } = scope.manifest;
  const map = await readMap(scope);
  const task = { experiment, seed: scope.configuration.seed, map, link, exercise };
  const sheet = openSheet(taskPage(task));
  /** @type {(step: number) => string} */
  const formatStep = (step) =>
    translate('step {step} of {planned}', { step: formatCount(step), planned: formatCount(plannedSteps) });

  async function addAnswers() {
    const numbers = formatMetrics(experiment, await scope.evaluate());
    const hold = question === 'hold' ? await findHoldQuestion(scope) : null;
    if (hold) sheet.pages[0] = taskPage({ ...task, hold });
    const page = answerPage({
      experiment,
      scope,
      map: await readMap(scope),
      numbers,
      tasks: exercise.tasks,
      hold,
    });
    sheet.add(page, translate('The first page is for the class, the second one has the answers.'));
  }
  if (scope.step >= plannedSteps) return addAnswers();
  sheet.offer({
    text: translate('The answers come from the finished run. This one is at {step}.', {
      step: formatStep(scope.step),
    }),
    label: translate('Train to the end for the answers'),
    async run(signal, report) {
      const show = () => report(translate('Training: {step}', { step: formatStep(scope.step) }));
      scope.addEventListener('progress', show, { signal });
      show();
      await scope.train({ steps: plannedSteps - scope.step, signal });
      await addAnswers();
    },
  });
}

/**
 * The map that students predict, on paper.
 * @typedef {object} PaperMap
 * @property {unknown} empty map to draw in; null where there is nothing to predict
 * @property {unknown} filled map with the learned weights and the truth
 * @property {string} legend
 */

/** @param {Scope} scope @returns {Promise<PaperMap>} */
async function readMap(scope) {
  const request = createRequest(scope);
  const { tensors, maps } = scope.manifest;
  const { axes } = tensors.find(({ name: tensor }) => tensor === maps[0]?.weights) ?? {};
  const whole = await scope.attention(request);
  const { sampleRows = [], truth } = whole;
  if (sampleRows.length === 0 || !truth) return { empty: null, filled: null, legend: '' };
  // The learned map that a drawing is scored against: of several heads, the one with the most weight on the truth.
  const { weights } = (await scope.score({ ...request, weights: truth })).learned;
  if (axes?.[1] === 'pixel') {
    const legend = whole.picture
      ? translate('Dots show where the model looks; the truth is framed.')
      : translate('Dots show where the model looks; the truth is the picture itself.');
    return {
      empty: worksheetImageTemplate(whole, null),
      filled: worksheetImageTemplate(whole, weights),
      legend,
    };
  }
  const onPaper = whole.picture ? worksheetRegionsTemplate : worksheetMapTemplate;
  const rows = chooseWorksheetRows(whole, sampleRows);
  const [selected] = selectRows(whole, null, rows);
  const context =
    rows.length < whole.rowLabels.length
      ? html`<p class="sheet-rows">${highlightRows(whole.rowLabels.map(translateRowLabel), rows)}</p>`
      : null;
  return {
    empty: html`<div>${context}${onPaper(selected, null)}</div>`,
    filled: fitsOnPage(whole) ? onPaper(whole, weights) : onPaper(...selectRows(whole, weights, rows)),
    legend: translate('The truth is framed.'),
  };
}

/**
 * Describes how to reproduce the run: the seed, and the settings that differ from their defaults.
 * @param {Experiment} experiment
 * @param {Scope['configuration']} configuration
 * @returns {string}
 */
function describeRun({ parameters: all }, { seed, parameters }) {
  const changed = all.filter(
    ({ name, default: defaultValue }) => String(parameters[name]) !== String(defaultValue),
  );
  return [
    translate('seed {seed}', { seed }),
    ...changed.map(({ name, label }) => `${translate(label ?? name)}: ${String(parameters[name])}`),
  ].join(', ');
}

/**
 * Metrics on held-out examples.
 * @param {Experiment} experiment
 * @param {Awaited<ReturnType<Scope['evaluate']>>} evaluation
 * @returns {string[][]} label, value and help of each metric
 */
const formatMetrics = (experiment, { loss, metrics }) => [
  [translate('Loss'), formatNumber(loss), translate('Mean over all of these examples.')],
  ...experiment.metrics.flatMap(({ name, label, isShare, help }) => {
    const value = metrics[name];
    if (name === 'loss' || value === undefined || !Number.isFinite(value)) return [];
    return [[translate(label), isShare ? formatShare(value) : formatNumber(value), translate(help)]];
  }),
];

/** A question with lines for a handwritten answer. @param {string} text */
const openQuestionTemplate = (text) => html`<li>${text}<div class="sheet-lines"></div></li>`;

/** A question with choices. @param {string} question @param {readonly string[]} choices */
const choiceQuestionTemplate = (question, choices) => html`
  <li>${question}<div class="sheet-choices">${choices.map((choice) => html`<span>☐ ${choice}</span>`)}</div></li>
`;

/**
 * The page for the class. It gives no answers away: neither the tasks of the scene, if it asks a question, nor the settings of
 * a faulty model.
 * @param {object} options
 * @param {Experiment} options.experiment
 * @param {number} options.seed
 * @param {PaperMap} options.map
 * @param {string} options.link
 * @param {Exercise} options.exercise
 * @param {HoldQuestion | null} [options.hold]
 */
function taskPage({ experiment, seed, map, link, exercise, hold = null }) {
  const [question, ...choices] = exercise.question;
  const questions = map.empty
    ? kQuestions.map((always) => translate(always))
    : question
      ? []
      : exercise.tasks;
  return html`
    <article class="sheet-page sheet-task">
      <header>
        <h1>${translate(experiment.title)}</h1>
        <p>${translate('Name:')}</p>
        <p>${translate('Date:')}</p>
      </header>
      <p>${translate(experiment.summary)}</p>
      ${map.empty ? html`<h2>${translate('The map that I expect')}</h2>` : null} ${map.empty}
      <h2>${translate('Questions')}</h2>
      <ol>${question && choiceQuestionTemplate(question, choices)} ${hold && openQuestionTemplate(formatHoldQuestion(hold))} ${questions.map(openQuestionTemplate)}</ol>
      <footer>
        <div class="sheet-code">${qrCodeTemplate(link, translate('Link to this run as a QR code'))}</div>
        <div>
          <p>${translate('The same run for everybody: {about}.', { about: translate('seed {seed}', { seed }) })}</p>
          ${isPublicLink(link) ? html`<p class="sheet-link"><a href=${link}>${link}</a></p>` : null}
        </div>
      </footer>
    </article>
  `;
}

/**
 * The page with the answers.
 * @param {object} options
 * @param {Experiment} options.experiment
 * @param {Scope} options.scope
 * @param {PaperMap} options.map
 * @param {string[][]} options.numbers
 * @param {readonly string[]} options.tasks
 * @param {HoldQuestion | null} options.hold
 */
const answerPage = ({ experiment, scope: { configuration, step }, map, numbers, tasks, hold }) => html`
  <article class="sheet-page">
    <h1>${translate('What the model has learned, after step {step}', { step: formatCount(step) })}</h1>
    <p>${translate(experiment.title)}: ${describeRun(experiment, configuration)}. ${map.legend}</p>
    ${map.filled}
    ${hold && html`<p>${formatHoldQuestion(hold)} ${hold.columns.map(quoteToken).join(' ')}</p>`}
    <h2>${translate('On examples that it has never seen')}</h2>
    <table class="sheet-numbers">
      ${numbers.map(
        ([label, value, help]) =>
          html`<tr><th scope="row">${label}</th><td>${value}</td><td class="sheet-help">${help}</td></tr>`,
      )}
    </table>
    ${tasks.length > 0 ? html`<h2>${translate('Tasks of the scene')}</h2>` : null}
    ${tasks.map((task) => html`<p>${task}</p>`)}
  </article>
`;

/** @typedef {{ text: string, label: string, run: (signal: AbortSignal, report: (text: string) => void) => Promise<void> }} Offer */

/** Shows the sheet in place of the page until the reader closes the sheet. @param {unknown} first page */
function openSheet(first) {
  const pages = [first];
  let [status, isRunning] = ['', false];
  /** @type {Offer | null} */
  let offer = null;
  const sheet = toElement(
    html`<section class="worksheet" aria-label=${translate('Worksheet')} tabindex="-1"></section>`,
  );
  /** @param {string} label @param {() => void} act */
  const button = (label, act) =>
    html`<button type="button" ?disabled=${isRunning && act === start} @click=${act}>${label}</button>`;

  function draw() {
    const bar = html`
      <p class="sheet-bar">
        ${button(translate('Print'), () => print())} ${button(translate('Back'), close)} ${offer && button(offer.label, start)}
        <span role="status">${status}</span>
      </p>
    `;
    render([bar, ...pages], sheet);
  }

  /** @param {string} text */
  function setStatus(text) {
    status = text;
    draw();
  }

  async function start() {
    isRunning = true;
    draw();
    try {
      await offer?.run(abortController.signal, setStatus);
      offer = null;
      draw();
      sheet.focus();
    } catch (error) {
      isRunning = false;
      setStatus(getErrorMessage(error));
    }
  }

  const previouslyFocused = document.activeElement;
  const abortController = new AbortController();

  function close() {
    abortController.abort();
    sheet.remove();
    if (previouslyFocused instanceof HTMLElement) previouslyFocused.focus();
  }

  adoptStyles(document, [worksheetStyles], abortController.signal);
  document.body.append(sheet);
  draw();
  sheet.focus();
  sheet.scrollIntoView();
  window.addEventListener('keydown', (event) => event.key === 'Escape' && close(), {
    signal: abortController.signal,
  });
  // Another address closes the sheet.
  window.addEventListener('hashchange', close, { signal: abortController.signal });
  return {
    pages,
    /** @param {unknown} page @param {string} text */
    add(page, text) {
      pages.push(page);
      setStatus(text);
    },
    /** Adds a button; closing the sheet aborts its action. @param {Offer} next */
    offer(next) {
      offer = next;
      setStatus(next.text);
    },
  };
}

/** @param {Scope} scope with a trained model */
async function findHoldQuestion(scope) {
  const { parameters, seed } = scope.configuration;
  const example = Number(parameters['probeExample'] ?? 0);
  return chooseHoldQuestion(await scope.counterfactual({ example }), seed + example);
}

/** Creates the request for the map whose truth is known, for one example if rows depend on the example. @param {Scope} scope */
function createRequest({ manifest, configuration }) {
  const { probeExample } = configuration.parameters;
  const example = manifest.cellLabels ? 0 : typeof probeExample === 'number' ? probeExample : undefined;
  const { truthMap } = /** @type {{ truthMap?: string }} */ (manifest);
  return { ...(truthMap && { map: truthMap }), ...(example === undefined ? {} : { example }) };
}
