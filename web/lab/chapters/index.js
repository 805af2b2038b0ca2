/**
 * What the page says about each experiment. An experiment without a chapter of its own still has a page: its title
 * and summary from the registry.
 * @module
 */
import { html } from 'lit';
import { writeLink } from '../../index.js';
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

/**
 * A link to a preset of the experiment.
 * @typedef {(preset: string, text: string) => unknown} PresetLink
 */

/** @typedef {(preset: PresetLink) => Chapter} ChapterOf */

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
 * @returns {Chapter}
 */
export function chapterOf({ name, title, summary, presets = [] }) {
  const chapter = written.get(name);
  if (!chapter) return { title, before: html`<p>${summary}</p>`, after: null };
  return chapter((wanted, text) => {
    const parameters = presets.find((preset) => preset.name === wanted)?.parameters ?? {};
    return html`<a href="#${writeLink({ experiment: name, seed: 7, parameters })}">${text}</a>`;
  });
}
