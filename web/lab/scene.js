/**
 * The scenes of a chapter, as data. A scene is a short text that sets the instrument and ends in a task or a question.
 */

/** @import { Value } from '../engine/schema.js' */
/** @import { FaultyModel } from './faulty-model.js' */
/** @import { Question } from './question.js' */

/**
 * @typedef {object} SceneSettings what the instrument shows; everything else has its default
 * @property {string} [preset] of the experiment
 * @property {Readonly<Record<string, Value>>} [parameters] that override those of the preset
 * @property {number} [seed]
 *
 * @typedef {object} Scene
 * @property {number} chapter number of its chapter
 * @property {string} title
 * @property {boolean} [isOnTour] whether the tour includes the scene
 * @property {string} text in the format of prose-parser.js, at most 60 words; a task begins with `!`
 * @property {SceneSettings} [settings]
 * @property {string} [typedText] text that the model reads, as if the reader had typed it
 * @property {number} [watchedExample] index of the held-out example that is shown
 * @property {{ rows: readonly number[], columns?: readonly number[] }} [highlight] cells of the map
 * @property {string} [explore] name of the exploration that opens with the scene
 * @property {number} [runTo] step up to which training starts by itself; Infinity for the last planned step
 * @property {Question} [question] what to predict; training starts after the prediction
 * @property {FaultyModel} [faultyModel] the faulty model whose fault the reader looks for
 * @property {'unrolled' | 'scores' | 'matrices' | 'block' | 'shuffle'} [figure] that the page shows beside the text
 * @property {(heldAnswer: import('../engine/shapes.js').HeldAnswer, scope: import('../engine/scope.js').Scope) => AsyncGenerator<string, void>} [replyToHold]
 *   yields the sentences of a reply to a row of weights that the reader holds, see hold-reply.js
 * @property {(text: string, scope: import('../engine/scope.js').Scope) => Promise<string>} [replyToText] returns the reply to a text
 *   that the reader types when the model has learned
 *
 * @typedef {Scene & { minutes: number }} SceneOutline a scene without text and question, which are loaded later
 * @typedef {SceneOutline & { experiment: string }} PlacedScene
 */

/** @typedef {readonly Scene[]} Scenes the scenes of one experiment, in their order */

/** Words that a reader reads in a minute, and the minutes that a question and a task take. */
const kPace = { words: 150, question: 1, task: 1.25 };

/** Estimates the minutes that a reader spends on a scene. @param {Scene} scene @returns {number} */
export const estimateMinutes = ({ text, question, faultyModel }) =>
  text.split(/\s+/).length / kPace.words +
  (question || faultyModel ? kPace.question : 0) +
  (/^\s*!/m.test(text) ? kPace.task : 0);

/** Marks a text of several paragraphs for translation. @param {TemplateStringsArray} text @returns {string} */
export const markProse = ([source = '']) => source;

/**
 * @typedef {object} Place the scene and the instrument settings that an address names
 * @property {import('./chapters.js').PlacedChapter} chapter
 * @property {number} scene from 0
 * @property {string} link of the instrument; '' for the settings of the scene
 * @property {string} notice about the address, for the reader
 * @property {boolean} namesScene whether the address names chapter or scene
 */
