/** The chapters, each with the scenes that the experiments contribute to it. */
import { chapters as generatedScenes } from '../generated/chapters.js';
import { mainSettings } from '../generated/mainSettings.js';
import { calculator, experiments, maps, writeLink } from '../index.js';
import { getLanguage, translate } from '../language/translate.js';
import { isSameConfiguration, seedSchema } from '../outline.js';
import { findNearestNumber } from './address.js';
import { chapterOutlines } from './chapter-outlines.js';

/** @import { ExperimentSchema } from '../engine/schema.js' */
/** @import { PlacedScene, Scene, SceneOutline } from './scene.js' */

/** @typedef {import('./chapter-outlines.js').ChapterOutline & { number: number, scenes: readonly PlacedScene[] }} PlacedChapter */

/** @type {ReadonlyMap<string, { outlines: readonly SceneOutline[], load: () => Promise<{ scenes: readonly Scene[] }> }>} */
const scenesByExperiment = generatedScenes;

/** Scenes that are loaded, by experiment. @type {Map<string, readonly Scene[]>} */
const loadedScenes = new Map();

/** Loads the scenes of a chapter; until then its scenes have neither text nor question. @param {number} chapter */
export async function loadChapter(chapter) {
  for (const [experiment, { outlines, load }] of scenesByExperiment) {
    if (loadedScenes.has(experiment) || !outlines.some((outline) => outline.chapter === chapter)) continue;
    loadedScenes.set(experiment, (await load()).scenes);
    cached = null;
  }
}

/** All that an instrument can show: experiments, calculator, maps. @returns {readonly ExperimentSchema[]} */
export const listInstrumentSchemas = () =>
  /** @type {readonly ExperimentSchema[]} */ ([...experiments(), calculator, maps]);

/** @param {string} experiment @returns {ExperimentSchema | undefined} */
export const findInstrumentSchema = (experiment) =>
  listInstrumentSchemas().find(({ name }) => name === experiment);

/** The chapters in the language in which they were last asked for. @type {{ language: string, chapters: PlacedChapter[] } | null} */
let cached = null;

/** @returns {readonly PlacedChapter[]} all chapters that have scenes, in their order */
export function getChapters() {
  if (cached?.language !== getLanguage()) cached = { language: getLanguage(), chapters: buildChapters() };
  return cached.chapters;
}

function buildChapters() {
  const all = listInstrumentSchemas().flatMap(({ name }) => collectScenes(name));
  return chapterOutlines
    .map((outline, number) => ({
      ...outline,
      number,
      scenes: all.filter(({ chapter }) => chapter === number),
    }))
    .filter(({ scenes }) => scenes.length > 0);
}

/**
 * Finds the scene that an address names, or the nearest existing one.
 * @param {Pick<ReturnType<typeof import('./address.js').readAddress>, 'chapter' | 'scene'>} address
 * @returns {{ chapter: PlacedChapter, scene: number, isExact: boolean }} `scene` counts from 0
 */
export function findScene({ chapter: requestedChapter, scene }) {
  const all = getChapters();
  const number = findNearestNumber(
    requestedChapter ?? '',
    all.map((one) => one.number),
  );
  const chapter = /** @type {PlacedChapter} */ (all.find((one) => one.number === number));
  const at = findNearestNumber(
    scene ?? '1',
    chapter.scenes.map((_, i) => i + 1),
  );
  const isExact = String(number) === (requestedChapter ?? '') && (scene === null || String(at) === scene);
  return { chapter, scene: at - 1, isExact };
}

/** Adds up the minutes that scenes take. @param {readonly PlacedScene[]} scenes */
export const sumMinutes = (scenes) => Math.round(scenes.reduce((sum, { minutes }) => sum + minutes, 0));

/** @param {string} experiment @returns {PlacedScene[]} */
function collectScenes(experiment) {
  const outlines = scenesByExperiment.get(experiment)?.outlines ?? [];
  const scenes = loadedScenes.get(experiment);
  return outlines.map((outline, i) => ({ ...outline, ...scenes?.[i], experiment }));
}

