/**
 * Shared parts of the figures of a transformer's layer: the choice of side and layer, and the tokens, one of them chosen.
 */
import { html } from 'lit';
import { translate } from '../../language/translate.js';
import { readLayer } from './layer.js';

/** @import { Scope } from '../../engine/scope.js' */
/** @import { Layer } from './layer.js' */
/** @import { FigureChoice, ChosenMap } from '../../lab/live-figure.js' */

/**
 * Arguments of the template of a figure of a layer.
 * @typedef {{ data: Layer | null, choice: FigureChoice, onChoice: (at: FigureChoice) => void }} LayerFigure
 */

/** @param {Scope} scope @param {FigureChoice} at @returns {Promise<Layer>} */
export const readLayerFigure = (scope, { side = 'source', layer = 0 }) =>
  readLayer(scope, { side: side === 'answer' ? side : 'source', layer: Number(layer) });

/** The side and the kind of attention that each map of the instrument shows. @type {Readonly<Record<string, FigureChoice>>} */
const kMaps = {
  encoder: { side: 'source', part: 'self' },
  decoder: { side: 'answer', part: 'self' },
  cross: { side: 'answer', part: 'cross' },
};

/** Returns the choice of a figure that matches the map chosen in the instrument. @param {ChosenMap} chosen @returns {FigureChoice} */
export const findFigureChoice = ({ map, layer, head }) => ({
  ...kMaps[map],
  ...(layer !== undefined && { layer }),
  ...(head !== undefined && { head }),
});

/** @param {Layer} layer @param {FigureChoice} at @returns {number} index of the chosen token */
export const getChosenToken = ({ tokens }, { token = 0 }) => Math.min(Number(token), tokens.length - 1);

/**
 * A group of buttons; the button of the current choice is pressed.
 * @param {string} name of the choice
 * @param {readonly { label: string, at: FigureChoice }[]} choices
 * @param {Pick<LayerFigure, 'onChoice'>} figure
 * @param {FigureChoice} now the current choice
 */
export const choiceTemplate = (name, choices, { onChoice }, now) => html`
  <span class="figure-choice" role="group" aria-label=${name}>
    ${choices.map(
      ({ label, at }) => html`
        <button type="button" aria-pressed=${Object.entries(at).every(([key, value]) => now[key] === value)}
          @click=${() => onChoice(at)}>${label}</button>
      `,
    )}
  </span>
`;

/**
 * Buttons to choose the side and the layer, where there are several.
 * @param {Layer} layer
 * @param {LayerFigure} figure
 * @param {string} [part] the attention that is shown, in a figure that shows only one
 */
export function layerChoiceTemplate({ hasEncoder, side, layer, layers }, figure, part) {
  const sides = [
    { label: translate('Encoder'), at: { side: 'source', part: 'self' } },
    { label: translate('Decoder'), at: { side: 'answer', part: 'self' } },
    ...(part ? [{ label: translate('Cross'), at: { side: 'answer', part: 'cross' } }] : []),
  ];
  const all = Array.from({ length: layers }, (_, i) => ({
    label: translate('Layer {n}', { n: i + 1 }),
    at: { layer: i },
  }));
  return html`
    ${hasEncoder ? choiceTemplate(translate('Side'), sides, figure, { side, part: part ?? 'self' }) : null}
    ${layers > 1 ? choiceTemplate(translate('Layer'), all, figure, { layer }) : null}
  `;
}

/** One button per token, above the token's column. @param {Layer} layer @param {LayerFigure} figure */
export function tokensTemplate(layer, { choice, onChoice }) {
  const chosen = getChosenToken(layer, choice);
  return html`
    <span class="figure-tokens" role="group" aria-label=${translate('Token')}>
      ${layer.tokens.map(
        (token, t) => html`
          <button type="button" aria-label=${token} aria-pressed=${t === chosen} title=${token}
            @pointerenter=${() => onChoice({ token: t })} @focus=${() => onChoice({ token: t })}
            @click=${() => onChoice({ token: t })}>${shortenToken(token)}</button>
        `,
      )}
    </span>
  `;
}

/** Signs for special tokens. @type {Readonly<Record<string, string>>} */
const kMarks = { '<start>': '▸', '<end>': '■' };

/** Shortens a token to a few letters. @param {string} token */
export const shortenToken = (token) => kMarks[token] ?? token.slice(0, 4);
