/**
 * How the reader is guided, and what is hidden or locked.
 *
 * @fires {CustomEvent<{ step: string }>} attento-lesson - A lesson or quiz has reached another step: predict, run, compare or
 *   reflect; empty if there is no question.
 * @module
 */
import { createChoiceSchema, createTextSchema } from './attribute.js';

export const attributes = {
  /** How the reader is guided: a lesson, a quiz, or free exploration; default explore. */
  mode: { link: createChoiceSchema(['explore', 'lesson', 'quiz', 'projector']) },
  /** What a lesson or quiz asks: for the map, drawn before the run, or where to hold a row of it so that the model says a certain word; default map. */
  question: { link: createChoiceSchema(['map', 'hold']) },
  // The names are checked once the instrument is live.
  /** Comma-separated names of what is not shown. */
  hide: { link: createTextSchema(512) },
  /** Comma-separated names of what is shown and cannot be changed. */
  lock: { link: createTextSchema(512) },
};
