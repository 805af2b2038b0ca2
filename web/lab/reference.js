/** The reference page: translates what the build has written, and starts the map beside each formula. */
import { createSmallMap } from '../calculator/small-map.js';
import { mechanisms } from '../index.js';
import { findLanguage, getLanguage, setLanguage, translate } from '../language/translate.js';

/** @param {string} link of an instrument @returns {string} its address in the lab, in the language of this page */
const writeLabAddress = (link) => `./#${link};locale=${getLanguage()}`;

/** Shows the page in the language that its address names, or else in that of the browser. */
async function showPage() {
  /** @type {NodeListOf<HTMLElement>} */
  const texts = document.querySelectorAll('[data-say]');
  const locale = findLanguage(new URLSearchParams(location.search).get('locale') ?? navigator.language);
  if (locale !== getLanguage()) await setLanguage(locale).catch(() => undefined);
  const language = getLanguage();
  document.documentElement.lang = language;
  // Long texts of the page have line breaks, but the keys of translations do not.
  for (const text of texts)
    text.textContent = translate((text.textContent ?? '').replace(/\s+/g, ' ').trim());
  document.querySelector('.brand a')?.setAttribute('href', `./#start&v1;locale=${language}`);
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll('.use');
  for (const link of links) link.setAttribute('href', writeLabAddress(link.hash.slice(1)));
  const terms = document.querySelector('.glossary dl');
  const byText = (/** @type {Element} */ a, /** @type {Element} */ b) =>
    (a.textContent ?? '').localeCompare(b.textContent ?? '', language);
  terms?.append(...[...terms.children].sort(byText));
  /** @type {NodeListOf<HTMLElement>} */
  const hosts = document.querySelectorAll('[data-mechanism]');
  for (const host of hosts) {
    const mechanism = mechanisms().find(({ name }) => name === host.dataset['mechanism']);
    const { use = '' } = host.dataset;
    if (mechanism) createSmallMap(host, { mechanism, use, writeAddress: writeLabAddress });
  }
  // On phones the mechanisms are a list of closed details.
  if (matchMedia('(max-width: 54em)').matches)
    for (const mechanism of document.querySelectorAll('.mechanism')) mechanism.removeAttribute('open');
  document.querySelector('.reference')?.setAttribute('data-ready', '');
  showTarget();
  window.addEventListener('hashchange', showTarget);
}

/** Unfolds the element that the address names, and scrolls to it again, since drawing the maps has moved it. */
function showTarget() {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
  target?.scrollIntoView();
}

showPage();
