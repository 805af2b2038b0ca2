/**
 * A generated text: arcs lead from the token that is pointed at to the tokens that each head attended to when it was generated.
 */

import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { cellGrid } from '../../parts/cell-grid.js';
import { toElementPoint } from '../../parts/element-point.js';
import { quoteToken } from '../../parts/format.js';
import { paintCanvas } from '../../parts/paint-canvas.js';
import { paintArcs } from '../../plots/arc-paint.js';
import { headLinesTemplate } from '../heads/head-lines.js';
import { computeTextArcs, describeToken } from './generated-text.js';

/** @import { PaintPart } from '../../parts/paint-canvas.js' */
/** @import { GeneratedText, TokenBox } from './generated-text.js' */

const kBreak = '\n';
/** Room below the letters of a token, in pixels. */
const kTokenPadding = 8;

/** @param {NodeListOf<HTMLElement>} cells @param {HTMLElement} plotArea behind the cells @returns {TokenBox[]} */
const measureTokens = (cells, plotArea) =>
  Array.from(cells, (cell) => {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    const [upper, lower] = [top, bottom].map((clientY) =>
      toElementPoint(plotArea, { clientX: (left + right) / 2, clientY }),
    );
    return { x: upper?.x ?? 0, y: upper?.y ?? 0, bottom: (lower?.y ?? 0) - kTokenPadding };
  });

/** @param {string} label @param {() => void} draw called when another token is pointed at */
export function createTextLine(label, draw) {
  let key = '';
  /** @type {GeneratedText | null} */
  let text = null;
  let layer = 0;
  /** Index of the token that is pointed at; at first, of the last token. */
  let pointedToken = 0;

  /** @param {GeneratedText | null} next @param {number} shownLayer whose arcs are shown */
  function template(next, shownLayer) {
    [text, layer] = [next, shownLayer];
    const { tokens = [], promptLength } = next ?? {};
    const last = Math.max(0, tokens.length - 1);
    const nextKey = JSON.stringify([next?.tokens, promptLength]);
    if (nextKey !== key) [key, pointedToken] = [nextKey, last];
    return html`
      <div class="written-plate">
        <canvas aria-hidden="true" ${paintCanvas(paint, next, layer, pointedToken)}></canvas>
        ${
          next &&
          cellGrid({
            key,
            label,
            className: 'written-text',
            content: html`<div role="row">${tokens.map((_, index) => tokenTemplate(next, index, pointedToken))}</div>`,
            onPoint: (cell) => {
              pointedToken = cell?.column ?? last;
              draw();
            },
          })
        }
      </div>
    `;
  }

  /** Text: what each head attended to when the token that is pointed at was generated. */
  function readoutTemplate() {
    const { heading = '', lines = [] } = text ? describeToken(text, layer, pointedToken) : {};
    return html`
      <div class="readout"><p class="readout-where">${heading}</p>
        <ul class="written-heads">${headLinesTemplate(lines)}</ul>
      </div>
    `;
  }

  /** @type {PaintPart} */
  const paint = ({ context, canvas, theme }) => {
    const plotArea = canvas.parentElement;
    if (!text || !plotArea) return;
    const cells = /** @type {NodeListOf<HTMLElement>} */ (plotArea.querySelectorAll('.written-token'));
    const arcs = computeTextArcs(text, layer, pointedToken, measureTokens(cells, plotArea));
    paintArcs(context, arcs, theme.line / 2);
  };

  return { template, readoutTemplate };
}

/**
 * A token. A line break starts a new line; of several line breaks in a row, as an untrained model writes, only the first does.
 * @param {GeneratedText} text
 * @param {number} index
 * @param {number} pointedToken
 */
function tokenTemplate({ tokens, promptLength }, index, pointedToken) {
  const [token, isBreak] = [quoteToken(tokens[index]), tokens[index] === kBreak];
  return html`<span class="written-token" role="gridcell" tabindex="-1" aria-label=${translate('token {n}: {token}', { n: index + 1, token })}
    ?data-given=${index < promptLength} ?data-from=${index === pointedToken}>${isBreak ? '↵' : tokens[index]}</span>${isBreak && tokens[index - 1] !== kBreak ? html`<br />` : null}`;
}
