/**
 * The recipes of the classroom panel: ready settings for a class, each with a mode and the parts that it locks.
 */
import { markText, translate } from '../language/translate.js';
import { radioGroupTemplate } from './advanced-options.js';

/** @import { Experiment, Lists } from './advanced-options.js' */

/**
 * @typedef {object} Recipe
 * @property {string} label
 * @property {string} help
 * @property {string} mode
 * @property {string} [question] of the quiz; default: the map
 * @property {readonly string[]} lock
 */

/** Recipes by name. @type {Readonly<Record<'demonstrate' | 'together' | 'quiz' | 'hold', Recipe>>} */
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
  hold: {
    label: markText('Quiz: where must it look?'),
    help: markText(
      'After the run: where must a row of the map look so that the model says a certain word? Seed, settings and data are locked.',
    ),
    mode: 'quiz',
    question: 'hold',
    lock: ['seed', 'settings', 'data'],
  },
};

/** Whether rows of the map can be held, and each gives a word: these views need both. @param {Experiment | null} experiment */
const canAskToHold = (experiment) =>
  ['alignment-matrix', 'what-if'].every((view) => experiment?.views.includes(view));

/** @param {{ mode: string, question?: string, lists: Lists, experiment: Experiment | null }} arrangement @returns {string} name of the matching recipe; '' for none */
export const findRecipe = ({ mode, question = '', lists: { hide, lock }, experiment }) =>
  Object.entries(recipes).find(
    ([, recipe]) =>
      recipe.mode === mode &&
      (recipe.question ?? '') === question &&
      (!question || canAskToHold(experiment)) &&
      hide.size === 0 &&
      String([...lock].sort()) === String([...recipe.lock].sort()),
  )?.[0] ?? '';

/** @param {Experiment} experiment @param {string} chosen name of a recipe @param {(recipe: Recipe) => void} onRecipe */
export function recipesTemplate(experiment, chosen, onRecipe) {
  const fitting = Object.entries(recipes)
    .filter(([, { question }]) => !question || canAskToHold(experiment))
    .map(([name, recipe]) => ({ name, ...recipe }));
  return radioGroupTemplate('recipe', translate('Recipe'), fitting, chosen, onRecipe);
}
