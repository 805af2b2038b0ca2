/**
 * Finds lines of a computation by name and position.
 * @module
 */

/** @import { ComputationStep } from '../engine/shapes.js' */

const kNone = new Float32Array(0);

/**
 * Finds a line; properties that are not given must be undefined in it, too.
 * @param {readonly ComputationStep[]} steps
 * @param {Partial<Pick<ComputationStep, 'part' | 'head' | 't'>> & { name: string }} place
 */
export const findStep = (steps, { name, part, head, t }) =>
  steps.find((one) => one.name === name && one.part === part && one.head === head && one.t === t);

/** The numbers of a line; empty if there is none. @param {Parameters<typeof findStep>} where */
export const findStepValues = (...where) => findStep(...where)?.values ?? kNone;
