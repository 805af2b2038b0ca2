/**
 * One head as matrices, with the numbers of the run: queries times keys give scores, softmax gives weights, weights times
 * values give the output of the head; a row for each token.
 */
import { html } from 'lit';
import { formatDecimal } from '../../lab/number-format.js';
import { renderFormula } from '../../lab/prose-template.js';
import { translate } from '../../language/translate.js';
import { choiceTemplate, getChosenToken, layerChoiceTemplate, tokensTemplate } from './layer-figure.js';
import { smallMatrixTemplate } from './small-matrix.js';

/** @import { Layer } from './layer.js' */
/** @import { LayerFigure } from './layer-figure.js' */

/**
 * A head of a layer, the row of the query token, and the tokens that it attends to.
 * @typedef {{ layer: Layer, part: string, head: number, row: number, keyTokens: readonly string[] }} Head
 */

/** @param {LayerFigure} figure */
export function matricesTemplate(figure) {
  const { data, choice } = figure;
  if (!data) return html`<figure class="matrices"></figure>`;
  const part = choice['part'] === 'cross' && data.getValues('cross', 'query').length > 0 ? 'cross' : 'self';
  const head = Math.min(Number(choice['head'] ?? 0), data.heads - 1);
  const heads = Array.from({ length: data.heads }, (_, i) => ({ label: `H${i + 1}`, at: { head: i } }));
  const keyTokens = part === 'cross' ? data.sourceTokens : data.tokens;
  const one = { layer: data, part, head, row: getChosenToken(data, choice), keyTokens };
  return html`
    <figure class="matrices">
      <div class="figure-row">
        ${layerChoiceTemplate(data, figure, part)}
        ${heads.length > 1 ? choiceTemplate(translate('Head'), heads, figure, { head }) : null}
      </div>
      <div class="figure-row">${tokensTemplate(data, figure)}</div>
      <div class="matrices-grid">${renderMatrices(one)}</div>
      <figcaption>${describeHead(one)}</figcaption>
    </figure>
  `;
}

/**
 * @param {Head} one
 * @param {string} name 'query', 'keys' or 'values'
 * @param {number} count of tokens
 * @returns {Float32Array[]} a vector for each token
 */
function readVectors({ layer: { getValues, heads }, part, head }, name, count) {
  const all = getValues(part, name);
  const width = all.length / count;
  const d = width / heads;
  return Array.from({ length: count }, (_, t) =>
    all.subarray(t * width + head * d, t * width + (head + 1) * d),
  );
}

/** @param {readonly Float32Array[]} rows @returns {Float32Array} one row after the other */
const stackRows = (rows) => Float32Array.from(rows.flatMap((row) => Array.from(row)));

/** @param {readonly Float32Array[]} rows @returns {Float32Array} the transposed matrix */
const transposeRows = (rows) =>
  Float32Array.from(Array.from(rows[0] ?? [], (_, i) => rows.map((row) => row[i] ?? 0)).flat());

/** @param {Head} head */
function renderMatrices(head) {
  const { layer, part, row, keyTokens } = head;
  const count = keyTokens.length;
  const q = readVectors(head, 'query', layer.tokens.length);
  const [k, v] = [readVectors(head, 'keys', count), readVectors(head, 'values', count)];
  const d = q[0]?.length ?? 0;
  /** @param {string} name */
  const line = (name) => layer.getValues(part, name, head.head);
  /** @param {string} name @param {Parameters<typeof smallMatrixTemplate>[0]} matrix */
  const renderMatrix = (name, matrix) => html`
    <div>
      ${smallMatrixTemplate(matrix)}
      <span>${renderFormula(name)} <small>${matrix.values.length / matrix.columns} × ${matrix.columns}</small></span>
    </div>
  `;
  const [times, arrow] = ['·', '→'].map((sign) => html`<span class="sign">${sign}</span>`);
  return html`
    ${renderMatrix('Q', { values: stackRows(q), columns: d, row, maximum: 0 })} ${times}
    ${renderMatrix('K^{T}', { values: transposeRows(k), columns: count, maximum: 0 })} ${arrow}
    ${renderMatrix('e = QK^{T}/√d', { values: line('scores'), columns: count, row, maximum: 0 })}
    ${renderMatrix('a = softmax(e)', { values: line('weights'), columns: count, row })} ${times}
    ${renderMatrix('V', { values: stackRows(v), columns: d, maximum: 0 })} ${arrow}
    ${renderMatrix('aV', { values: line('weighted sum'), columns: d, row, maximum: 0 })}
  `;
}

/** @param {Head} head @returns {string} */
function describeHead({ layer, part, head, row, keyTokens }) {
  const count = keyTokens.length;
  const [scores, weights] = /** @type {[Float32Array, Float32Array]} */ (
    ['scores', 'weights'].map((name) =>
      layer.getValues(part, name, head).subarray(row * count, (row + 1) * count),
    )
  );
  const best = weights.indexOf(Math.max(...weights));
  return translate(
    'Head {head} after step {step}: the largest weight of “{query}” is {weight}, on “{key}”, from the score {score}.',
    {
      head: head + 1,
      step: layer.step,
      query: layer.tokens[row],
      key: keyTokens[best],
      weight: formatDecimal(weights[best] ?? Number.NaN, 2),
      score: formatDecimal(scores[best] ?? Number.NaN, 2),
    },
  );
}
