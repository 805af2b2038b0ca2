/** Loads the views of an experiment. */
import { views as generatedViews } from '../generated/views.js';
import { outlines } from '../outline.js';

/** @import { View, ViewOptions } from '../engine/view-types.js' */
/** @typedef {{ createView: (options: ViewOptions) => View | null, styles: string }
 *   & Pick<ViewOptions, 'createBoard' | 'createThumbnail'>} ViewModule only the view that shows the map of an experiment may have createBoard and createThumbnail */

/** Loaders by view name. @type {ReadonlyMap<string, () => Promise<ViewModule>>} */
const loaders = generatedViews;

/** By name; `prediction` comes first, so that the styles of the other views override its shared styles. @typedef {ReadonlyMap<string, ViewModule>} ViewModules */

/** @param {string} experiment @returns {Promise<ViewModules>} the experiment's views, and `prediction` */
export async function loadViews(experiment) {
  const { views: names = [] } = outlines().find(({ name }) => name === experiment) ?? {};
  const entryPromises = ['prediction', ...names].flatMap((name) => {
    const load = loaders.get(name);
    return load ? [load().then((module) => /** @type {const} */ ([name, module]))] : [];
  });
  return new Map(await Promise.all(entryPromises));
}

/** @param {ViewModules} modules @returns {string} the style sheet of all views */
export const joinViewStyles = (modules) => [...modules.values()].map(({ styles }) => styles).join('\n');
