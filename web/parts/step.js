/**
 * The lines of a computation, by where they stand.
 * @module
 */

/** @import { Step } from '../engine/shapes.js' */

const kNone = new Float32Array(0);

/**
 * The line that stands there, if there is one. What is not named it has not.
 * @param {readonly Step[]} steps
 * @param {Partial<Pick<Step, 'part' | 'head' | 't'>> & { name: string }} place
 */
export const stepAt = (steps, { name, part, head, t }) =>
  steps.find((one) => one.name === name && one.part === part && one.head === head && one.t === t);

/** Its numbers; none if it is not there. @param {Parameters<typeof stepAt>} where */
export const valuesAt = (...where) => stepAt(...where)?.values ?? kNone;
