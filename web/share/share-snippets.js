/**
 * Snippets of a configuration for other pages: a tag, a frame, Markdown and so on. Values are escaped, so that the parser
 * of the target page yields them unchanged.
 */

import { toAttributeName } from '../instrument/attribute-names.js';
import { translate } from '../language/translate.js';

/**
 * @typedef {object} SharedRun
 * @property {string} title of the experiment
 * @property {string} fragment the configuration as a link, without `#`
 * @property {string | null} link to this run, if the page allows links
 * @property {string | null} base folder of the published files; null if they have no public address
 */

/**
 * @typedef {object} Snippet
 * @property {string} label
 * @property {string} where instructions for pasting
 * @property {string} text
 * @property {boolean} [picture] whether the dialog also offers a picture of the map
 */

/** Permissions of the frame: run scripts, save files, and open the lab in a window that is not sandboxed. */
const kSandbox = 'allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox';

/** Copying needs a permission that frames of other sites lack. */
const kAllow = 'clipboard-write';

/** Height of an instrument in a frame with a font size of 16 px, until the frame reports its own. */
const kHeight = 560;

/**
 * The height of the instrument before its script is loaded, the same as in shell-styles.js and theme-styles.js, so that the
 * layout does not shift. On a projector the font size depends on the window.
 * @param {Readonly<Record<string, string>>} attributes of the tag
 * @returns {string}
 */
function createStyle({ theme, mode }) {
  const text =
    (theme ?? mode) === 'projector' ? 'clamp(26rem,min(34.84vw,62.4vh),52rem)' : 'min(26rem,572px)';
  return `display:block;min-height:var(--attento-block-size,max(${kHeight}px,${text}))`;
}

/**
 * @param {SharedRun} shared
 * @returns {Snippet[]}
 */
export function createSnippets({ title, fragment, link, base }) {
  const name = `Attentoscope: ${title}`;
  const fromLink = link === null ? [] : createLinkSnippets(link, name);
  const fromBase = base === null ? [] : createEmbedSnippets({ base, fragment, name, link });
  const [first, ...more] = fromLink;
  return [...(first ? [first] : []), ...fromBase, ...more];
}

/** @param {string} link @param {string} name @returns {Snippet[]} */
function createLinkSnippets(link, name) {
  return [
    {
      label: translate('Link'),
      where: translate('Opens this very run: the same seed, the same numbers.'),
      text: link,
    },
    {
      label: 'Markdown',
      where: translate(
        'A picture that leads to this run. Save the picture below, upload it beside your text, and put its address in place of picture.png.',
      ),
      text: `[![${escapeMarkdown(name)}](picture.png)](${escapeMarkdownAddress(link)})`,
    },
    {
      label: 'Medium, Substack, Notion',
      where: translate(
        'These sites accept neither scripts nor frames from other sites. Upload the saved picture, and give it this link.',
      ),
      text: link,
      picture: true,
    },
  ];
}

/** @param {{ base: string, fragment: string, name: string, link: string | null }} shared @returns {Snippet[]} */
function createEmbedSnippets({ base, fragment, name, link }) {
  const script = createHtmlTag('script', { type: 'module', src: `${base}attentoscope.js` });
  const address = `${base}embed.html#${fragment}`;
  // Shown in feeds, newsletters and browsers without scripts.
  const fallback = createHtmlTag('a', { href: link ?? address }, escapeHtml(name));
  const attributes = convertLinkToAttributes(fragment);
  const tag = createHtmlTag('attento-scope', { ...attributes, style: createStyle(attributes) }, fallback);
  const parent = createHtmlTag('script', { src: `${base}embed-parent.js` });
  const frame = createHtmlTag('iframe', {
    src: address,
    title: name,
    sandbox: kSandbox,
    allow: kAllow,
    loading: 'lazy',
    width: '100%',
    height: String(kHeight),
  });
  return [
    {
      label: translate('One tag'),
      where: translate('Anywhere in a page of HTML that you write yourself.'),
      text: `${script}\n${tag}`,
    },
    {
      label: translate('Frame'),
      where: translate('Keeps the instrument apart from your page. The script gives the frame its height.'),
      text: `${parent}\n${frame}`,
    },
    {
      label: 'Ghost, WordPress',
      where: translate(
        'Into an HTML card or a Custom HTML block. Where scripts are refused, leave out the first line.',
      ),
      text: `${parent}\n${frame}`,
    },
    ...createHugoSnippets(attributes),
    {
      label: 'Quarto',
      where: translate('Into a .qmd document; nothing has to be installed.'),
      // With embed-resources Pandoc would inline the script, which then could not find its other files.
      text: `\`\`\`{=html}\n${script.replace('></', ' data-external="1"></')}\n${tag}\n\`\`\``,
    },
    {
      label: 'MDX, React',
      where: translate('Into an .mdx page or a component.'),
      text: `<iframe src={${JSON.stringify(address)}} title={${JSON.stringify(name)}} sandbox="${kSandbox}" allow="${kAllow}" loading="lazy" style={{ width: '100%', height: ${kHeight}, border: 0 }} />`,
    },
    {
      label: 'MyST, Jupyter',
      where: translate('Into a page of a MyST site or Jupyter Book 2.'),
      text: `:::{anywidget} ${base}anywidget.mjs\n${JSON.stringify({ base, link: fragment })}\n:::`,
    },
  ];
}

/**
 * @param {Readonly<Record<string, string>>} attributes
 * @returns {Snippet[]} empty if a value cannot be written in a shortcode
 */
function createHugoSnippets(attributes) {
  const attributeTexts = Object.entries(attributes).map(([name, value]) => {
    const quote = /["\\\r\n]/.test(value) ? '`' : '"';
    return value.includes(quote) ? null : ` ${name}=${quote}${value}${quote}`;
  });
  if (attributeTexts.includes(null)) return [];
  return [
    {
      label: 'Hugo',
      where: translate(
        'Into a post, once layouts/shortcodes holds attentoscope.html from embed/examples/hugo.',
      ),
      text: `{{< attentoscope${attributeTexts.join('')} >}}`,
    },
  ];
}

/**
 * Converts a link to attributes.
 * @param {string} fragment written by `writeLink`
 * @returns {Record<string, string>}
 */
export function convertLinkToAttributes(fragment) {
  const [, ...fields] = fragment.split(';');
  return Object.fromEntries(
    fields.map((field) => {
      const equals = field.indexOf('=');
      return [toAttributeName(field.slice(0, equals)), decodeURIComponent(field.slice(equals + 1))];
    }),
  );
}

/** @param {string} name @param {Readonly<Record<string, string>>} attributes @param {string} [content] HTML */
function createHtmlTag(name, attributes, content = '') {
  const attributeTexts = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  return `<${name}${attributeTexts.join('')}>${content}</${name}>`;
}

/**
 * Escapes line breaks, since Markdown ends a tag at an empty line, and braces, which Hugo, Jinja, Liquid and Vue interpret.
 * @param {string} value
 */
function escapeHtml(value) {
  return value.replace(/[&<>"{}\t\n\f\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** @param {string} text @returns {string} with all characters escaped that have a meaning in Markdown */
function escapeMarkdown(text) {
  return text.replace(/[\\`*_{}[\]()<>#+\-.!|~&$]/g, '\\$&').replace(/\s+/g, ' ');
}

/** @param {string} address @returns {string} with characters escaped that would end it */
function escapeMarkdownAddress(address) {
  return address.replace(/[()<>\\\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
