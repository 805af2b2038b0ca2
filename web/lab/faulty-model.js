/**
 * A faulty model: a network in which one line of the formula is computed wrongly, and the settings that stay hidden until the
 * reader has found that line.
 * @module
 */
import { elementSchemas } from '../element/attributes.js';
import { parseLink, writeLink } from '../index.js';
import { createConfiguration, getChapters, resolveParameters } from './chapters.js';
import { SceneController } from './scene-controller.js';

/** @import { Configuration } from '../engine/schema.js' */
/** @import { Scope } from '../engine/scope.js' */
/** @import { AttentionMap } from '../engine/shapes.js' */
/** @import { PlacedScene } from './scene.js' */

/**
 * The lines of the model's formula, as the model describes them.
 * @typedef {object} Formulas
 * @property {string} query
 * @property {string} key
 * @property {string} score of q and k
 * @property {string} context
 * @property {string} loss
 * @property {string} defaultPairCount default number of training pairs
 * @property {string} pairCount number of training pairs of this model
 */

/** Training loss and held-out metrics of a run. @typedef {{ loss: number, metrics: Readonly<Record<string, number | null>> }} RunResults */

/**
 * @typedef {object} ModelMeasurements
 * @property {RunResults} results training loss, and the metrics of all held-out pairs
 * @property {AttentionMap} map of the watched pair
 * @property {number} smallestRowSum smallest sum of the shown weights of a row
 * @property {{ low: number, high: number }} firstRowScores of the first row
 * @property {{ low: number, high: number }} lastRowScores of the last row
 * @property {{ firstRow: number, secondRow: number, low: number, high: number }} rowDifference smallest and largest difference of the scores of the
 *   rows `of` and `and` (from 1) over all positions; the pair for which the two differ most
 * @property {{ weights: number, scores: number }} ratio of the two largest weights of a row, and exp of the difference of
 *   their scores
 * @property {number} largestKey largest absolute entry of all keys
 * @property {number} contextError largest difference between the first context vector and the weighted average of the states
 */

/**
 * One line of the formula of the model.
 * @typedef {object} Line
 * @property {string} id
 * @property {string} name of what it computes
 * @property {(formulas: Formulas) => string} formatFormula as it should be, in the format of prose.js
 * @property {(found: ModelMeasurements) => string} explainWhyCorrect why the measurements rule this line out
 */

/**
 * @typedef {object} FaultyModel
 * @property {string} name for addresses, as 'A'; it does not reveal the fault
 * @property {string} faultyLine id of the faulty line
 * @property {(formulas: Formulas) => string} formatFaultyFormula what the faulty line computes
 * @property {(found: ModelMeasurements) => string} explainFault the fault causes these measurements
 * @property {Readonly<Record<string, (found: ModelMeasurements) => string>>} [explanationsWhyCorrect] by line, where another reason rules it out
 * @property {readonly Line[]} lines
 * @property {(scope: Scope) => Promise<Formulas>} readFormulas
 * @property {(scope: Scope, loss: number) => Promise<ModelMeasurements>} measure measures a trained network, given its training loss
 * @property {string} referencePreset preset of the same network without the fault
 */

/** The setting of the shown example, which is no fault. */
const kExampleSetting = 'probeExample';

/** Parts of the instrument that would reveal the settings or the formula of a network. */
const kRevealingParts = ['presets', 'data', 'save', 'race', 'decoder-steps'];

/** @param {PlacedScene} scene with a faulty model @returns {Configuration['parameters']} of the model without the fault */
const getReferenceParameters = ({ experiment, faultyModel }) =>
  resolveParameters(experiment, { preset: faultyModel?.referencePreset });

/**
 * The settings in which any faulty model differs from the reference. All of them are hidden for every faulty model, since
 * hiding only its own would reveal the fault.
 * @param {string} experiment
 * @returns {string[]}
 */
function findFaultSettings(experiment) {
  const scenes = getChapters().flatMap((chapter) => chapter.scenes);
  const differing = scenes
    .filter((scene) => scene.faultyModel && scene.experiment === experiment)
    .flatMap((scene) => {
      const [faulty, reference] = [createConfiguration(scene).parameters, getReferenceParameters(scene)];
      const names = Object.keys({ ...faulty, ...reference });
      return names.filter((name) => String(faulty[name]) !== String(reference[name]));
    });
  return [...new Set(differing)].filter((name) => name !== kExampleSetting);
}

/** @param {string} experiment @returns {string[]} names of the settings and parts that stay hidden */
export const listWithheldNames = (experiment) => [...findFaultSettings(experiment), ...kRevealingParts];

/**
 * @param {Configuration} configuration
 * @param {Configuration['parameters']} from which the withheld settings are copied
 * @returns {Configuration}
 */
function replaceFaultSettings(configuration, from) {
  const parameters = { ...configuration.parameters };
  for (const name of findFaultSettings(configuration.experiment)) {
    delete parameters[name];
    if (from[name] !== undefined) parameters[name] = from[name];
  }
  return { ...configuration, parameters };
}

/** @param {PlacedScene} scene @param {Configuration} configuration @returns {Configuration} the same, without the fault */
export const createReferenceConfiguration = (scene, configuration) =>
  replaceFaultSettings(configuration, getReferenceParameters(scene));

/**
 * @param {PlacedScene} scene
 * @param {Configuration} configuration
 * @returns {boolean} whether it has the fault of the scene, whatever else the reader has set
 */
export function hasFault(scene, configuration) {
  const faulty = replaceFaultSettings(configuration, createConfiguration(scene).parameters);
  return configuration.experiment === scene.experiment && writeLink(faulty) === writeLink(configuration);
}

/**
 * Reads what an address says about a scene. For a faulty model the settings of the fault come from the scene.
 * @param {PlacedScene} scene
 * @param {string} link as the address has it
 * @param {string} name of the faulty model in the address
 * @returns {{ configuration: Configuration, link: string }} `link`: '' where it adds nothing to the scene
 */
export function readSceneAddress(scene, link, name) {
  const configuration = createConfiguration(scene);
  if (scene.faultyModel?.name !== name) return { configuration, link };
  const parsed = parseLink(link, elementSchemas);
  if (parsed.configuration.experiment !== scene.experiment) return { configuration, link: '' };
  const faulty = replaceFaultSettings(parsed.configuration, configuration.parameters);
  return { configuration: faulty, link: writeLink(faulty, parsed.extras, elementSchemas) };
}

/**
 * @param {PlacedScene} scene
 * @param {string} link of the instrument
 * @param {boolean} withheld whether the fault is still hidden
 * @returns {{ link: string, faultyModel?: string }} what the address has to add to the scene
 */
export function writeSceneAddress(scene, link, withheld) {
  const beyond = SceneController.subtractConfiguration(link, createConfiguration(scene));
  const { faultyModel } = scene;
  if (!withheld || !faultyModel || !/;experiment=/.test(beyond)) return { link: beyond };
  const { configuration, extras } = parseLink(link, elementSchemas);
  return {
    link: writeLink(replaceFaultSettings(configuration, {}), extras, elementSchemas),
    faultyModel: faultyModel.name,
  };
}
