/** Which modules the bundler puts into one file, and the names of the files. */

/** Modules without side effects: what nobody uses of them is left out. */
export const sideEffectFreeModules =
  /web\/(index|outline|(engine|generated)\/mechanisms|engine\/experiments|generated\/texts)\.js$/;

/** @param {...string} paths regular expressions, without extension */
const matchModules = (...paths) => new RegExp(`(${paths.join('|')})\\.js$`);

/** First parts of the names of parts and plots that only a few views use, and that are loaded with these. */
const specialParts = [
  'cell-grid',
  'image-',
  'number-table',
  'pixel-input',
  'player',
  'square',
  'text-form',
  'weighted-sum',
];
const specialPlots = [
  '(arc|context-bars|decision-surface|draw|feature-bars|glimpse|graph|image-attention|patch)-paint',
  'color-scale',
  'pixels',
  'vector',
];

/** Modules that are loaded together. */
export const chunkGroups = [
  {
    // What a page with a poster loads. Mechanisms and texts for readers are not part of it, although the public interface, which
    // the element imports, too, exports them.
    name: 'registry',
    test: matchModules(
      'web/outline',
      'web/language/(translate|key)',
      'web/engine/(calculator|permalink|schema|value|errors|registry|freeze|trusted-types|lazy-import)',
      'web/generated/registry',
      'vite/preload-helper',
    ),
  },
  {
    // What poster and live instrument share; separate from the registry, which is also used without lit.
    name: 'poster',
    test: matchModules(
      'web/element/(attento-scope|settings|(shell|theme)-styles|attributes|features/[\\w-]+)',
      'web/instrument/attribute-names',
    ),
  },
  // A page with a run does not need the mechanisms.
  { name: 'mechanisms', test: matchModules('web/(engine|generated)/mechanisms') },
  {
    // Small shared files compress better together.
    name: 'shared',
    test: matchModules(
      'web/parts/(dom|find-step|format|latest-request)',
      'web/plots/(largest-column|palette)',
      'web/instrument/part-access',
      'web/studies/other-map',
      'web/views/curve/loss-curve-styles',
      'web/element/(find-preset|address-bar)',
      'web/lab/number-format',
      'web/language/translate-schema',
    ),
  },
  {
    // The public interface does not need the page's parts.
    name: 'web',
    test: matchModules(
      'web/index',
      'web/engine/(experiments|configuration|public-link)',
      'web/generated/texts',
    ),
  },
  {
    // The map with labels and its panels, which most views of sequences and graphs use.
    name: 'alignment',
    test: matchModules(
      'web/views/alignment/alignment-(styles|grid|text|summary|panel|data)',
      'web/views/alignment/(decoder-styles|score-formula|typed-text)',
    ),
  },
  {
    // The frame of every instrument. Views use it, too, and no view may import the live instrument, which can exist twice after
    // a retry under another address.
    name: 'screen',
    test: matchModules(
      'web/instrument/(?!pipes-film|sentence-film|recorded-sentences)[\\w-]+',
      'web/share/share',
    ),
  },
  {
    // What most views use.
    name: 'parts',
    test: matchModules(
      'lit-html/(async-)?directive[\\w/-]*',
      `web/parts/(?!${specialParts.join('|')})[\\w-]+`,
      `web/plots/(?!${specialPlots.join('|')})[\\w-]+`,
      'web/save/(save-view|download|csv)',
    ),
  },
  {
    // Maps that the reader draws, which the prediction, lessons and the views of pictures use.
    name: 'drawing',
    test: matchModules('web/views/drawing/(saved-)?drawn-map[\\w-]*'),
  },
  // Groups that must come last, so that they take no module of the groups above.
  { name: 'save-figure', test: /web\/save\/save-f/ },
  { name: 'poster-picture', test: /web\/element\/(poster-picture|preset-thumbnail)/ },
  { name: 'explanation', test: /web\/studies\/(explanation|row-study|what-if)/ },
  { name: 'create-scope', test: /web\/engine\/(create-scope|sweep|error-serialization)\.js$/ },
];

/** Entries with a stable file name, by which other pages load them; all other file names have a hash. */
const stableNames = ['attentoscope', 'element', 'api', 'embed'];

/** @param {{ name: string }} entry */
export function entryFileNames({ name }) {
  // Notebooks recognize modules by this extension.
  if (name === 'anywidget') return '[name].mjs';
  return stableNames.includes(name) ? '[name].js' : '[name]-[hash:7].js';
}

/** First part of the names of files with a module from these folders. @type {Record<string, string>} */
const namePrefixes = { languages: 'language', experiments: 'experiment' };

/** @param {{ facadeModuleId: string | null }} chunk */
export function chunkFileNames({ facadeModuleId }) {
  const [, folder, name] = /\/(languages|experiments)\/([^/.]+)/.exec(facadeModuleId ?? '') ?? [];
  return folder ? `${namePrefixes[folder]}-${name}-[hash:7].js` : '[name]-[hash:7].js';
}

/** @param {{ names: string[] }} asset */
export const assetFileNames = ({ names }) =>
  names[0]?.endsWith('.wasm') ? '[name][extname]' : '[name]-[hash:7][extname]';
