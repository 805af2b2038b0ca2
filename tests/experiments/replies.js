/** Computes the reply of a scene to a prediction as the page does, in the caller's thread. */
import { createScope } from '../../web/index.js';
import { findLengths, seriesOf } from '../../web/lab/by-length.js';
import { chapters, configurationOf, parametersOf } from '../../web/lab/chapters.js';

/** @import { Scope } from '../../web/engine/scope.js' */
/** @import { Findings, Measured } from '../../web/lab/question.js' */
/** @import { PlacedScene } from '../../web/lab/scene.js' */

/** All scenes with their positions on the path, such as 3.2. */
export const placedScenes = () =>
  chapters().flatMap((chapter) =>
    chapter.scenes.map((scene, i) => ({ ...scene, place: `${chapter.number}.${i + 1}` })),
  );

/** @type {import('../../web/lab/question.js').Create} */
const create = (options) => createScope({ ...options, worker: false });

/** The trained network of a scene with its metrics. @typedef {{ scope: Scope, loss: number, metrics: Measured }} Trained */

/**
 * Trains the network of a scene for its planned steps.
 * @param {PlacedScene} scene
 * @param {number} seed
 * @returns {Promise<Trained>}
 */
export async function trainScene(scene, seed) {
  const scope = await create({ ...configurationOf(scene), seed });
  const { loss, metrics } = await scope.train({ steps: scope.manifest.plannedSteps });
  return { scope, loss, metrics };
}

/**
 * @param {PlacedScene} scene with a question
 * @param {Trained | null} trained null if the scene trains nothing
 * @returns {Promise<Findings>} the findings for its reply
 */
export async function findReply({ ask, experiment }, trained) {
  if (!ask) throw new Error('The scene has no question.');
  const { scope, metrics } = trained ?? { scope: /** @type {never} */ (null), metrics: {} };
  if (ask.measure) {
    const found = findLengths((await seriesOf(scope)).shares);
    if (!found) throw new Error('The measurement returned nothing.');
    return found;
  }
  const found = await ask.probe?.(scope, create);
  const { set, change } = ask.beside ?? {};
  const parameters = set ? parametersOf(experiment, set) : await change?.(scope);
  return {
    ...found,
    values: { ...metrics, ...found?.values },
    other: parameters && (await trainBeside(scope, parameters)),
  };
}

/** @param {Scope} scope @param {Scope['configuration']['parameters']} parameters */
async function trainBeside({ configuration }, parameters) {
  const run = await create({ ...configuration, parameters });
  const { metrics } = await run.train({ steps: run.manifest.plannedSteps });
  run.dispose();
  return metrics;
}
