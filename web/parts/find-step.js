/** Finds steps of a computation by name and position. */

/** @import { ComputationStep } from '../engine/shapes.js' */

const kNone = new Float32Array(0);

/**
 * Finds a step. Properties that are not given must be undefined in the step, too.
 * @param {readonly ComputationStep[]} steps
 * @param {Partial<Pick<ComputationStep, 'part' | 'head' | 't'>> & { name: string }} place
 */
export const findStep = (steps, { name, part, head, t }) =>
  steps.find((one) => one.name === name && one.part === part && one.head === head && one.t === t);

/** The values of a step; empty if there is none. @param {Parameters<typeof findStep>} where */
export const findStepValues = (...where) => findStep(...where)?.values ?? kNone;
