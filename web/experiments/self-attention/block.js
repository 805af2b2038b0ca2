/**
 * The transformer block of the papers, with the numbers of the run: each token's vector as a strip of colors, from its
 * embedding through self-attention and the feed-forward network to its answer.
 */
import { html } from 'lit';
import { formatDecimal } from '../../lab/number-format.js';
import { renderFormula } from '../../lab/prose-template.js';
import { markText, translate } from '../../language/translate.js';
import { getChosenToken, layerChoiceTemplate, shortenToken, tokensTemplate } from './layer-figure.js';
import { smallMatrixTemplate, tokenStripsTemplate } from './small-matrix.js';

/** @import { Layer } from './layer.js' */
/** @typedef {Layer['activations'][number]} Station */
/** @import { LayerFigure } from './layer-figure.js' */

/** Labels of the activations that are drawn; other activations appear only as letters in these formulas. @type {Readonly<Record<string, string>>} */
const kFormulas = {
  embedding: 'E w',
  position: '+ P',
  'embedding and position': 'x',
  input: 'x',
  norm: 'norm',
  query: 'q',
  key: 'k',
  value: 'v',
  weights: 'a',
  'weighted sum': 'Σ a v',
  hidden: 'h',
  output: 'output',
  residual: '⊕ x',
  'last norm': 'norm',
};
/** Activations on the residual stream; all others are in a box beside it. */
const kStream = new Set(['embedding and position', 'residual']);

/** Titles of the boxes beside the residual stream. @type {Readonly<Record<string, string>>} */
const kBoxes = {
  self: markText('Self-attention: {heads} × {d}'),
  cross: markText('Cross-attention: {heads} × {d}'),
  'feed-forward': markText('Feed-forward: {width} → {hidden} → {width}'),
};

/** The block of one layer, with the activations of the chosen token. @param {LayerFigure} figure */
export function transformerBlockTemplate(figure) {
  const { data, choice } = figure;
  if (!data) return html`<figure class="block"></figure>`;
  const chosen = getChosenToken(data, choice);
  const parts = [...new Set(data.activations.map(({ part }) => part))];
  return html`
    <figure class="block">
      <div class="figure-row">${layerChoiceTemplate(data, figure)}</div>
      <div class="block-row"><span></span>${tokensTemplate(data, figure)}<span class="norm">‖·‖</span></div>
      ${parts.map((part) => partTemplate(data, part, { ...figure, chosen }))}
      ${answersTemplate(data)}
      <figcaption>
        ${translate(
          'After step {step}. A strip holds the {width} numbers of a token; ‖·‖ is the length of that of “{token}”.',
          {
            step: data.step,
            width: computeWidth(data, 'query'),
            token: data.tokens[chosen],
          },
        )}
      </figcaption>
    </figure>
  `;
}

/** @param {Layer} layer @param {string} name of an activation @returns {number} how many numbers the activation has for a token, over all heads */
function computeWidth({ activations, tokens }, name) {
  const values = activations.find((one) => one.name === name)?.values ?? [];
  return values.reduce((all, { length }) => all + length, 0) / tokens.length;
}

/** A figure with its chosen token. @typedef {LayerFigure & { chosen: number }} FigureWithToken */

/**
 * A box beside the residual stream, and its result on the stream.
 * @param {Layer} layer
 * @param {string} part
 * @param {FigureWithToken} figure
 */
function partTemplate(layer, part, figure) {
  const partActivations = layer.activations.filter(
    (one) => one.part === part && Object.hasOwn(kFormulas, one.name),
  );
  const streamIndex = partActivations.findIndex(({ name }) => kStream.has(name));
  const inBox = streamIndex < 0 ? partActivations : partActivations.slice(0, streamIndex);
  // A norm after the residual sum is on the stream as well.
  const onStream = streamIndex < 0 ? [] : partActivations.slice(streamIndex);
  const width = computeWidth(layer, 'query');
  const places = { heads: layer.heads, d: width / layer.heads, width, hidden: computeWidth(layer, 'hidden') };
  /** @param {Station} station */
  const renderRow = (station) => rowTemplate(layer, station, figure);
  const title = kBoxes[part];
  return html`
    <div class="block-part">
      ${
        inBox.length > 0
          ? html`<div class="block-box">${title ? html`<span class="block-title">${translate(title, places)}</span>` : null}${inBox.map(renderRow)}</div>`
          : null
      }
      ${onStream.map(renderRow)}
    </div>
  `;
}

/** @param {Layer} layer @param {Station} station @param {FigureWithToken} figure */
function rowTemplate({ tokens, heads }, { name, values, part, formula: own }, { chosen, onChoice }) {
  // A tied embedding is scaled, so the formula that the run reports is shown.
  const label = renderFormula(name === 'embedding' ? own : (kFormulas[name] ?? name));
  if (name === 'weights')
    return html`
      <div class="block-row"><span>${label}</span>
        <span class="block-maps">
          ${values.map(
            (map, head) =>
              html`<span>${smallMatrixTemplate({ values: map, columns: map.length / tokens.length, row: chosen })}${heads > 1 ? html`<small>H${head + 1}</small>` : null}</span>`,
          )}
        </span><span></span>
      </div>
    `;
  const all = concatenateHeads(values, tokens.length);
  const width = all.length / tokens.length;
  const norm = Math.hypot(...all.subarray(chosen * width, (chosen + 1) * width));
  return html`
    <div class="block-row" ?data-stream=${kStream.has(name)} data-name=${`${part} ${name}`}>
      <span>${label}</span>
      <span class="block-strips">
        ${tokenStripsTemplate(all, tokens.length).map((strip, t) => html`<span ?data-chosen=${t === chosen} @pointerenter=${() => onChoice({ token: t })}>${strip}</span>`)}
      </span>
      <span class="norm">${formatDecimal(norm, 1)}</span>
    </div>
  `;
}

/**
 * Concatenates the values of all heads for each token.
 * @param {readonly Float32Array[]} values of each head, one token after the other
 * @param {number} tokens
 */
function concatenateHeads(values, tokens) {
  const [only] = values;
  if (values.length === 1 && only) return only;
  const rows = Array.from({ length: tokens }, (_, t) =>
    values.flatMap((own) =>
      Array.from(own.subarray((t * own.length) / tokens, ((t + 1) * own.length) / tokens)),
    ),
  );
  return Float32Array.from(rows.flat());
}

/** The most probable answer at each token. @param {Layer} layer */
function answersTemplate({ answers }) {
  if (answers.length === 0) return null;
  return html`
    <div class="block-row">
      <span>${translate('answer')}</span>
      <span class="figure-tokens">${answers.map((word) => html`<span title=${word}>${shortenToken(word)}</span>`)}</span>
      <span></span>
    </div>
  `;
}
