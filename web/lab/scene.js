/**
 * What a chapter consists of: scenes, as data. A scene is a short text that sets the instrument and ends in something to do.
 * @module
 */

/** @import { Value } from '../engine/schema.js' */
/** @import { Patient } from './patient.js' */
/** @import { Question } from './question.js' */

/**
 * @typedef {object} Setting what the instrument shows; what is not said stands at its default
 * @property {string} [preset] of the experiment
 * @property {Readonly<Record<string, Value>>} [parameters] over those of the preset
 * @property {number} [seed]
 *
 * @typedef {object} Scene
 * @property {number} chapter of the path
 * @property {string} title
 * @property {string} text in the form of prose-text.js, of at most 60 words; what the reader does begins with `!`
 * @property {Setting} [set]
 * @property {string} [shown] name of the first map
 * @property {number} [watch] number of the held-out example
 * @property {{ rows: readonly number[], columns?: readonly number[] }} [highlight] cells of the map
 * @property {string} [explore] name of the exploration that is open
 * @property {number} [runTo] step to which it runs by itself; Infinity for the end of the plan
 * @property {Question} [ask] what to predict; the run waits for it
 * @property {boolean} [recorded] a run takes long, so the reply comes at once from recorded-runs.js; when the reader has run it,
 *   the numbers of that run take their place
 * @property {Patient} [patient] whose fault is to be found, after the run
 * @property {'by-length' | 'unrolled' | 'scores' | 'matrices' | 'block'} [figure] what the page draws, measures or computes itself
 *
 * @typedef {Scene & { experiment: string }} PlacedScene
 */

/** @typedef {readonly Scene[]} Scenes those of one experiment, in the order of the path */

/** Marks a text of several paragraphs that is said later. @param {TemplateStringsArray} text @returns {string} */
export const prose = ([source = '']) => source;
