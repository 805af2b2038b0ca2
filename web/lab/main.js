/**
 * The page: one chapter an experiment, each around one live element. The fragment of the address is the permalink.
 * @module
 */

import { html, nothing, render } from 'lit';
import { language, languageFor, onLanguage, say, setLanguage } from '../language/say.js';
import '../element/define.js';
import { ownSchemas } from '../element/attributes.js';
import { calculator, experiments, parseLink, writeLink } from '../index.js';
import { chapterOf } from './chapters/index.js';
import { keepOffline } from './offline.js';
import { proseWith } from './prose.js';
import { questionTemplate } from './question.js';

/** @typedef {import('../element/attento-scope.js').AttentoScope} AttentoScope */

const main = /** @type {HTMLElement} */ (document.getElementById('chapter'));
const chapters = /** @type {HTMLElement} */ (document.getElementById('chapters'));
const theme = /** @type {HTMLSelectElement} */ (document.getElementById('theme'));
const tongue = /** @type {HTMLSelectElement} */ (document.getElementById('language'));
const colophon = /** @type {HTMLElement} */ (document.getElementById('colophon'));

/** @type {string | null} */
let chosen = null;
/** @type {import('./question.js').Outcome | null} */
let outcome = null;
let shown = '';
let runWhenReady = false;

/** What has a chapter. */
const all = [...experiments(), calculator];

/** The experiment and the theme that the address asks for. */
function wanted() {
  const { configuration, extras } = parseLink(location.hash, ownSchemas);
  const experiment = all.find(({ name }) => name === configuration.experiment);
  return {
    experiment: /** @type {ReturnType<typeof experiments>[number]} */ (experiment),
    theme: String(extras.get('theme') ?? (extras.get('mode') === 'projector' ? 'projector' : 'auto')),
    locale: languageFor(String(extras.get('locale') ?? 'en')),
    // Where a lesson is going on or something is locked, the page does not start runs of its own.
    taught: ['mode', 'lock', 'hide'].some((key) => extras.has(key)),
    // The text tells what is to be found out.
    quiz: extras.get('mode') === 'quiz',
  };
}

/** @returns {AttentoScope} */
function scopeElement() {
  return /** @type {AttentoScope} */ (main.querySelector('attento-scope'));
}

function show() {
  const { experiment, taught, quiz } = wanted();
  if (experiment.name !== shown) {
    chosen = null;
    outcome = null;
    shown = experiment.name;
    // The page shows a network that learns; whoever wants no motion starts it.
    runWhenReady = !taught && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  }
  const { title, before, question, after } = chapterOf(experiment);
  document.title = `${title} · Attentoscope`;
  render(
    html`
      <article>
        <div class="prose intro">
          <h1>${title}</h1>
          ${quiz ? null : html`<div>${before}</div>`}
          ${question && !taught ? questionTemplate({ question, chosen, outcome, onChoose: choose }) : null}
        </div>
        <attento-scope
          experiment=${experiment.name}
          theme=${theme.value}
          locale=${tongue.value === 'en' ? nothing : tongue.value}
          permalink
          eager
          @attento-ready=${onReady}
          @attento-change=${updateClassroom}
        ></attento-scope>
        <div class="prose">
          <details class="classroom" @toggle=${openClassroom}>
            <summary>${say('For the classroom')}</summary>
            <div class="class-body"></div>
          </details>
        </div>
        ${quiz ? null : html`<div class="prose after">${after}</div>`}
        <div class="prose">${sourcesTemplate(experiment)}</div>
      </article>
    `,
    main,
  );
  render(
    all.map(
      ({ name, title: label }) => html`
        <li>
          <a href="#v1;experiment=${name}" aria-current=${name === experiment.name ? 'page' : 'false'}>${say(label)}</a>
        </li>
      `,
    ),
    chapters,
  );
}

/** @param {ReturnType<typeof experiments>[number]} experiment */
function sourcesTemplate({ article, paper }) {
  const sources = [say(article ?? ''), paper].filter(Boolean);
  return sources.length > 0
    ? html`<p class="sources">${say('After: {sources}.', { sources: sources.join('; ') })}</p>`
    : null;
}

