/** What a scene replies to a prediction, computed as the page computes it, in the caller's thread. */
import { createScope } from '../../web/index.js';
import { computeLengthGap, measureSeries } from '../../web/lab/accuracy-by-length.js';
import { createConfiguration, getChapters, resolveParameters } from '../../web/lab/chapters.js';

/** @import { Scope } from '../../web/engine/scope.js' */
/** @import { ProbeResult, Measurements } from '../../web/lab/question.js' */
/** @import { PlacedScene } from '../../web/lab/scene.js' */

/** All scenes, each with its place on the path. */
export const placedScenes = () =>
  getChapters().flatMap((chapter) =>
    chapter.scenes.map((scene, i) => ({ ...scene, place: `${chapter.number}.${i + 1}` })),
  );

/** @type {import('../../web/lab/question.js').CreateScope} */
const create = (options) => createScope({ ...options, worker: false });

/** What a scene shows, with the numbers of the trained network. @typedef {{ scope: Scope, loss: number, metrics: Measurements }} Trained */

/**
 * Trains what a scene shows to its planned end.
 * @param {PlacedScene} scene
 * @param {number} seed
 * @returns {Promise<Trained>}
 */
export async function trainScene(scene, seed) {
  const scope = await create({ ...createConfiguration(scene), seed });
  const { loss, metrics } = await scope.train({ steps: scope.manifest.plannedSteps });
  return { scope, loss, metrics };
}

/**
 * @param {PlacedScene} scene that asks something
 * @param {Trained | null} trained null where nothing is trained
 * @returns {Promise<ProbeResult>} what its reply rests on
 */
export async function findReply({ question: ask, experiment }, trained) {
  if (!ask) throw new Error('The scene asks nothing.');
  const { scope, metrics } = trained ?? { scope: /** @type {never} */ (null), metrics: {} };
  if (ask.figure) {
    const found = computeLengthGap((await measureSeries(scope)).shares);
    if (!found) throw new Error('Nothing was measured.');
    return found;
  }
  const found = await ask.probe?.(scope, create);
  const { settings, deriveParameters } = ask.comparison ?? {};
  const parameters = settings ? resolveParameters(experiment, settings) : await deriveParameters?.(scope);
  return {
    ...found,
    values: { ...metrics, ...found?.values },
    comparisonValues: parameters && (await trainBeside(scope, parameters)),
  };
}

/** @param {Scope} scope @param {Scope['configuration']['parameters']} parameters */
async function trainBeside({ configuration }, parameters) {
  const run = await create({ ...configuration, parameters });
  const { metrics } = await run.train({ steps: run.manifest.plannedSteps });
  run.dispose();
  return metrics;
}
