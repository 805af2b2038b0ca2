/**
 * Animates one weighted sum when the reader asks for it: the scores grow into weights, and the weighted vectors move into their
 * sum. The numbers on the page do not change.
 */
import { html } from 'lit';
import { translate } from '../language/translate.js';

/** Duration of each part of the movement, in ms. */
const kPartMs = 700;

/**
 * The elements that the animation moves.
 * @typedef {object} WeightedSum
 * @property {readonly (ArrayLike<Element>)[]} columns scores, then weights: they grow one after the other
 * @property {readonly { element: Element, way: string, weight: number }[]} parts `way`: the CSS transform that moves the element
 *   onto the sum
 * @property {Element | null | undefined} sum
 */

/**
 * The button that starts the animation. It is hidden if the reader prefers reduced motion.
 * @param {(event: Event) => WeightedSum} collect
 */
export const weightedSumButtonTemplate = (collect) => html`
  <button type="button" class="flow" aria-label=${translate('Watch the scores become the context vector')} @click=${(/** @type {Event} */ event) => play(collect(event))}>▸</button>
`;

/** @param {WeightedSum} flow */
function play({ columns, parts, sum }) {
  /** @param {Element} element @param {Keyframe[]} keyframes @param {number} turn */
  const move = (element, keyframes, turn) =>
    element.animate(keyframes, {
      duration: kPartMs,
      delay: turn * kPartMs,
      fill: 'backwards',
      easing: 'ease-in-out',
    });
  columns.forEach((column, turn) => {
    for (const element of Array.from(column)) move(element, [{ inlineSize: 0, opacity: 0 }, {}], turn);
  });
  for (const { element, way, weight } of parts)
    move(element, [{}, { transform: way, opacity: weight }], columns.length);
  if (sum) move(sum, [{ opacity: 0 }, {}], columns.length + 0.8);
}

export const weightedSumStyles = /* css */ `
.flow { min-inline-size: 2em; min-block-size: 2em; padding: 0; border: 1px solid var(--attento-line-color); border-radius: 6px; background: none; cursor: pointer; }
@media (prefers-reduced-motion: reduce) { .flow { display: none; } }
`;
