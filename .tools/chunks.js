/** Which modules the bundler puts into one file, and the names of the files. */

/** Modules without side effects: what nobody uses of them is left out. */
export const sideEffectFreeModules =
  /web\/(index|outline|(engine|generated)\/mechanisms|engine\/experiments|generated\/texts)\.js$/;

/** Modules that are loaded together. */
export const chunkGroups = [
  {
    // What a page with a poster loads. Mechanisms and texts for readers are not part of it, although the public interface, which
    // the element imports, too, exports them.
    name: 'registry',
    test: /web\/(outline|language\/(translate|key)|engine\/(calculator|permalink|schema|value|errors|registry|freeze|trusted-types|lazy-import)|generated\/registry)\.js$|preload-helper/,
  },
  {
    // What poster and live instrument share; separate from the registry, which is also used without lit.
    name: 'poster',
    test: /web\/(element\/(attento-scope|settings|(shell|theme)-styles|attributes|features\/[\w-]+)|instrument\/attribute-names)\.js$/,
  },
  // A page with a run does not need the mechanisms.
  { name: 'mechanisms', test: /web\/(engine|generated)\/mechanisms\.js$/ },
  // Small shared files compress better together.
  {
    name: 'shared',
    test: /web\/(parts\/(dom|find-step|format|latest-request)|plots\/(largest-column|palette)|instrument\/part-access|studies\/other-map|views\/curve\/loss-curve-styles|element\/(find-preset|address-bar)|lab\/number-format|language\/translate-schema)\.js$/,
  },
  // The public interface does not need the page's parts. No view may import the live instrument, which can exist twice after a
  // retry under another address.
  {
    name: 'web',
    test: /web\/(index|engine\/(experiments|configuration|public-link)|generated\/texts)\.js$/,
  },
  {
    name: 'alignment',
    test: /web\/views\/alignment\/(alignment-(styles|grid|text|summary|panel|data)|decoder-styles|score-formula|typed-text)\.js$/,
  },
  {
    name: 'screen',
    test: /web\/(instrument\/(?!pipes-film|sentence-film|recorded-sentences)|share\/share\.js$)/,
  },
  {
    name: 'parts',
    test: /lit-html\/(async-)?directive|web\/(parts\/(?!weighted-sum|image-|player|cell-grid|text-form|square|number-table|pixel-input)|plots\/(?!(glimpse|graph|patch|arc|decision-surface|feature-bars|context-bars|draw|image-attention)-paint|pixels|color-scale|vector)|save\/(save-view|download|csv))\b/,
  },
  {
    name: 'drawing',
    test: /web\/views\/drawing\/(saved-)?drawn-map/,
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

/** @param {{ facadeModuleId: string | null }} chunk */
export function chunkFileNames({ facadeModuleId }) {
  const [, folder, name] = /\/(languages|experiments)\/([^/.]+)/.exec(facadeModuleId ?? '') ?? [];
  return `${folder ? `${folder === 'languages' ? 'language' : 'experiment'}-${name}` : '[name]'}-[hash:7].js`;
}

/** @param {{ names: string[] }} asset */
export const assetFileNames = ({ names }) =>
  names[0]?.endsWith('.wasm') ? '[name][extname]' : '[name]-[hash:7][extname]';
