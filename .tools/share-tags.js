/** Adds the tags to a page by which messengers and social networks show a card with title, description and picture. */
import { escapeXml } from '../web/plots/svg.js';
import { UserError } from './shell.js';

/** The picture on every card, written by `npm run pictures`; its size in pixels. */
export const card = { file: 'picture.png', width: 1200, height: 630 };

const kAlternative =
  'A sentence in pipes: liquid, the attention weights, finds the true words while a network learns.';

/**
 * Crawlers accept only absolute addresses of pictures, so the card has a picture only if the address of the site is known.
 * @param {string} page HTML
 * @param {string} fileName of the page on the site
 * @param {URL | null} base address of the site, if it is known
 * @returns {string} the page with the tags
 */
export function addShareTags(page, fileName, base) {
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(page) ?? [];
  const [, description = ''] = /name="description"\s+content="([^"]*)"/.exec(page) ?? [];
  const image = base ? new URL(card.file, base).href : '';
  /** Names and contents; texts of the page are escaped already. @type {(readonly [string, string])[]} */
  const tags = [
    ['og:title', title],
    ['og:description', description],
    ['og:url', base ? escapeXml(new URL(fileName.replace(/^index\.html$/, ''), base).href) : ''],
    ['og:image', escapeXml(image)],
    ['og:image:width', image && String(card.width)],
    ['og:image:height', image && String(card.height)],
    ['og:image:alt', image && kAlternative],
    ['twitter:card', image ? 'summary_large_image' : 'summary'],
  ];
  const lines = tags
    .filter(([, content]) => content)
    .map(([name, content]) => {
      const key = name.startsWith('og:') ? 'property' : 'name';
      return `<meta ${key}="${name}" content="${content}">\n    `;
    });
  return page.replace('<title>', () => `${lines.join('')}<title>`);
}

/** @param {string} [site] value of the variable ATTENTO_URL @returns {URL | null} ending in a slash; null where none is given */
export function parseSite(site) {
  if (!site) return null;
  const address = URL.canParse(site) ? new URL(site) : null;
  if (!address || !/^https?:$/.test(address.protocol))
    throw new UserError(
      `ATTENTO_URL must be the address of the published site, as https://example.org/attention/, not "${site}".`,
    );
  return new URL(`${address.origin}${address.pathname.replace(/\/?$/, '/')}`);
}
