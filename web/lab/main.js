/**
 * The entry of the lab. The fragment of the address decides what is shown: the start page, or a chapter around one live element.
 */

import { html, render } from 'lit';
import { elementSchemas } from '../element/attributes.js';
import {
  findLanguage,
  getLanguage,
  onLanguageChange,
  setLanguage,
  translate,
} from '../language/translate.js';
import { parseLink } from '../outline.js';
import { createRequestStarter } from '../parts/latest-request.js';
import { getVisit, isLesson, readAddress, readVisitSettings, setVisit, writeAddress } from './address.js';
import { findScene, findSceneForConfiguration, getChapters, loadChapter } from './chapters.js';
import { homeTemplate } from './home.js';
import { registerServiceWorker } from './offline.js';
import { renderLine } from './prose-template.js';
import { listenForTerms } from './term-card.js';

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const main = byId('chapter');
const chapterList = byId('chapters');
const colophon = byId('colophon');
const themeSelect = /** @type {HTMLSelectElement} */ (byId('theme'));
const brand = /** @type {HTMLAnchorElement} */ (document.querySelector('.brand a'));
const languageSelect = /** @type {HTMLSelectElement} */ (byId('language'));

/** Whether the whole lab is one file, without the reference page. */
const isSingleFile = 'alone' in document.documentElement.dataset;

/** The chapter that is open; null on the start page. @type {import('./chapter-page.js').ChapterPage | null} */
let chapterPage = null;

/** Base of shared links: the page's address without the query, which may be private. */
const getLinkBase = () =>
  Object.assign(new URL(location.href), { search: '', hash: '', username: '', password: '' }).href;

/** Reads the place that the address names. @returns {import('./scene.js').Place | null} null for the start page */
function readPlace() {
  const { chapter, scene, link, start } = readAddress(location.hash);
  const all = getChapters();
  if (start) return null;
  if (chapter === null && scene === null) {
    const { configuration } = parseLink(link, elementSchemas);
    const first = { chapter: /** @type {import('./chapters.js').PlacedChapter} */ (all[0]), scene: 0 };
    return {
      ...(findSceneForConfiguration(configuration) ?? first),
      link,
      notice: '',
      namesScene: false,
    };
  }
  const { isExact, ...place } = findScene({ chapter, scene });
  const places = { chapter: chapter || '–', scene: scene ?? '1' };
  const notice = isExact
    ? ''
    : translate('There is no chapter {chapter}, scene {scene}. This is the nearest one.', places);
  return { ...place, link, notice, namesScene: true };
}

/** Loads the page around an instrument, and the instrument. The start page is shown without them. */
async function loadInstrument() {
  const [page] = await Promise.all([import('./chapter-page.js'), import('../element/define.js')]);
  return page;
}

/** Numbers the requests, so that only the last requested place is shown. */
const startRequest = createRequestStarter();

async function showPlace() {
  const isLatest = startRequest();
  const wanted = readPlace()?.chapter.number;
  let isLoaded = true;
  if (wanted !== undefined)
    await Promise.all([loadInstrument(), loadChapter(wanted)]).catch(() => {
      isLoaded = false;
    });
  if (!isLatest()) return;
  if (!isLoaded) return drawLoadError(wanted);
  const place = readPlace();
  const chapter = place?.chapter.number;
  if (place === null) {
    closeChapter();
    document.title = translate('Attentoscope: watch attention being learned');
    drawHome();
  } else {
    const { ChapterPage } = await loadInstrument();
    chapterPage ??= new ChapterPage(main, { base: getLinkBase(), theme: () => themeSelect.value });
    chapterPage.go(place);
    document.title = `${translate(place.chapter.title)} · Attentoscope`;
  }
  document.documentElement.dataset['page'] = place === null ? 'home' : 'chapter';
  drawMasthead(chapter);
}

function closeChapter() {
  chapterPage?.close();
  chapterPage = null;
}

/** @param {number | undefined} chapter that could not be loaded */
function drawLoadError(chapter) {
  closeChapter();
  document.documentElement.dataset['page'] = 'chapter';
  render(
    html`
      <p class="home" id="story" tabindex="-1" role="alert">
        ${translate('This chapter could not be loaded.')}
        <button class="button primary" type="button" @click=${showPlace}>${translate('Try again')}</button>
      </p>
    `,
    main,
  );
  drawMasthead(chapter);
}

function drawHome() {
  const all = getChapters();
  render(homeTemplate({ all, linkBase: getLinkBase(), isSingleFile, isLesson: isLesson() }), main);
}

