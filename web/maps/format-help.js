/**
 * How a file is written, for whoever has attention of their own.
 * @module
 */
import { html } from 'lit';
import { phrase, say } from '../language/say.js';
import { writers } from './writers.js';

/** @type {readonly string[]} */
const kRules = [
  phrase(
    'A file is JSON or safetensors, at most 32 MB, with up to 16 maps of 64 layers × 64 heads × 512 × 512 weights.',
  ),
  phrase(
    'Weights are [S], [T, S], [heads, T, S] or [layers, heads, T, S]: a row for each query, a column for each key. With steps, the first axis is the step.',
  ),
  phrase(
    'Beside weights a map may have rows, columns or tokens (both), truth [T, S], steps, and a picture [height, width, 3] with patches [down, across].',
  ),
  phrase(
    'In safetensors a tensor is a map by its name; “cross.truth” and “cross.picture” belong to “cross”, and the metadata hold “cross.rows” and the like as JSON.',
  ),
];

export const formatTemplate = () => html`
  <div class="maps-format">
    ${kRules.map((rule) => html`<p>${say(rule)}</p>`)}
    ${writers.map(
      ({ label, python }) =>
        html`<h3>${label}</h3><pre tabindex="0" aria-label=${label}><code>${python}</code></pre>`,
    )}
  </div>
`;
