/**
 * What the page says about each experiment. An experiment without a chapter of its own still has a page: its title
 * and summary from the registry.
 * @module
 */
import { html } from 'lit';
import { writeLink } from '../../index.js';
import { say } from '../../language/say.js';
import { proseWith } from '../prose.js';
import { chapter as calculator } from './calculator.js';
import { chapter as contextLookup } from './context-lookup.js';
import { chapter as featureAttention } from './feature-attention.js';
import { chapter as selfAttention } from './self-attention.js';
import { chapter as sentiment } from './sentiment.js';
import { chapter as translation } from './translation.js';

/**
 * @typedef {object} Chapter
 * @property {string} title
 * @property {unknown} before what the reader needs to know first
 * @property {import('../question.js').Question} [question] what to predict about the run with the next seed
 * @property {unknown} after what to look at, and why
 */

/** @typedef {(prose: import('../prose.js').Prose) => Chapter} ChapterOf in the present language */

/** @type {ReadonlyMap<string, ChapterOf>} */
const written = new Map([
  ['context-lookup', contextLookup],
  ['feature-attention', featureAttention],
  ['sentiment', sentiment],
  ['translation', translation],
  ['self-attention', selfAttention],
  ['calculator', calculator],
]);

/**
 * @param {import('../../engine/schema.js').ExperimentSchema} experiment
 * @returns {Chapter} in the present language
 */
export function chapterOf({ name, title, summary, presets = [] }) {
  const chapter = written.get(name);
  if (!chapter) return { title: say(title), before: html`<p>${say(summary)}</p>`, after: null };
  // A link in a chapter names a preset of its experiment.
  return chapter(
    proseWith((wanted) => {
      const parameters = presets.find((preset) => preset.name === wanted)?.parameters ?? {};
      return `#${writeLink({ experiment: name, seed: 7, parameters })}`;
    }),
  );
}
