/**
 * A printed worksheet of a run: the first page has the task and an empty map to draw in, the second one the learned map. It
 * works in black and white: cells contain numbers, and the truth is framed.
 * @module
 */
import { experiments } from '../index.js';
import { markText, translate } from '../language/translate.js';
import { translateRowLabel } from '../language/translate-schema.js';
import { h } from '../parts/dom.js';
import { formatCount, formatNumber, formatShare, getErrorMessage } from '../parts/format.js';
import { highlightRows } from '../views/alignment/alignment-text.js';
import { createLinkCode, isPublicLink } from './link-code.js';
import {
  chooseRowsForPaper,
  createPaperImage,
  createPaperMap,
  createPaperRegions,
  fitsOnPage,
  selectRows,
} from './worksheet-map.js';
import { worksheetStyles } from './worksheet-styles.js';

/** @import { Scope } from '../engine/scope.js' */
/** @import { Exercise } from './classroom.js' */
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
 * @returns {Promise<void>} settles when the worksheet is shown
 */
export async function openWorksheet({ scope, link, exercise }) {
  const { experiment: name } = scope.configuration;
  const experiment = /** @type {Experiment} */ (experiments().find((one) => one.name === name));
  const { plannedSteps } = scope.manifest;
  const map = await readMap(scope);
  const sheet = openSheet(
    createTaskPage({ experiment, seed: scope.configuration.seed, map, link, exercise }),
  );
  /** @type {(step: number) => string} */
  const formatStep = (step) =>
    translate('step {step} of {planned}', { step: formatCount(step), planned: formatCount(plannedSteps) });

  async function addAnswers() {
    const numbers = formatMetrics(experiment, await scope.evaluate());
    const page = createAnswerPage({
      experiment,
      scope,
      map: await readMap(scope),
      numbers,
      tasks: exercise.tasks,
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
 * @property {HTMLElement | null} empty map to draw in; null where there is nothing to predict
 * @property {HTMLElement | null} filled map with the learned weights and the truth
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
  // With several heads, the one that the score of a drawing is compared with.
  const { weights } = (await scope.score({ ...request, weights: truth })).learned;
  if (axes?.[1] === 'pixel') {
    const legend = whole.picture
      ? translate('Dots show where the model looks; the truth is framed.')
      : translate('Dots show where the model looks; the truth is the picture itself.');
    return { empty: createPaperImage(whole, null), filled: createPaperImage(whole, weights), legend };
  }
  const onPaper = whole.picture ? createPaperRegions : createPaperMap;
  const rows = chooseRowsForPaper(whole, sampleRows);
  const [selected] = selectRows(whole, null, rows);
  const context =
    rows.length < whole.rowLabels.length &&
    h('p', { class: 'sheet-rows' }, ...highlightRows(whole.rowLabels.map(translateRowLabel), rows));
  return {
    empty: h('div', {}, context, onPaper(selected, null)),
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
  ...experiment.metrics.flatMap(({ name, label, better, help }) => {
    const value = metrics[name];
    if (name === 'loss' || value === undefined || !Number.isFinite(value)) return [];
    return [
      [translate(label), better === 'lower' ? formatNumber(value) : formatShare(value), translate(help)],
    ];
  }),
];

/** Lines for a handwritten answer. */
const createLines = () => h('div', { class: 'sheet-lines' });

/**
 * The page for the class. It gives no answers away: neither the tasks of the scene, if it asks a question, nor the settings of
 * a faulty model.
 * @param {object} options
 * @param {Experiment} options.experiment
 * @param {number} options.seed
 * @param {PaperMap} options.map
 * @param {string} options.link
 * @param {Exercise} options.exercise
 */
function createTaskPage({ experiment, seed, map, link, exercise }) {
  const [question, ...choices] = exercise.question;
  const questions = map.empty
    ? kQuestions.map((always) => translate(always))
    : question
      ? []
      : exercise.tasks;
  return h(
    'article',
    { class: 'sheet-page sheet-task' },
    h(
      'header',
      {},
      h('h1', {}, translate(experiment.title)),
      h('p', {}, translate('Name:')),
      h('p', {}, translate('Date:')),
    ),
    h('p', {}, translate(experiment.summary)),
    map.empty && h('h2', {}, translate('The map that I expect')),
    map.empty,
    h('h2', {}, translate('Questions')),
    h(
      'ol',
      {},
      question &&
        h(
          'li',
          {},
          question,
          h('div', { class: 'sheet-choices' }, ...choices.map((choice) => h('span', {}, `☐ ${choice}`))),
        ),
      ...questions.map((text) => h('li', {}, text, createLines())),
    ),
    h(
      'footer',
      {},
      h('div', { class: 'sheet-code' }, createLinkCode(link, translate('Link to this run as a QR code'))),
      h(
        'div',
        {},
        h(
          'p',
          {},
          translate('The same run for everybody: {about}.', { about: translate('seed {seed}', { seed }) }),
        ),
        isPublicLink(link) && h('p', { class: 'sheet-link' }, h('a', { href: link }, link)),
      ),
    ),
  );
}

/**
 * The page with the answers.
 * @param {object} options
 * @param {Experiment} options.experiment
 * @param {Scope} options.scope
 * @param {PaperMap} options.map
 * @param {string[][]} options.numbers
 * @param {readonly string[]} options.tasks
 */
const createAnswerPage = ({ experiment, scope: { configuration, step }, map, numbers, tasks }) =>
  h(
    'article',
    { class: 'sheet-page' },
    h('h1', {}, translate('What the model has learned, after step {step}', { step: formatCount(step) })),
    h('p', {}, `${translate(experiment.title)}: ${describeRun(experiment, configuration)}. ${map.legend}`),
    map.filled,
    h('h2', {}, translate('On examples that it has never seen')),
    h(
      'table',
      { class: 'sheet-numbers' },
      ...numbers.map(([label, value, help]) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, label),
          h('td', {}, value),
          h('td', { class: 'sheet-help' }, help),
        ),
      ),
    ),
    tasks.length > 0 && h('h2', {}, translate('Tasks of the scene')),
    ...tasks.map((task) => h('p', {}, task)),
  );

/** @typedef {{ text: string, label: string, run: (signal: AbortSignal, report: (text: string) => void) => Promise<void> }} Offer */

/** Shows the sheet in place of the page until it is closed. @param {HTMLElement} first page */
function openSheet(first) {
  const status = h('span', { role: 'status' });
  const bar = h(
    'p',
    { class: 'sheet-bar' },
    h('button', { type: 'button', onclick: () => print() }, translate('Print')),
    h('button', { type: 'button', onclick: () => close() }, translate('Back')),
    status,
  );
  const sheet = h(
    'section',
    { class: 'worksheet', 'aria-label': translate('Worksheet'), tabindex: -1 },
    bar,
    first,
  );
  const styles = new CSSStyleSheet();
  styles.replaceSync(worksheetStyles);
  const previouslyFocused = document.activeElement;
  const abortController = new AbortController();

  function close() {
    abortController.abort();
    sheet.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== styles);
    if (previouslyFocused instanceof HTMLElement) previouslyFocused.focus();
  }

  document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles];
  document.body.append(sheet);
  sheet.focus();
  sheet.scrollIntoView();
  window.addEventListener('keydown', (event) => event.key === 'Escape' && close(), {
    signal: abortController.signal,
  });
  // Another address closes the sheet.
  window.addEventListener('hashchange', close, { signal: abortController.signal });
  return {
    /** @param {HTMLElement} page @param {string} text */
    add(page, text) {
      sheet.append(page);
      status.textContent = text;
    },
    /** Adds a button; closing the sheet aborts its action. @param {Offer} offer */
    offer({ text, label, run }) {
      status.textContent = text;
      const button = h('button', { type: 'button', onclick: start }, label);
      async function start() {
        button.disabled = true;
        try {
          await run(abortController.signal, (now) => {
            status.textContent = now;
          });
          button.remove();
          sheet.focus();
        } catch (error) {
          button.disabled = false;
          status.textContent = getErrorMessage(error);
        }
      }
      status.before(button, ' ');
    },
  };
}

/** Request for the map with a truth; of one example, where rows depend on the example. @param {Scope} scope */
function createRequest({ manifest, configuration }) {
  const { probeExample } = configuration.parameters;
  const example = manifest.cellLabels ? 0 : typeof probeExample === 'number' ? probeExample : undefined;
  const { truthMap } = /** @type {{ truthMap?: string }} */ (manifest);
  return { ...(truthMap && { map: truthMap }), ...(example === undefined ? {} : { example }) };
}
