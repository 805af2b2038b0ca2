/** Computes the reply of a scene to a prediction as the page does, in the caller's thread. */
import { createScope } from '../../web/index.js';
import { createConfiguration, getChapters, loadChapter, resolveParameters } from '../../web/lab/chapters.js';

/** @import { Scope } from '../../web/engine/scope.js' */
/** @import { ProbeResult, Measurements } from '../../web/lab/question.js' */
/** @import { PlacedScene } from '../../web/lab/scene.js' */

for (const { number } of getChapters()) await loadChapter(number);

/** All scenes with their positions on the path, such as 3.2. */
export const listPlacedScenes = () =>
  getChapters().flatMap((chapter) =>
    chapter.scenes.map((scene, i) => ({ ...scene, place: `${chapter.number}.${i + 1}` })),
  );

/** @type {import('../../web/lab/question.js').CreateScope} */
const create = (options) => createScope({ ...options, worker: false });

/** The trained network of a scene with its metrics. @typedef {{ scope: Scope, loss: number, metrics: Measurements }} Trained */

/**
 * @param {PlacedScene} scene with a question
 * @param {Trained | null} trained null if the scene trains nothing
 * @returns {Promise<ProbeResult>} the findings for its reply
 */
export async function findReply(scene, trained) {
  const { question, experiment } = scene;
  if (!question) throw new Error('The scene has no question.');
  const { scope, metrics } = trained ?? { scope: /** @type {never} */ (null), metrics: {} };
  const found = await question.probe?.(scope, create, [createConfiguration(scene)]);
  const { settings, deriveParameters } = question.comparison ?? {};
  const parameters = settings ? resolveParameters(experiment, settings) : await deriveParameters?.(scope);
  return {
    ...found,
    values: { ...metrics, ...found?.values },
    comparisonValues: parameters && (await trainBaseline(scope, parameters)),
  };
}

/** @param {Scope} scope @param {Scope['configuration']['parameters']} parameters */
async function trainBaseline({ configuration }, parameters) {
  const run = await create({ ...configuration, parameters });
  const { metrics } = await run.train({ steps: run.manifest.plannedSteps });
  run.dispose();
  return metrics;
}
