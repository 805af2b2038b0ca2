/**
 * For MyST and Jupyter: the widget interface `render({ model, el })` around one `<attento-scope>`; published as
 * `anywidget.mjs`. The model's `attributes` are the tag's attributes (`{ "experiment": "context-lookup", "seed": 7 }`),
 * its `link` is the configuration as a link, which takes precedence and is updated when the reader changes something.
 *
 * MyST copies only this file to the built site. So the model's `base` is the folder of the published files; by default it
 * is the folder of this file. Scripts are loaded from there, so the author of `base` is trusted as much as the author of the
 * address of this file. It must be a plain https address, or one on the page's own site; the page's policy (script-src) may
 * restrict it further.
 */

/**
 * The members of a widget's model that this file uses. In MyST `save_changes` and `off` throw.
 * @typedef {object} Model
 * @property {(name: string) => unknown} get
 * @property {(name: string, value: unknown) => void} [set]
 * @property {() => void} [save_changes]
 * @property {(event: string, listener: () => void) => void} [on]
 * @property {(event: string, listener: () => void) => void} [off]
 */

/**
 * @param {{ model: Model, el: Element }} widget
 * @returns {Promise<() => void>} cleanup: removes the instrument
 */
async function render({ model, el }) {
  const address = readBase(model.get('base') || import.meta.url.replace(/[?#].*/, ''), import.meta.url);
  try {
    await import(/* @vite-ignore */ address);
  } catch (cause) {
    const message = `${address} could not be loaded. The widget needs "base", the folder of the published files.`;
    throw new Error(message, { cause });
  }
  const element = /** @type {import('../element/attento-scope.js').AttentoScope} */ (
    document.createElement('attento-scope')
  );
  /** Attributes set by the model, so that those it drops can be removed. @type {string[]} */
  let setNames = [];
  const readAttributes = () => {
    const wanted = Object.entries(/** @type {object} */ (model.get('attributes') ?? {}));
    const attributes = wanted.filter(
      ([name, value]) => isAllowedAttribute(name) && value !== false && value !== null,
    );
    for (const name of setNames)
      if (!attributes.some(([other]) => other === name)) element.removeAttribute(name);
    for (const [name, value] of attributes) element.setAttribute(name, value === true ? '' : String(value));
    setNames = attributes.map(([name]) => name);
  };
  const readLink = () => {
    const link = model.get('link');
    if (typeof link === 'string' && link !== element.configuration) element.configuration = link;
  };
  /** @param {Event} event */
  const writeLink = (event) => {
    model.set?.('link', /** @type {CustomEvent<{ link: string }>} */ (event).detail.link);
    tryCall(() => model.save_changes?.());
  };
  readAttributes();
  readLink();
  model.on?.('change:attributes', readAttributes);
  model.on?.('change:link', readLink);
  element.addEventListener('attento-change', writeLink);
  el.append(element);
  return () => {
    tryCall(() => model.off?.('change:attributes', readAttributes));
    tryCall(() => model.off?.('change:link', readLink));
    element.remove();
  };
}

/** @param {() => void} act call that may throw on a page without a kernel */
function tryCall(act) {
  try {
    act();
  } catch (error) {
    console.debug(error);
  }
}

/**
 * @param {unknown} base value from the notebook: the published folder, or a script in it
 * @param {string} scriptAddress address of this file
 * @returns {string} address of the published script
 * @throws {Error} if scripts may not be loaded from this address
 */
function readBase(base, scriptAddress) {
  const url =
    typeof base === 'string' && URL.canParse(base, scriptAddress) ? new URL(base, scriptAddress) : null;
  const isSameOrigin = [new URL(scriptAddress), location].some(({ origin }) => origin === url?.origin);
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url?.hostname ?? '');
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && (isSameOrigin || isLocal));
  if (!url || !isAllowed || url.username || url.password || url.search || url.hash)
    throw new Error(
      `base: ${JSON.stringify(base)} is not accepted; expected the address of the published folder, of https or of the page's own site, without user name, query and fragment`,
    );
  url.pathname = url.pathname.replace(/[^/]*\.m?js$/, '').replace(/\/?$/, '/attentoscope.js');
  return url.href;
}

/** Whether a notebook may set an attribute: it may configure the instrument, but not act on the page. @param {string} name */
function isAllowedAttribute(name) {
  return /^[a-z][a-z\d-]*$/.test(name) && !/^(on|style$|class$|id$)/.test(name);
}

// biome-ignore lint/style/noDefaultExport: the widget interface asks for a default export
export default { render };
