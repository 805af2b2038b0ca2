/** A faulty model: a network in which one line of the formula is computed wrongly. */
import { isSameConfiguration } from '../outline.js';
import { createConfiguration, resolveParameters } from './chapters.js';

/** @import { Configuration } from '../engine/schema.js' */
/** @import { Scope } from '../engine/scope.js' */
/** @import { AttentionMap } from '../engine/shapes.js' */
/** @import { PlacedScene } from './scene.js' */

/**
 * The lines of the model's formula, as the model describes them, and the numbers of training pairs that the texts mention.
 * @typedef {object} Formulas
 * @property {string} query
 * @property {string} key
 * @property {string} score of q and k
 * @property {string} context
 * @property {string} defaultPairCount default number of training pairs
 * @property {string} pairCount number of training pairs of this model
 */

/** Training loss and held-out metrics of a run. @typedef {{ loss: number, metrics: Readonly<Record<string, number | null>> }} RunResults */

/**
 * @typedef {object} ModelMeasurements
 * @property {RunResults} results training loss, and the metrics of all held-out pairs
 * @property {AttentionMap} map of the watched pair
 * @property {number} smallestRowSum smallest sum of the shown weights of a row
 * @property {{ low: number, high: number }} firstRowScores smallest and largest score of the first row
 * @property {{ low: number, high: number }} lastRowScores smallest and largest score of the last row
 * @property {{ firstRow: number, secondRow: number, low: number, high: number }} rowDifference smallest and largest difference of the scores of
 *   `firstRow` and `secondRow` (from 1) over all positions; for the pair of rows for which `low` and `high` differ most
 * @property {{ weights: number, scores: number }} ratio of the two largest weights of a row, and exp of the difference of
 *   their scores
 * @property {number} largestKey largest absolute entry of all keys
 * @property {number} contextError largest difference between the first context vector and the weighted average of the states
 */

/**
 * One line of the formula of the model.
 * @typedef {object} Line
 * @property {string} id
 * @property {string} name of what the line computes
 * @property {(formulas: Formulas) => string} formatFormula the correct formula, in the format of prose-parser.js
 * @property {(found: ModelMeasurements) => string} explainWhyCorrect why the measurements rule this line out
 */

/**
 * @typedef {object} FaultyModel
 * @property {string} faultyLine id of the faulty line
 * @property {(formulas: Formulas) => string} formatFaultyFormula what the faulty line computes
 * @property {(found: ModelMeasurements) => string} explainFault why the fault causes these measurements
 * @property {Readonly<Record<string, (found: ModelMeasurements) => string>>} [explanationsWhyCorrect] by line id, replaces the line's own explainWhyCorrect
 * @property {readonly Line[]} lines
 * @property {(scope: Scope) => Promise<Formulas>} readFormulas
 * @property {(scope: Scope, loss: number) => Promise<ModelMeasurements>} measure measures a trained network, given its training loss
 * @property {string} referencePreset preset of the same network without the fault
 */

/** Name of the setting that selects the shown example; a difference in it is no fault. */
const kExampleSetting = 'probeExample';

/**
 * @param {PlacedScene} scene with a faulty model
 * @param {Configuration} configuration
 * @param {'faulty' | 'reference'} side
 * @returns {Configuration} the configuration with the settings of the fault, or without the fault
 */
function replaceFaultSettings(scene, configuration, side) {
  const faulty = createConfiguration(scene).parameters;
  const reference = resolveParameters(scene.experiment, { preset: scene.faultyModel?.referencePreset });
  const from = side === 'faulty' ? faulty : reference;
  const parameters = { ...configuration.parameters };
  for (const name of Object.keys({ ...faulty, ...reference })) {
    if (name === kExampleSetting || String(faulty[name]) === String(reference[name])) continue;
    delete parameters[name];
    if (from[name] !== undefined) parameters[name] = from[name];
  }
  return { ...configuration, parameters };
}

/** @param {PlacedScene} scene @param {Configuration} configuration @returns {Configuration} the configuration without the fault */
export const createReferenceConfiguration = (scene, configuration) =>
  replaceFaultSettings(scene, configuration, 'reference');

/**
 * @param {PlacedScene} scene
 * @param {Configuration} configuration
 * @returns {boolean} whether the configuration has the fault of the scene, whatever other settings it has
 */
export function hasPlantedFault(scene, configuration) {
  const faulty = replaceFaultSettings(scene, configuration, 'faulty');
  return configuration.experiment === scene.experiment && isSameConfiguration(faulty, configuration);
}
