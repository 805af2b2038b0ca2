/**
 * The attributes that guide the reader through a lesson or quiz, and that hide or lock parts.
 *
 * @fires {CustomEvent<{ step: string }>} attento-lesson - A lesson or quiz has reached another step: predict, run, compare or
 *   reflect; `step` is empty if there is no question.
 */
import { createChoiceSchema, createTextSchema } from './attribute.js';

export const attributes = {
  /** How the reader is guided: a lesson, a quiz, or free exploration; default explore. */
  mode: { link: createChoiceSchema(['explore', 'lesson', 'quiz', 'projector']) },
  /** What a lesson or quiz asks the reader: to draw the map before the run, or to move the attention of a row so that the model outputs a certain word; default map. */
  question: { link: createChoiceSchema(['map', 'hold']) },
  // The names in `hide` and `lock` are checked once the instrument is live.
  /** Comma-separated names of parts and parameters to hide. */
  hide: { link: createTextSchema(512) },
  /** Comma-separated names of parts and parameters that are shown but cannot be changed. */
  lock: { link: createTextSchema(512) },
};
