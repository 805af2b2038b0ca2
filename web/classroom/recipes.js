/**
 * The recipes for a class: a mode, and the parts that are locked in it.
 * @module
 */
import { html } from 'lit';
import { markText, translate } from '../language/translate.js';

/** @import { Lists } from './advanced.js' */

/**
 * @typedef {object} Recipe
 * @property {string} label
 * @property {string} help
 * @property {string} mode
 * @property {readonly string[]} lock
 */

/** Recipes by name. @satisfies {Readonly<Record<string, Recipe>>} */
export const recipes = {
  demonstrate: {
    label: markText('Demonstrate'),
    help: markText('For the projector: the map large and plain, with few controls. Nothing is locked.'),
    mode: 'projector',
    lock: [],
  },
  together: {
    label: markText('Explore together'),
    help: markText(
      'Students predict the map, run, compare and reflect. Seed, settings and data are locked: all see the same numbers.',
    ),
    mode: 'lesson',
    lock: ['seed', 'settings', 'data'],
  },
  quiz: {
    label: markText('Quiz'),
    help: markText(
      'The answer is hidden until a prediction has been drawn. Seed, settings and data are locked.',
    ),
    mode: 'quiz',
    lock: ['seed', 'settings', 'data'],
  },
};

/** @param {string} mode @param {Lists} lists @returns {string} name of the matching recipe; '' for none */
export const findRecipe = (mode, { hide, lock }) =>
  Object.entries(recipes).find(
    ([, recipe]) =>
      recipe.mode === mode && hide.size === 0 && String([...lock].sort()) === String([...recipe.lock].sort()),
  )?.[0] ?? '';

/** @param {string} chosen name of a recipe @param {(recipe: Recipe) => void} onRecipe */
export function recipesTemplate(chosen, onRecipe) {
  return html`
    <fieldset class="class-modes class-recipes">
      <legend>${translate('Recipe')}</legend>
      ${Object.entries(recipes).map(
        ([name, recipe]) => html`
          <label>
            <input type="radio" name="class-recipe" .value=${name} .checked=${name === chosen} @change=${() => onRecipe(recipe)} />
            <span>${translate(recipe.label)}<small>${translate(recipe.help)}</small></span>
          </label>
        `,
      )}
    </fieldset>
  `;
}
