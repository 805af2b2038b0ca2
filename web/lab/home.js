/**
 * The start page: a sentence that is being learned, entries for readers, teachers, authors and owners of trained weights, and the chapters.
 */
import { html } from 'lit';
import { presetThumbnailTemplate } from '../element/preset-thumbnail.js';
import { cards } from '../generated/cards.js';
import { maps, writeLink } from '../index.js';
import { PipesFilm } from '../instrument/pipes-film.js';
import { translate } from '../language/translate.js';
import { getVisit, writeAddress } from './address.js';
import { sumMinutes } from './chapters.js';
import { glossary } from './glossary.js';
import { renderLine } from './prose-template.js';

/** @import { PlacedChapter } from './chapters.js' */

customElements.define('pipes-film', PipesFilm);

/** The address of the first scene of a chapter. @param {number} chapter @param {import('./address.js').Visit} [visit] settings of the visit, by default of this one */
const writeChapterAddress = (chapter, visit) => writeAddress({ chapter, scene: 1 }, visit);

/**
 * @param {object} options
 * @param {readonly PlacedChapter[]} options.all
 * @param {string} options.linkBase address of this page, where the published files are
 * @param {boolean} options.isSingleFile whether the lab is a single file, without published files beside it
 * @param {boolean} options.isLesson whether students predict maps; then no trained map is shown, since it would give the answer away
 */
export function homeTemplate({ all, linkBase, isSingleFile, isLesson }) {
  return html`
    <div class="home">
      <section class="hero" id="story" tabindex="-1">
        <h1>${translate('Nobody tells it where to look. Watch.')}</h1>
        <p class="hero-caption">
          ${
            isLesson
              ? translate(
                  'This visit asks for predictions, so no network learns here: every scene asks before it shows the answer.',
                )
              : translate(
                  '{count} live experiments on attention, on which every large language model is built. Here a small network learns to translate: blue shows where it looks for each English word, the grey pipe where it should. It only ever sees the right words.',
                  { count: all.length },
                )
          }
        </p>
        ${isLesson ? null : html`<pipes-film></pipes-film>`}
      </section>
      ${isLesson ? null : tourTemplate(all.flatMap(({ scenes }) => scenes))}
      <nav class="cards" aria-label=${translate('Path')}>
        <ol>${all.map(cardTemplate)}</ol>
      </nav>
      ${audiencesTemplate(isSingleFile ? '' : linkBase, isLesson)}
      ${
        isSingleFile
          ? html`<p class="words">${translate('Glossary')}: ${renderLine(glossary.map(({ name, title }) => `[${translate(title)}](:${name})`).join(', '))}</p>`
          : html`<p><a href="./reference.html">${translate('All mechanisms and words of attention')} ›</a></p>`
      }
    </div>
  `;
}

/** @param {PlacedChapter['scenes']} scenes of all chapters */
function tourTemplate(scenes) {
  const tour = scenes.filter(({ isOnTour }) => isOnTour);
  const counts = { count: tour.length, minutes: sumMinutes(tour) };
  return html`
    <p class="hero-tour"><a class="button primary" href=${writeChapterAddress(tour[0]?.chapter ?? 0, new Map([['tour', true]]))}>
      ${
        getVisit().has('tour')
          ? translate('The tour from its beginning')
          : translate('Start the tour: {count} scenes, {minutes} min', counts)
      }\u00a0›
    </a></p>
  `;
}

/** @param {PlacedChapter} chapter */
function cardTemplate({ number, title, question, scenes }) {
  const picture = cards[number];
  return html`
    <li>
      <a href=${writeChapterAddress(number)}>
        ${
          picture
            ? presetThumbnailTemplate(picture)
            : html`<span class=${number === 0 ? 'card-neck' : 'card-formula'} aria-hidden="true">${number === 0 ? '32' : 'q · k'}</span>`
        }
        <span>
          <span class="card-title"><span class="chapter-number">${number}</span> ${translate(title)}</span>
          <span class="card-question">${translate(question)}</span>
          <small>${translate('{count} scenes', { count: scenes.length })}, ${sumMinutes(scenes)} min</small>
        </span>
      </a>
    </li>
  `;
}

/** @param {string} linkBase of the published files; '' if there are none @param {boolean} isLesson */
function audiencesTemplate(linkBase, isLesson) {
  const tag = (/** @type {string} */ script) =>
    `<script type="module" src="${script}"></script>\n<attento-scope experiment="translation"></attento-scope>`;
  return html`
    <ul class="audiences">
      <li>
        <h2>${translate('I teach')}</h2>
        <p>${translate('Every student predicts the map first, and all see the same numbers. Share, in each chapter, makes links, QR codes and worksheets.')}</p>
        <a href=${writeChapterAddress(4, isLesson ? undefined : new Map([['mode', 'lesson']]))}>${translate('Open a lesson')} ›</a>
      </li>
      ${
        linkBase &&
        html`
          <li>
            <h2>${translate('I write')}</h2>
            <p>${translate('One tag shows a network that learns in an article:')}</p>
            <pre tabindex="0"><code>${tag(new URL('attentoscope.js', linkBase).href)}</code></pre>
          </li>
        `
      }
      <li>
        <h2>${translate('I have weights')}</h2>
        <p>${translate('Maps of a model of your own, from a file, with all views and measures.')}</p>
        <a href=${writeAddress({ link: writeLink({ experiment: maps.name, parameters: {} }) })}>${translate('Open them')} ›</a>
      </li>
    </ul>
  `;
}