/**
 * A prediction was made: the next seed shows whether it is right.
 * @param {string} id
 */
function choose(id) {
  chosen = id;
  outcome = null;
  runWhenReady = true;
  const { experiment } = wanted();
  const answer = chapterOf(experiment).question?.answer;
  if (answer) {
    answer().then((found) => {
      if (chosen !== id || wanted().experiment !== experiment) return;
      scopeElement().configuration = found.link;
      outcome = found;
      show();
    });
    return show();
  }
  const about = experiment.presets?.find(({ name }) => name === chapterOf(experiment).question?.preset);
  const { configuration, extras } = parseLink(scopeElement().configuration, ownSchemas);
  const seed = (configuration.seed + 1) % 2 ** 32;
  const parameters = about?.parameters ?? configuration.parameters;
  scopeElement().configuration = writeLink({ ...configuration, seed, parameters }, extras, ownSchemas);
  show();
}

function onReady() {
  const { scope } = scopeElement();
  if (!scope) return;
  const watch = chapterOf(wanted().experiment).question?.watch?.(scope);
  scope.addEventListener('progress', (event) => {
    if (chosen === null || outcome !== null) return;
    outcome =
      watch?.(/** @type {CustomEvent<import('../engine/scope.js').Progress>} */ (event).detail) ?? null;
    if (outcome) show();
  });
  // Not awaited: the run answers by itself.
  if (runWhenReady) scopeElement().run();
  runWhenReady = false;
}

/** The panel for teachers, once it has been opened. @type {ReturnType<typeof import('./classroom.js').createClassroom> | null} */
let classroom = null;

/** @param {Event} event */
async function openClassroom(event) {
  const { open, lastElementChild } = /** @type {HTMLDetailsElement} */ (event.target);
  if (!open || classroom) return;
  const place = /** @type {HTMLElement} */ (lastElementChild);
  try {
    const { createClassroom } = await import('./classroom.js');
    place.replaceChildren();
    classroom ??= createClassroom(place, scopeElement);
    updateClassroom();
  } catch (error) {
    place.textContent = error instanceof Error ? error.message : String(error);
  }
}

function updateClassroom() {
  const { experiment } = wanted();
  classroom?.update(experiments().includes(experiment) ? experiment : null);
}

/** A link in the text loads settings: bring the instrument into view and let it learn. */
main.addEventListener('click', (event) => {
  if (!(/** @type {Element} */ (event.target).closest('a[href^="#v1"]'))) return;
  runWhenReady = true;
  scopeElement().scrollIntoView();
});

function applyTheme() {
  document.documentElement.dataset['theme'] = theme.value;
  show();
}

/** Where the whole lab is one file, no other page stands beside it. */
const alone = 'alone' in document.documentElement.dataset;

/** Text around the chapters; its links lead where they say. */
const prose = proseWith((address) => (alone ? null : address));

/** Shows the page in the present language. */
function applyLanguage() {
  tongue.value = language();
  document.documentElement.lang = language();
  for (const [node, text] of marked) node.textContent = say(text);
  chapters.parentElement?.setAttribute('aria-label', say('Chapters'));
  render(
    prose`
      Everything runs in this page: one small WebAssembly module, no server, no cookies. The same seed gives the same
      numbers in every browser. [All mechanisms of attention](./reference.html) can also be computed on your own
      numbers.
    `,
    colophon,
  );
  show();
  updateClassroom();
}

/** Where the texts cannot be fetched the page stays in the language that it has. */
function chooseLanguage() {
  if (tongue.value === language()) applyLanguage();
  else setLanguage(tongue.value).catch(applyLanguage);
}

/** The texts of the page itself, in English as they stand there. */
const marked = new Map(
  Array.from(document.querySelectorAll('[data-say]'), (node) => [node, node.textContent ?? '']),
);

theme.value = wanted().theme;
document.documentElement.dataset['theme'] = theme.value;
tongue.value = wanted().locale;
chooseLanguage();
theme.addEventListener('change', applyTheme);
tongue.addEventListener('change', chooseLanguage);
onLanguage(applyLanguage);
window.addEventListener('hashchange', () => {
  show();
  updateClassroom();
});
keepOffline();
