/** Describes the file format, with examples that write it. */
import { html } from 'lit';
import { markText, translate } from '../language/translate.js';
import { pythonExamples } from './python-examples.js';

/** @type {readonly string[]} */
const kRules = [
  markText(
    'A file is JSON in UTF-8 or safetensors, at most 256 MB, with up to 256 maps of 128 layers × 128 heads × 4,096 × 4,096 weights. Of a large map 32 rows and columns are shown at a time.',
  ),
  markText(
    'Weights are [S], [T, S], [heads, T, S] or [layers, heads, T, S]: a row for each query, a column for each key. With steps, the first axis is the step. A batch axis of size 1 is removed. In JSON, each row may have one weight more than the row before: a causal map.',
  ),
  markText(
    'Beside weights a map may have rows, columns or tokens (both), truth [T, S], steps, and a picture [height, width, 3] with patches [down, across].',
  ),
  markText(
    'In safetensors a tensor is a map by its name; “cross.truth” and “cross.picture” belong to “cross”, and the metadata hold “cross.rows” and the like as JSON. Tensors that are no maps are left out.',
  ),
  markText(
    'Maps whose names differ in a number alone, as “layer.0” and “layer.1”, become the layers of one map, here “layer”.',
  ),
];

export const fileFormatTemplate = () => html`
  <div class="maps-format">
    ${kRules.map((rule) => html`<p>${translate(rule)}</p>`)}
    ${pythonExamples.map(
      ({ label, python }) =>
        html`<h3>${label}</h3><pre tabindex="0" aria-label=${label}><code>${python}</code></pre>`,
    )}
  </div>
`;
