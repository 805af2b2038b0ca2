/**
 * A worksheet of a run, for paper: on the first page the task and an empty map to draw in, on the second one what the model
 * has learned. Black and white are enough: numbers stand in the cells, the truth is framed.
 * @module
 */
import { experiments } from '../index.js';
import { phrase, say } from '../language/say.js';
import { h } from '../parts/dom.js';
import { formatCount, formatNumber, formatShare } from '../parts/format.js';
import { qrPicture } from '../share/qr.js';
import { mapOnPaper, partForPaper, pictureOnPaper, regionsOnPaper } from './worksheet-map.js';
import { worksheetStyles } from './worksheet-styles.js';

/** @import { Scope } from '../engine/scope.js' */
/** @typedef {ReturnType<typeof experiments>[number]} Experiment */

const kQuestions = [
  phrase(
    'Before the run: put a cross, or a few with a number each, where you expect each row to look. Why there?',
  ),
  phrase('After the run: where does the model look elsewhere than you expected? What may be the reason?'),
  phrase('The loss says how well the answers are predicted. Does it also say whether the map is right?'),
];

/**
 * Takes the page over with a worksheet until it is closed.
 * @param {object} options
 * @param {Scope} options.scope
 * @param {string} options.link whole address of the run
 * @param {readonly string[]} options.asked what the page asks about it: a question, and its choices
 * @returns {Promise<void>} settled when it stands
 */
export async function openWorksheet({ scope, link, asked }) {
  const { experiment: name } = scope.configuration;
  const experiment = experiments().find((one) => one.name === name);
  if (!experiment) throw new Error(say('There is no experiment {name}.', { name }));
  const request = requestOf(scope);
  const { tensors, maps } = scope.manifest;
  const { axes } = tensors.find(({ name: tensor }) => tensor === maps[0]?.weights) ?? {};
  const whole = await scope.attention(request);
  const onPaper = axes?.[1] === 'pixel' ? pictureOnPaper : whole.picture ? regionsOnPaper : mapOnPaper;
  // Of several heads the one that the score of a drawing is compared with.
  const learned = whole.truth ? (await scope.score({ ...request, weights: whole.truth })).learned : whole;
  const part = onPaper === mapOnPaper ? partForPaper(whole, learned.weights) : null;
  const { map, weights, said } = part ?? { map: whole, weights: learned.weights, said: '' };
  const about = aboutText(experiment, scope.configuration);
  const task = taskPage({ experiment, about, said, map: onPaper(map, null), link, asked });
  if (scope.step === 0)
    return openSheet(
      say('Open the worksheet again after the run: then a second page has the answers.'),
      task,
    );
  const numbers = numbersOf(experiment, await scope.evaluate());
  openSheet(
    say('The first page is for the class, the second one has the answers.'),
    task,
    answerPage({ experiment, about, said, map: onPaper(map, weights), step: scope.step, numbers }),
  );
}

/**
 * What makes the run the same for everybody: the seed, and the settings that are not the usual ones.
 * @param {Experiment} experiment
 * @param {Scope['configuration']} configuration
 * @returns {string}
 */
function aboutText({ parameters: all }, { seed, parameters }) {
  const changed = all.filter(({ name, default: usual }) => String(parameters[name]) !== String(usual));
  return [
    say('seed {seed}', { seed }),
    ...changed.map(({ name, label }) => `${say(label ?? name)}: ${String(parameters[name])}`),
  ].join(', ');
}

/**
 * What is measured on held-out examples.
 * @param {Experiment} experiment
 * @param {Awaited<ReturnType<Scope['evaluate']>>} evaluation
 * @returns {string[][]} label, value and help of each
 */
const numbersOf = (experiment, { loss, metrics }) => [
  [say('Loss'), formatNumber(loss), say('Mean over all of these examples.')],
  ...experiment.metrics.flatMap(({ name, label, better, help }) => {
    const value = metrics[name];
    if (name === 'loss' || value === undefined || !Number.isFinite(value)) return [];
    return [[say(label), better === 'lower' ? formatNumber(value) : formatShare(value), say(help)]];
  }),
];