/**
 * @param {Pick<PlacedScene, 'experiment' | 'settings' | 'watchedExample'>} scene
 * @returns {import('../engine/schema.js').Configuration} configuration of the instrument in this scene
 */
export function createConfiguration({ experiment, settings = {}, watchedExample }) {
  /** @type {Record<string, import('../engine/schema.js').Value>} */
  const watched =
    watchedExample !== undefined &&
    findInstrumentSchema(experiment)?.parameters.some(({ name }) => name === 'probeExample')
      ? { probeExample: watchedExample }
      : {};
  return {
    experiment,
    seed: settings.seed ?? seedSchema.default,
    parameters: { ...resolveParameters(experiment, settings), ...watched },
  };
}

/** @param {string} experiment @param {import('./scene.js').SceneSettings} set */
export function resolveParameters(experiment, { preset, parameters }) {
  const { presets = [] } = /** @type {ExperimentSchema} */ (findInstrumentSchema(experiment));
  const presetSchema = presets.find(({ name }) => name === preset);
  if (preset && !presetSchema) throw new Error(`${experiment} has no preset "${preset}".`);
  return { ...presetSchema?.parameters, ...parameters };
}

/**
 * A sentence about the preset of a scene, and about those of its settings that matter most.
 * @param {string} experiment
 * @param {import('./scene.js').SceneSettings} [set]
 * @returns {string} '' if there are none
 */
export function describeSettings(experiment, set = {}) {
  const experimentSchema = findInstrumentSchema(experiment);
  const preset = experimentSchema?.presets?.find(({ name }) => name === set.preset);
  const parameters = Object.entries(set.parameters ?? {}).map(([name, value]) => {
    if (!mainSettings.get(experiment)?.includes(name)) return '';
    const schema = experimentSchema?.parameters.find((one) => one.name === name);
    const choice = schema?.choices?.find((one) => one.value === value)?.label;
    const formatted = choice ? translate(choice) : formatValue(value);
    return schema?.label ? `${translate(schema.label)}: ${formatted}` : '';
  });
  const description = [preset ? translate(preset.label) : '', ...parameters].filter(Boolean).join(' · ');
  return description && translate('Now shown: {description}.', { description });
}

/** @param {import('../engine/schema.js').ValueLike} value @returns {unknown} formatted for the present language */
function formatValue(value) {
  if (typeof value === 'boolean') return value ? translate('on') : translate('off');
  return typeof value === 'number'
    ? value.toLocaleString(getLanguage(), { maximumSignificantDigits: 6 })
    : value;
}

/** @param {string} experiment @returns {(preset: string) => string} returns the address of a preset, for links in texts */
export const createPresetLinker = (experiment) => (preset) =>
  `#${writeLink({ experiment, parameters: resolveParameters(experiment, { preset }) })}`;

/**
 * Finds the scene for a link without chapter and scene: the scene with this configuration, or the first of its experiment.
 * @param {import('../engine/schema.js').Configuration} configuration
 * @returns {{ chapter: PlacedChapter, scene: number } | null} null where no scene has this experiment
 */
export function findSceneForConfiguration(configuration) {
  /** @param {(scene: PlacedScene) => boolean} isMatch */
  const findFirst = (isMatch) => {
    for (const chapter of getChapters()) {
      const scene = chapter.scenes.findIndex(isMatch);
      if (scene >= 0) return { chapter, scene };
    }
    return null;
  };
  const hasExperiment = (/** @type {PlacedScene} */ { experiment }) =>
    experiment === configuration.experiment;
  // Chapter 0 shows the translation task without attention, so it is not the chapter for links to that experiment.
  const firstScene = findFirst((scene) => hasExperiment(scene) && scene.chapter > 0);
  return findFirst((scene) => isSameConfiguration(createConfiguration(scene), configuration)) ?? firstScene;
}
