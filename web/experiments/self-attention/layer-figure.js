/**
 * What the figures of a transformer's layer share: whose numbers they are, and the tokens, of which one is chosen.
 * @module
 */
import { html } from 'lit';
import { say } from '../../language/say.js';
import { layerOf } from './layer.js';

/** @import { Scope } from '../../engine/scope.js' */
/** @import { Layer } from './layer.js' */
/** @import { At, ChosenMap } from '../../lab/tracing.js' */

/**
 * What a figure of a layer draws.
 * @typedef {{ shown: Layer | null, at: At, onAt: (at: At) => void }} LayerFigure
 */

/** @param {Scope} scope @param {At} at @returns {Promise<Layer>} */
export const layerFigureOf = (scope, { side = 'source', layer = 0 }) =>
  layerOf(scope, { side: side === 'answer' ? side : 'source', layer: Number(layer) });

/** The attention that a map of the instrument shows. @type {Readonly<Record<string, At>>} */
const kMaps = {
  encoder: { side: 'source', part: 'self' },
  decoder: { side: 'answer', part: 'self' },
  cross: { side: 'answer', part: 'cross' },
};

/** What a figure shows beside a map. @param {ChosenMap} chosen @returns {At} */
export const besideMap = ({ map, layer, head }) => ({
  ...kMaps[map],
  ...(layer !== undefined && { layer }),
  ...(head !== undefined && { head }),
});

/** @param {Layer} layer @param {At} at @returns {number} of the token that is chosen */
export const chosenToken = ({ tokens }, { token = 0 }) => Math.min(Number(token), tokens.length - 1);

/**
 * One of several.
 * @param {string} name of the choice
 * @param {readonly { label: string, at: At }[]} choices
 * @param {LayerFigure} figure
 * @param {At} now what is shown
 */
export const choiceTemplate = (name, choices, { onAt }, now) => html`
  <span class="figure-choice" role="group" aria-label=${name}>
    ${choices.map(
      ({ label, at }) => html`
        <button type="button" aria-pressed=${Object.entries(at).every(([key, value]) => now[key] === value)}
          @click=${() => onAt(at)}>${label}</button>
      `,
    )}
  </span>
`;

/**
 * Encoder or decoder, and the layer, where there are several.
 * @param {Layer} layer
 * @param {LayerFigure} figure
 * @param {string} [part] which attention of the decoder is shown, if one alone is
 */
export function whoseTemplate({ both, side, layer, layers }, figure, part) {
  const sides = [
    { label: say('Encoder'), at: { side: 'source', part: 'self' } },
    { label: say('Decoder'), at: { side: 'answer', part: 'self' } },
    ...(part ? [{ label: say('Cross'), at: { side: 'answer', part: 'cross' } }] : []),
  ];
  const all = Array.from({ length: layers }, (_, i) => ({
    label: say('Layer {n}', { n: i + 1 }),
    at: { layer: i },
  }));
  return html`
    ${both ? choiceTemplate(say('Side'), sides, figure, { side, part: part ?? 'self' }) : null}
    ${layers > 1 ? choiceTemplate(say('Layer'), all, figure, { layer }) : null}
  `;
}

/** The tokens, above what belongs to each. @param {Layer} layer @param {LayerFigure} figure */
export function tokensTemplate(layer, { at, onAt }) {
  const chosen = chosenToken(layer, at);
  return html`
    <span class="figure-tokens" role="group" aria-label=${say('Token')}>
      ${layer.tokens.map(
        (token, t) => html`
          <button type="button" aria-label=${token} aria-pressed=${t === chosen} title=${token}
            @pointerenter=${() => onAt({ token: t })} @focus=${() => onAt({ token: t })}
            @click=${() => onAt({ token: t })}>${shortened(token)}</button>
        `,
      )}
    </span>
  `;
}

/** Signs for the tokens that are no text. @type {Readonly<Record<string, string>>} */
const kMarks = { '<start>': '▸', '<end>': '■' };

/** What stands for it where there is room for a few letters. @param {string} token */
export const shortened = (token) => kMarks[token] ?? token.slice(0, 4);
