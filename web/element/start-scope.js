/** Creates the scope of a live instrument, with the data of the reader, the page or the link. */
import { experiments } from '../index.js';
import { translate } from '../language/translate.js';
import { fetchEngine } from '../outline.js';
import { isDataError, loadPageData } from './page-data.js';
import { readThreads } from './speed.js';

/** @import { Configuration } from '../engine/schema.js' */
/** @import { Progress, Scope } from '../engine/scope.js' */
/** @import { Host } from '../instrument/host.js' */
/** @import { OwnData } from './own-data.js' */

/**
 * Creates a scope. With the attribute `fast`, numbers may differ between machines.
 * @param {Host} host
 * @param {Configuration} configuration defaults left out
 * @param {OwnData | null} own the reader's data
 * @returns {Promise<Scope>}
 */
export async function createRunScope({ element, signal }, configuration, own) {
  const options = { fast: element.hasAttribute('fast'), threads: readThreads(element), signal };
  const { createScope } = await fetchEngine();
  return createScope({ ...configuration, data: own?.content, ...options });
}

/**
 * Creates the first scope. If data of the page or of a link cannot be read, or the core rejects them, a notice says so
 * and the run uses the task's own data. The first `progress` event may come before the views exist, so `first()` returns it.
 * @param {Host} host
 * @param {import('./settings.js').Settings} settings
 * @param {OwnData | null} own
 * @returns {Promise<{ scope: Scope, own: OwnData | null, first: () => Progress | null }>}
 */
export async function startScope(host, { configuration, data }, own) {
  /** @param {OwnData | null} ownData */
  const startWithData = async (ownData) => {
    const scope = await createRunScope(host, configuration, ownData);
    /** @type {Progress | null} */
    let first = null;
    const keepFirst = (/** @type {{ detail: Progress }} */ { detail }) => {
      first = detail;
    };
    scope.addEventListener('progress', keepFirst, { once: true });
    return { scope, own: ownData, first: () => first };
  };
  /** Resets a text parameter that the core rejects to its default. @param {OwnData | null} ownData */
  const startWithValidText = (ownData) =>
    startWithData(ownData).catch((error) => {
      const refused = schema?.parameters.find(({ name }) => name === error.parameter);
      if (refused?.type !== 'text') throw error;
      delete configuration.parameters[refused.name];
      host.notify(translate('{message}. Ignored.', { message: error.message }));
      return startWithData(ownData);
    });
  const schema = experiments().find(({ name }) => name === configuration.experiment);
  if (own) return startWithValidText(own);
  const address = host.element.getAttribute('data-src');
  try {
    return await startWithValidText(
      await loadPageData({ address, field: data, signal: host.signal }, schema),
    );
  } catch (error) {
    if ((data ?? address) === null || host.signal.aborted || !isDataError(error)) throw error;
    host.reportError(error);
    const started = await startWithValidText(null);
    const from = data === undefined ? address : translate('data of the link');
    host.notify(translate('The run learns from the task’s own data. Not used: {from}.', { from }));
    return started;
  }
}
