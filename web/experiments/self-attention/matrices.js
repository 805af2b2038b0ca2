/**
 * One head as matrices, with the numbers of the run: queries times keys give scores, softmax gives weights, weights times
 * values give the output of the head; a row for each token.
 * @module
 */
import { html } from 'lit';
import { fixed } from '../../lab/numbers.js';
import { formula } from '../../lab/prose.js';
import { translate } from '../../language/translate.js';
import { choiceTemplate, chosenToken, tokensTemplate, whoseTemplate } from './layer-figure.js';
import { smallMatrixTemplate } from './small-matrix.js';

/** @import { Layer } from './layer.js' */
/** @import { LayerFigure } from './layer-figure.js' */

/**
 * A head of a layer, the row of the query token, and the tokens that it attends to.
 * @typedef {{ layer: Layer, part: string, head: number, row: number, asked: readonly string[] }} Head
 */

/** @param {LayerFigure} figure */
export function matricesTemplate(figure) {
  const { shown: layer, at } = figure;
  if (!layer) return html`<figure class="matrices"></figure>`;
  const part = at['part'] === 'cross' && layer.line('cross', 'query').length > 0 ? 'cross' : 'self';
  const head = Math.min(Number(at['head'] ?? 0), layer.heads - 1);
  const heads = Array.from({ length: layer.heads }, (_, i) => ({ label: `H${i + 1}`, at: { head: i } }));
  const asked = part === 'cross' ? layer.asked : layer.tokens;
  const one = { layer, part, head, row: chosenToken(layer, at), asked };
  return html`
    <figure class="matrices">
      <div class="figure-row">
        ${whoseTemplate(layer, figure, part)}
        ${heads.length > 1 ? choiceTemplate(translate('Head'), heads, figure, { head }) : null}
      </div>
      <div class="figure-row">${tokensTemplate(layer, figure)}</div>
      <div class="matrices-grid">${drawn(one)}</div>
      <figcaption>${toldOf(one)}</figcaption>
    </figure>
  `;
}

/**
 * @param {Head} one
 * @param {string} name 'query', 'keys' or 'values'
 * @param {number} count of tokens
 * @returns {Float32Array[]} a vector for each
 */
function vectors({ layer: { line, heads }, part, head }, name, count) {
  const all = line(part, name);
  const width = all.length / count;
  const d = width / heads;
  return Array.from({ length: count }, (_, t) =>
    all.subarray(t * width + head * d, t * width + (head + 1) * d),
  );
}

/** @param {readonly Float32Array[]} rows @returns {Float32Array} one row after the other */
const stacked = (rows) => Float32Array.from(rows.flatMap((row) => Array.from(row)));

/** @param {readonly Float32Array[]} rows @returns {Float32Array} the transposed matrix */
const transposed = (rows) =>
  Float32Array.from(Array.from(rows[0] ?? [], (_, i) => rows.map((row) => row[i] ?? 0)).flat());

/** @param {Head} head */
function drawn(head) {
  const { layer, part, row, asked } = head;
  const count = asked.length;
  const q = vectors(head, 'query', layer.tokens.length);
  const [k, v] = [vectors(head, 'keys', count), vectors(head, 'values', count)];
  const d = q[0]?.length ?? 0;
  /** @param {string} name */
  const line = (name) => layer.line(part, name, head.head);
  /** @param {string} name @param {Parameters<typeof smallMatrixTemplate>[0]} matrix */
  const one = (name, matrix) => html`
    <div>
      ${smallMatrixTemplate(matrix)}
      <span>${formula(name)} <small>${matrix.values.length / matrix.columns} × ${matrix.columns}</small></span>
    </div>
  `;
  const [times, gives] = ['·', '→'].map((sign) => html`<span class="sign">${sign}</span>`);
  return html`
    ${one('Q', { values: stacked(q), columns: d, row, most: 0 })} ${times}
    ${one('K^{T}', { values: transposed(k), columns: count, most: 0 })} ${gives}
    ${one('e = QK^{T}/√d', { values: line('scores'), columns: count, row, most: 0 })}
    ${one('a = softmax(e)', { values: line('weights'), columns: count, row })} ${times}
    ${one('V', { values: stacked(v), columns: d, most: 0 })} ${gives}
    ${one('aV', { values: line('weighted sum'), columns: d, row, most: 0 })}
  `;
}

/** @param {Head} head @returns {string} */
function toldOf({ layer, part, head, row, asked }) {
  const count = asked.length;
  const [scores, weights] = /** @type {[Float32Array, Float32Array]} */ (
    ['scores', 'weights'].map((name) => layer.line(part, name, head).subarray(row * count, (row + 1) * count))
  );
  const best = weights.indexOf(Math.max(...weights));
  return translate(
    'Head {head} after step {step}: the largest weight of “{query}” is {weight}, on “{key}”, from the score {score}.',
    {
      head: head + 1,
      step: layer.step,
      query: layer.tokens[row],
      key: asked[best],
      weight: fixed(weights[best] ?? Number.NaN, 2),
      score: fixed(scores[best] ?? Number.NaN, 2),
    },
  );
}
