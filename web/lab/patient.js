/**
 * A patient of the doctor's round: a network in which one line of the formula is computed wrongly, and what must not be
 * said of it until that line is found.
 * @module
 */
import { ownSchemas } from '../element/attributes.js';
import { parseLink, writeLink } from '../index.js';
import { chapters, configurationOf, parametersOf } from './chapters.js';
import { Drive } from './drive.js';

/** @import { Configuration } from '../engine/schema.js' */
/** @import { Scope } from '../engine/scope.js' */
/** @import { AttentionMap } from '../engine/shapes.js' */
/** @import { PlacedScene } from './scene.js' */

/**
 * The lines of the model's own formula, as it tells them itself.
 * @typedef {object} Formulas
 * @property {string} query
 * @property {string} key
 * @property {string} score of q and k
 * @property {string} context
 * @property {string} loss
 * @property {string} examples how many pairs the loss is averaged over, unless that is set
 * @property {string} given how many it is averaged over here
 */

/** What a run tells of itself. @typedef {{ loss: number, metrics: Readonly<Record<string, number | null>> }} Standing */

/**
 * @typedef {object} Findings
 * @property {Standing} standing training loss, and the metrics of all held-out pairs
 * @property {AttentionMap} map of the watched pair
 * @property {number} sum of the shown weights of a row, the least of all rows
 * @property {{ low: number, high: number }} scores of the first row
 * @property {{ low: number, high: number }} lastScores of the last row
 * @property {{ of: number, and: number, low: number, high: number }} apart how far the scores of two rows, counted from 1,
 *   are apart, position by position; the two that differ least evenly
 * @property {{ weights: number, scores: number }} ratio of the two largest weights of a row, and exp of the difference of
 *   their scores
 * @property {number} largestKey entry of all keys
 * @property {number} contextError between the first context vector and the weighted average of the shown states
 */

/**
 * One line of the formula of the model.
 * @typedef {object} Line
 * @property {string} id
 * @property {string} name the field's term for what it computes
 * @property {(formulas: Formulas) => string} formula as it should be, in the form of prose.js
 * @property {(found: Findings) => string} cleared what would be measured if it were wrong, and what is measured instead
 */

/**
 * @typedef {object} Patient
 * @property {string} name which opens nothing by itself, for addresses: 'A'
 * @property {string} line the wrong one
 * @property {(formulas: Formulas) => string} computed how it is computed
 * @property {(found: Findings) => string} why it has these symptoms
 * @property {Readonly<Record<string, (found: Findings) => string>>} [cleared] where the symptoms rule a line out otherwise
 * @property {readonly Line[]} lines
 * @property {(scope: Scope) => Promise<Formulas>} formulas
 * @property {(scope: Scope, loss: number) => Promise<Findings>} measure a trained network, with its loss in training
 * @property {string} healthy preset of the same network without the fault
 */

/** Which example is shown makes no network ill. */
const kView = 'probeExample';

/** What tells of a network what its settings are, or how it computes. */
const kTelling = ['presets', 'data', 'save', 'race', 'decoder-steps'];

/** @param {PlacedScene} scene of a patient @returns {Configuration['parameters']} of the healthy network */
const healthyOf = ({ experiment, patient }) => parametersOf(experiment, { preset: patient?.healthy });

/**
 * The settings in which any patient differs from the healthy network: the same for all of them, since which one is missing
 * would tell.
 * @param {string} experiment
 * @returns {string[]}
 */
function settingsOf(experiment) {
  const scenes = chapters().flatMap((chapter) => chapter.scenes);
  const differing = scenes
    .filter((scene) => scene.patient && scene.experiment === experiment)
    .flatMap((scene) => {
      const [ill, healthy] = [configurationOf(scene).parameters, healthyOf(scene)];
      const names = Object.keys({ ...ill, ...healthy });
      return names.filter((name) => String(ill[name]) !== String(healthy[name]));
    });
  return [...new Set(differing)].filter((name) => name !== kView);
}

/** @param {string} experiment @returns {string[]} names of the instrument that stay hidden */
export const withheldNames = (experiment) => [...settingsOf(experiment), ...kTelling];

/**
 * @param {Configuration} configuration
 * @param {Configuration['parameters']} from where the withheld settings are taken
 * @returns {Configuration}
 */
function exchanged(configuration, from) {
  const parameters = { ...configuration.parameters };
  for (const name of settingsOf(configuration.experiment)) {
    delete parameters[name];
    if (from[name] !== undefined) parameters[name] = from[name];
  }
  return { ...configuration, parameters };
}

/** @param {PlacedScene} scene @param {Configuration} configuration @returns {Configuration} the same, without the fault */
export const cured = (scene, configuration) => exchanged(configuration, healthyOf(scene));

/**
 * @param {PlacedScene} scene
 * @param {Configuration} configuration
 * @returns {boolean} whether it is this patient, whatever else the reader has set
 */
export function isPatient(scene, configuration) {
  const ill = exchanged(configuration, configurationOf(scene).parameters);
  return configuration.experiment === scene.experiment && writeLink(ill) === writeLink(configuration);
}

/**
 * What an address says about a scene; of a patient it leaves the fault to the scene.
 * @param {PlacedScene} scene
 * @param {string} link as the address has it
 * @param {string} name of a patient, in the address
 * @returns {{ configuration: Configuration, link: string }} `link`: '' where it says nothing beyond the scene
 */
export function readScene(scene, link, name) {
  const configuration = configurationOf(scene);
  if (scene.patient?.name !== name) return { configuration, link };
  const own = parseLink(link, ownSchemas);
  if (own.configuration.experiment !== scene.experiment) return { configuration, link: '' };
  const ill = exchanged(own.configuration, configuration.parameters);
  return { configuration: ill, link: writeLink(ill, own.extras, ownSchemas) };
}

/**
 * @param {PlacedScene} scene
 * @param {string} link of the instrument
 * @param {boolean} withheld whether the fault is still to be found
 * @returns {{ link: string, patient?: string }} what the address says beyond the scene
 */
export function writeScene(scene, link, withheld) {
  const beyond = Drive.beyond(link, configurationOf(scene));
  const { patient } = scene;
  if (!withheld || !patient || !/;experiment=/.test(beyond)) return { link: beyond };
  const { configuration, extras } = parseLink(link, ownSchemas);
  return { link: writeLink(exchanged(configuration, {}), extras, ownSchemas), patient: patient.name };
}