/**
 * The page for the class.
 * @param {object} options
 * @param {Experiment} options.experiment
 * @param {string} options.about the run
 * @param {string} options.said which part of the map it is
 * @param {HTMLElement} options.map empty
 * @param {string} options.link
 * @param {readonly string[]} options.asked
 */
const taskPage = ({ experiment, about, said, map, link, asked: [question, ...choices] }) =>
  h(
    'article',
    { class: 'sheet-page' },
    h('header', {}, h('h1', {}, say(experiment.title)), h('p', {}, say('Name:')), h('p', {}, say('Date:'))),
    h('p', {}, say(experiment.summary)),
    h('h2', {}, say('The map that I expect')),
    said && h('p', {}, said),
    map,
    h('h2', {}, say('Questions')),
    h(
      'ol',
      {},
      question &&
        h(
          'li',
          {},
          question,
          choices.length > 0 &&
            h('div', { class: 'sheet-choices' }, ...choices.map((choice) => h('span', {}, `☐ ${choice}`))),
        ),
      ...kQuestions.map((always) => h('li', {}, say(always))),
    ),
    h(
      'footer',
      {},
      qrPicture(link, say('Link to this run as a QR code')),
      h(
        'div',
        {},
        h('p', {}, say('The same run for everybody: {about}.', { about })),
        h('p', { class: 'sheet-link' }, h('a', { href: link }, link)),
      ),
    ),
  );

/**
 * The page with the answers.
 * @param {object} options
 * @param {Experiment} options.experiment
 * @param {string} options.about the run
 * @param {string} options.said which part of the map it is
 * @param {HTMLElement} options.map filled in
 * @param {number} options.step
 * @param {string[][]} options.numbers
 */
const answerPage = ({ experiment, about, said, map, step, numbers }) =>
  h(
    'article',
    { class: 'sheet-page' },
    h('h1', {}, say('What the model has learned, after step {step}', { step: formatCount(step) })),
    h('p', {}, `${say(experiment.title)}: ${about}. ${said} ${say('Framed is the truth.')}`),
    map,
    h('h2', {}, say('On examples that it has never seen')),
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
  );

/** Takes the page over until the sheet is closed. @param {string} told @param {readonly HTMLElement[]} pages */
function openSheet(told, ...pages) {
  const sheet = h(
    'section',
    { class: 'worksheet', 'aria-label': say('Worksheet'), tabindex: -1 },
    h(
      'p',
      { class: 'sheet-bar' },
      h('button', { type: 'button', onclick: () => print() }, say('Print')),
      h('button', { type: 'button', onclick: () => close() }, say('Back')),
      h('span', {}, told),
    ),
    ...pages,
  );
  const styles = new CSSStyleSheet();
  styles.replaceSync(worksheetStyles);
  const before = document.activeElement;
  const life = new AbortController();

  function close() {
    life.abort();
    sheet.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== styles);
    if (before instanceof HTMLElement) before.focus();
  }

  document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles];
  document.body.append(sheet);
  sheet.focus();
  sheet.scrollIntoView();
  window.addEventListener('keydown', (event) => event.key === 'Escape' && close(), { signal: life.signal });
  // Whoever goes elsewhere is no longer here.
  window.addEventListener('hashchange', close, { signal: life.signal });
}

/** The map that has a truth, of one example where its rows would be others. @param {Scope} scope */
function requestOf({ manifest, configuration }) {
  const { watched } = configuration.parameters;
  const example = manifest.cellLabels ? 0 : typeof watched === 'number' ? watched : undefined;
  const { truthMap } = /** @type {{ truthMap?: string }} */ (manifest);
  return { ...(truthMap && { map: truthMap }), ...(example === undefined ? {} : { example }) };
}
