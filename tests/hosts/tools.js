/**
 * The tools and pages that `npm run hosts` tests. Each tool has a folder here with a small project, with versions in its
 * package.json, which builds into `site/`. In its files, `{share …}` stands for the snippet of Share with that label,
 * `{tag of Share}` for the tag without its script, and `https://example.org/attentoscope/` for the URL of `dist/`.
 * @module
 */

/**
 * @typedef {object} Tool
 * @property {string} folder
 * @property {string} name
 * @property {string} [from] package or program whose version is shown; default the folder's name
 * @property {Readonly<Record<string, string>>} [copies] files of web/embed/examples to copy, by their path in the project
 * @property {readonly Page[]} pages
 */

/**
 * @typedef {object} Page
 * @property {string} path below site/
 * @property {string} way how the instrument is embedded
 * @property {(element: Element) => string} [wrong] runs in the page and returns what is wrong, or ''
 */

const component = { 'attento-scope.js': 'react/attento-scope.js' };
const copied = 'the React component, copied';
const reactEntry = '`attentoscope/react`';
const share = (/** @type {string} */ label) => `Share, ${label}`;

/** @type {readonly Tool[]} */
export const tools = [
  {
    folder: 'hugo',
    name: 'Hugo',
    copies: { 'layouts/shortcodes/attentoscope.html': 'hugo/attentoscope.html' },
    pages: [
      { path: 'pasted.html', way: share('Hugo') },
      { path: 'tag.html', way: share('One tag') },
      {
        path: 'hostile.html',
        way: 'the shortcode with an `onmouseover` attribute',
        wrong: (element) =>
          element
            .getAttributeNames()
            .filter(
              (name) =>
                /^on/.test(name) || (name === 'style' && !element.getAttribute(name)?.startsWith('display')),
            )
            .join(),
      },
    ],
  },
  {
    folder: 'pandoc',
    name: 'Pandoc, as Quarto has it with `embed-resources`',
    from: 'pandoc',
    pages: [
      { path: 'index.html', way: share('Quarto') },
      { path: 'inline.html', way: '`inline.js` and the tag' },
    ],
  },
  {
    folder: 'vitepress',
    name: 'VitePress',
    copies: { '.vitepress/attentoscope.js': 'vitepress/config.js' },
    pages: [{ path: 'index.html', way: 'the configuration, and the tag of Share' }],
  },
  {
    folder: 'myst',
    name: 'MyST',
    from: 'mystmd',
    pages: [{ path: 'index.html', way: share('MyST, Jupyter') }],
  },
  {
    folder: 'astro',
    name: 'Astro',
    pages: [
      { path: 'index.html', way: '`attentoscope/define`' },
      { path: 'pasted.html', way: share('One tag') },
    ],
  },
  {
    folder: 'next',
    name: 'Next',
    copies: { 'app/attento-scope.js': 'react/attento-scope.js' },
    pages: [
      { path: 'index.html', way: reactEntry },
      { path: 'copied.html', way: copied },
      { path: 'inline.html', way: '`attentoscope/inline`' },
    ],
  },
  {
    folder: 'webpack',
    name: 'webpack',
    copies: component,
    pages: [
      { path: 'index.html', way: reactEntry },
      { path: 'copied.html', way: copied },
    ],
  },
  { folder: 'esbuild', name: 'esbuild', pages: [{ path: 'index.html', way: '`attentoscope/inline`' }] },
  {
    folder: 'vite-vue',
    name: 'Vite and Vue',
    from: 'vue',
    pages: [{ path: 'index.html', way: '`attentoscope/define`' }],
  },
  {
    folder: 'vite-svelte',
    name: 'Vite and Svelte',
    from: 'svelte',
    pages: [{ path: 'index.html', way: '`attentoscope/define`' }],
  },
  {
    folder: 'docusaurus',
    name: 'Docusaurus',
    from: '@docusaurus/core',
    copies: component,
    pages: [
      { path: '', way: reactEntry },
      { path: 'copied/', way: copied },
      { path: 'pasted/', way: share('MDX, React') },
    ],
  },
  {
    folder: 'eleventy',
    name: 'Eleventy',
    from: '@11ty/eleventy',
    pages: [
      { path: 'one-tag/', way: share('One tag') },
      { path: 'frame/', way: share('Frame') },
      { path: 'ghost/', way: share('Ghost, WordPress') },
      {
        path: 'braces/',
        way: 'the tag with `{{ }}` in a value',
        wrong: (element) => {
          const value = element.getAttribute('shown') ?? '';
          return value === '{{ 7 * 7 }}' ? '' : `the value became ${value}`;
        },
      },
    ],
  },
];
