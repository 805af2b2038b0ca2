/**
 * The chapters, each with the scenes that the experiments contribute to it.
 * @module
 */
import { chapters as found } from '../generated/chapters.js';
import { calculator, experiments, maps, writeLink } from '../index.js';
import { getLanguage, translate } from '../language/translate.js';
import { nearest } from './address.js';
import { path } from './path.js';

/** @import { ExperimentSchema } from '../engine/schema.js' */
/** @import { PlacedScene, Scenes } from './scene.js' */

/** @typedef {import('./path.js').Stop & { number: number, scenes: readonly PlacedScene[] }} PlacedChapter */

/** @type {ReadonlyMap<string, { chapter: Scenes }>} */
const written = found;

/** All that an instrument can show: experiments, calculator, maps. @returns {readonly ExperimentSchema[]} */
export const subjects = () =>
  /** @type {readonly ExperimentSchema[]} */ ([...experiments(), calculator, maps]);

/** @type {{ language: string, chapters: PlacedChapter[] }} */
let made = { language: '', chapters: [] };

/** @returns {readonly PlacedChapter[]} those that have scenes, in the order of the path */
export function chapters() {
  if (made.language !== getLanguage()) made = { language: getLanguage(), chapters: placed() };
  return made.chapters;
}

function placed() {
  const all = subjects().flatMap(({ name }) => scenesOf(name));
  return path
    .map((stop, number) => ({ ...stop, number, scenes: all.filter(({ chapter }) => chapter === number) }))
    .filter(({ scenes }) => scenes.length > 0);
}

/**
 * The scene that an address asks for, or the nearest.
 * @param {Pick<ReturnType<typeof import('./address.js').readAddress>, 'chapter' | 'scene'>} address
 * @returns {{ chapter: PlacedChapter, scene: number, found: 'exact' | 'moved' | 'nearest' }} `scene` counts from 0; 'moved':
 *   the scene is in another chapter now
 */
export function sceneAt({ chapter: asked, scene: wanted }) {
  const all = chapters();
  const number = nearest(
    asked ?? '',
    all.map((one) => one.number),
  );
  const chapter = /** @type {PlacedChapter} */ (all.find((one) => one.number === number));
  const count = chapter.scenes.length;
  const later = all.find((one) => one.number === chapter.rest);
  const beyond = /^\d{1,9}$/.test(wanted ?? '') ? Number(wanted) - count : 0;
  if (String(number) === asked && later && beyond > 0)
    return { chapter: later, scene: Math.min(beyond, later.scenes.length) - 1, found: 'moved' };
  const at = nearest(
    wanted ?? '1',
    chapter.scenes.map((_, i) => i + 1),
  );
  const exact = String(number) === (asked ?? '') && (wanted === null || String(at) === wanted);
  return { chapter, scene: at - 1, found: exact ? 'exact' : 'nearest' };
}

/** @param {string} experiment @returns {PlacedScene[]} */
function scenesOf(experiment) {
  const scenes = written.get(experiment)?.chapter ?? [];
  return scenes.map((scene) => ({ ...scene, experiment }));
}

/**
 * @param {PlacedScene} scene
 * @returns {import('../engine/schema.js').Configuration} what the instrument shows in it
 */
export function configurationOf({ experiment, settings: set = {}, watchedExample: watch }) {
  const known = subjects().find(({ name }) => name === experiment);
  /** @type {Record<string, import('../engine/schema.js').Value>} */
  const watched =
    known?.parameters.some(({ name }) => name === 'probeExample') && watch ? { probeExample: watch } : {};
  return { experiment, seed: set.seed ?? 7, parameters: { ...parametersOf(experiment, set), ...watched } };
}

/** @param {string} experiment @param {import('./scene.js').SceneSettings} set */
export function parametersOf(experiment, { preset, parameters }) {
  const { presets = [] } = /** @type {ExperimentSchema} */ (
    subjects().find(({ name }) => name === experiment)
  );
  const found = presets.find(({ name }) => name === preset);
  if (preset && !found) throw new Error(`${experiment} has no preset "${preset}".`);
  return { ...found?.parameters, ...parameters };
}

/** @param {string} experiment @param {import('./scene.js').SceneSettings} [set] @returns {string} a sentence about it */
export function settingText(experiment, set = {}) {
  const found = subjects().find(({ name }) => name === experiment);
  const preset = found?.presets?.find(({ name }) => name === set.preset);
  const own = Object.entries(set.parameters ?? {}).map(([name, value]) => {
    const schema = found?.parameters.find((one) => one.name === name);
    const choice = schema?.choices?.find((one) => one.value === value)?.label;
    const told = choice ? translate(choice) : toldOf(value);
    return schema?.label ? `${translate(schema.label)}: ${told}` : '';
  });
  const what = [preset ? translate(preset.label) : '', ...own].filter(Boolean).join(' · ');
  return what && translate('Now shown: {what}.', { what });
}

/** @param {import('../engine/schema.js').ValueLike} value @returns {unknown} formatted for the present language */
function toldOf(value) {
  if (typeof value === 'boolean') return value ? translate('on') : translate('off');
  return typeof value === 'number'
    ? value.toLocaleString(getLanguage(), { maximumSignificantDigits: 6 })
    : value;
}

/** @param {string} experiment @returns {(preset: string) => string} address of a preset that its text links to */
export const linksOf = (experiment) => (preset) =>
  `#${writeLink({ experiment, parameters: parametersOf(experiment, { preset }) })}`;

/**
 * Finds the scene for a link that names an instrument alone: the one with this configuration, or the first of its experiment.
 * @param {import('../engine/schema.js').Configuration} configuration
 * @returns {{ chapter: PlacedChapter, scene: number } | null} null where no scene has this experiment
 */
export function placeOf(configuration) {
  const link = writeLink(configuration);
  /** @param {(scene: PlacedScene) => boolean} fits */
  const first = (fits) => {
    for (const chapter of chapters()) {
      const scene = chapter.scenes.findIndex(fits);
      if (scene >= 0) return { chapter, scene };
    }
    return null;
  };
  const about = (/** @type {PlacedScene} */ { experiment }) => experiment === configuration.experiment;
  // Chapter 0 shows the translation task without attention, so it is not the chapter for links to that experiment.
  const home = first((scene) => about(scene) && scene.chapter > 0);
  return first((scene) => about(scene) && writeLink(configurationOf(scene)) === link) ?? home;
}
