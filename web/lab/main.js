/**
 * The page: one chapter an experiment, each around one live element. The fragment of the address is the permalink.
 * @module
 */
import { html, render } from 'lit';
import '../element/define.js';
import { ownSchemas } from '../element/attributes.js';
import { experiments, parseLink, writeLink } from '../index.js';
import { chapterOf } from './chapters.js';
import { questionTemplate, watchOrder } from './question.js';

/** @typedef {import('../element/attento-scope.js').AttentoScope} AttentoScope */

const main = /** @type {HTMLElement} */ (document.getElementById('chapter'));
const chapters = /** @type {HTMLElement} */ (document.getElementById('chapters'));
const theme = /** @type {HTMLSelectElement} */ (document.getElementById('theme'));

/** @type {string | null} */
let chosen = null;
/** @type {{ row: number, label: string, step: number }[] | null} */
let order = null;
let plannedSteps = 1;
/** The page shows a network that learns; whoever wants no motion starts it. */
let runWhenReady = !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The experiment and the theme that the address asks for. */
function wanted() {
  const { configuration, extras } = parseLink(location.hash, ownSchemas);
  const experiment = experiments().find(({ name }) => name === configuration.experiment);
  return {
    experiment: /** @type {ReturnType<typeof experiments>[number]} */ (experiment),
    theme: String(extras.get('theme') ?? 'auto'),
  };
}

/** @returns {AttentoScope} */
function scopeElement() {
  return /** @type {AttentoScope} */ (main.querySelector('attento-scope'));
}

function show() {
  const { experiment } = wanted();
  const { title, before, question, after } = chapterOf(experiment);
  document.title = `${title} · Attentoscope`;
  render(
    html`
      <article>
        <div class="prose intro">
          <h1>${title}</h1>
          <div>${before}</div>
          ${question ? questionTemplate({ question, chosen, order, plannedSteps, onChoose: choose }) : null}
        </div>
        <attento-scope
          experiment=${experiment.name}
          theme=${theme.value}
          permalink
          eager
          @attento-ready=${onReady}
        ></attento-scope>
        <div class="prose after">${after}</div>
        <div class="prose">${sourcesTemplate(experiment)}</div>
      </article>
    `,
    main,
  );
  render(
    experiments().map(
      ({ name, title: label }) => html`
        <li>
          <a href="#v1;experiment=${name}" aria-current=${name === experiment.name ? 'page' : 'false'}>${label}</a>
        </li>
      `,
    ),
    chapters,
  );
}

/** @param {ReturnType<typeof experiments>[number]} experiment */
function sourcesTemplate({ article, paper }) {
  const sources = [article, paper].filter(Boolean);
  return sources.length > 0 ? html`<p class="sources">After: ${sources.join('; ')}.</p>` : null;
}

/**
 * A prediction was made: the next seed shows whether it is right.
 * @param {string} id
 */
function choose(id) {
  chosen = id;
  order = null;
  runWhenReady = true;
  const { configuration, extras } = parseLink(scopeElement().configuration, ownSchemas);
  const seed = (configuration.seed + 1) % 2 ** 32;
  scopeElement().configuration = writeLink({ ...configuration, seed }, extras, ownSchemas);
  show();
}

function onReady() {
  const { scope } = scopeElement();
  if (!scope) return;
  plannedSteps = scope.manifest.plannedSteps;
  const watch = watchOrder(scope);
  scope.addEventListener('progress', (event) => {
    const { attention, step } = /** @type {CustomEvent<import('../engine/scope.js').Progress>} */ (event)
      .detail;
    if (chosen === null || order !== null || !watch.see(attention, step)) return;
    order = watch.order();
    show();
  });
  // Not awaited: the run answers by itself.
  if (runWhenReady) scopeElement().run();
  runWhenReady = false;
}

function applyTheme() {
  document.documentElement.dataset['theme'] = theme.value;
  show();
}

theme.value = wanted().theme;
applyTheme();
theme.addEventListener('change', applyTheme);
window.addEventListener('hashchange', show);