/** @param {number | undefined} chapter that is open */
function drawMasthead(chapter) {
  brand.href = writeAddress({ start: true });
  render(
    getChapters().map(
      ({ number, shortTitle }) => html`
        <li>
          <a href=${writeAddress({ chapter: number })} aria-current=${number === chapter ? 'page' : 'false'}>
            <span class="chapter-number">${number}</span> ${translate(shortTitle)}
          </a>
        </li>
      `,
    ),
    chapterList,
  );
  chapterList.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

function applyTheme() {
  document.documentElement.dataset['theme'] = themeSelect.value;
  keepAppearance();
  if (chapterPage) chapterPage.draw();
  else drawHome();
}

/** Stores the theme or language that the reader has chosen; on the start page also in its address. */
function keepAppearance() {
  storeAppearance();
  if (!chapterPage) history.replaceState(history.state, '', writeAddress({ start: true }));
}

/** Stores theme and language in the visit, so that all links carry them. @param {ReadonlyMap<string, unknown>} [visit] present visit */
function storeAppearance(visit = getVisit()) {
  const { value: locale } = languageSelect;
  const appearance = {
    theme: themeSelect.value === 'auto' ? '' : themeSelect.value,
    // English is stated only where the browser would choose another language.
    locale: locale === 'en' && findLanguage(navigator.language) === 'en' ? '' : locale,
  };
  setVisit(new Map(Object.entries({ ...Object.fromEntries(visit), ...appearance })));
  drawMasthead(chapterPage?.chapter);
}

/** Shows the page in the present language. */
function applyLanguage() {
  languageSelect.value = getLanguage();
  storeAppearance();
  document.documentElement.lang = getLanguage();
  for (const [node, text] of translatedElements) node.textContent = translate(text);
  chapterList.parentElement?.setAttribute('aria-label', translate('Chapters'));
  render(
    html`<p>${renderLine(
      translate(
        'Everything runs in this page: one small WebAssembly module, no server, no cookies. The same seed gives the same numbers in every browser. [All mechanisms of attention](./reference.html) can also be computed on your own numbers.',
      ),
      (address) => (isSingleFile ? '#v1;experiment=calculator' : address),
    )}</p>`,
    colophon,
  );
  if (chapterPage) chapterPage.relabel();
  showPlace();
}

/** Switches the language; if its texts cannot be fetched, the page keeps the present one. */
function chooseLanguage() {
  if (languageSelect.value === getLanguage()) applyLanguage();
  else setLanguage(languageSelect.value).catch(applyLanguage);
}

/** Applies theme and language of the address; what it omits stays unchanged. */
function applyAddressChoices() {
  const visit = readVisitSettings(location.hash);
  const newTheme = visit.get('theme') ?? (visit.get('mode') === 'projector' ? 'projector' : undefined);
  if (newTheme !== undefined) themeSelect.value = String(newTheme);
  document.documentElement.dataset['theme'] = themeSelect.value;
  languageSelect.value = findLanguage(String(visit.get('locale') ?? languageSelect.value));
  storeAppearance(visit);
}

/** English texts of the elements that are translated in place. */
const translatedElements = new Map(
  Array.from(document.querySelectorAll('[data-say]'), (node) => [node, node.textContent ?? '']),
);

languageSelect.value = findLanguage(navigator.language);
applyAddressChoices();
listenForTerms(document.body, byId('term-card'));
// The skip link must not change the fragment, which is the address of a scene.
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  byId('story').focus();
});
// Adds the settings of the visit (mode, theme, language …) to links in texts and instruments when they are followed.
for (const type of ['click', 'auxclick'])
  document.addEventListener(
    type,
    (event) => {
      const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
      const isLabLink = /^#(chapter|scene|start|v1)\b/.test(link?.hash ?? '');
      if (link && isLabLink && link.href.replace(link.hash, '') === location.href.replace(location.hash, ''))
        // Links of the start page may also begin a tour or a lesson.
        link.hash = writeAddress(
          readAddress(link.hash),
          new Map([...(chapterPage ? [] : readVisitSettings(link.hash)), ...getVisit()]),
        );
      if (link?.pathname.endsWith('/reference.html')) link.search = `locale=${getLanguage()}`;
    },
    { capture: true },
  );
chooseLanguage();
themeSelect.addEventListener('change', applyTheme);
languageSelect.addEventListener('change', () => {
  keepAppearance();
  chooseLanguage();
});
onLanguageChange(applyLanguage);
window.addEventListener('hashchange', () => {
  applyAddressChoices();
  if (languageSelect.value === getLanguage()) showPlace();
  else chooseLanguage();
});
registerServiceWorker();
