/**
 * For MyST and Jupyter: the widget interface `render({ model, el })` around one `<attento-scope>`; published as
 * `anywidget.mjs`. The model's `attributes` are the tag's attributes (`{ "experiment": "context-lookup", "seed": 7 }`),
 * its `link` is the configuration as a link, which wins, and is kept up to date with what the reader changes.
 *
 * MyST copies this file, and none beside it, to the reader's site. So the model's `base` says where the published files
 * are; without it they are looked for beside this file.
 * @module
 */

/**
 * What of a widget's model is used. MyST's can be neither saved nor left: there both calls throw.
 * @typedef {object} Model
 * @property {(name: string) => unknown} get
 * @property {(name: string, value: unknown) => void} [set]
 * @property {() => void} [save_changes]
 * @property {(event: string, listener: () => void) => void} [on]
 * @property {(event: string, listener: () => void) => void} [off]
 */

/**
 * @param {{ model: Model, el: Element }} widget
 * @returns {Promise<() => void>} takes the instrument away again
 */
async function render({ model, el }) {
  const base = String(model.get('base') || import.meta.url);
  const address = new URL('attentoscope.js', /\.m?js$/.test(base) ? base : base.replace(/\/?$/, '/')).href;
  try {
    await import(/* @vite-ignore */ address);
  } catch (cause) {
    const message = `${address} could not be loaded. The widget needs "base", the folder of the published files.`;
    throw new Error(message, { cause });
  }
  const element = /** @type {import('../element/attento-scope.js').AttentoScope} */ (
    document.createElement('attento-scope')
  );
  /** Names that the model has given, so that one that it drops goes. @type {string[]} */
  let given = [];
  const readAttributes = () => {
    const wanted = Object.entries(/** @type {object} */ (model.get('attributes') ?? {}));
    const kept = wanted.filter(([name, value]) => allowed(name) && value !== false && value !== null);
    for (const name of given) if (!kept.some(([other]) => other === name)) element.removeAttribute(name);
    for (const [name, value] of kept) element.setAttribute(name, value === true ? '' : String(value));
    given = kept.map(([name]) => name);
  };
  const readLink = () => {
    const link = model.get('link');
    if (typeof link === 'string' && link !== element.configuration) element.configuration = link;
  };
  /** @param {Event} event */
  const writeLink = (event) => {
    model.set?.('link', /** @type {CustomEvent<{ link: string }>} */ (event).detail.link);
    attempt(() => model.save_changes?.());
  };
  readAttributes();
  readLink();
  model.on?.('change:attributes', readAttributes);
  model.on?.('change:link', readLink);
  element.addEventListener('attento-change', writeLink);
  el.append(element);
  return () => {
    attempt(() => model.off?.('change:attributes', readAttributes));
    attempt(() => model.off?.('change:link', readLink));
    element.remove();
  };
}

/** @param {() => void} act that a page without a kernel may refuse */
function attempt(act) {
  try {
    act();
  } catch (error) {
    console.debug(error);
  }
}

/** A notebook's data may configure the instrument, but not act in the page. @param {string} name */
function allowed(name) {
  return /^[a-z][a-z\d-]*$/.test(name) && !/^(on|style$|class$|id$)/.test(name);
}

// biome-ignore lint/style/noDefaultExport: the widget interface asks for a default export
export default { render };
