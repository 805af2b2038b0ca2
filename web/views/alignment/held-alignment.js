/**
 * The alignment of the watched pair with the weights that the reader holds fixed, and the game that is played with them.
 */

import { ConductGame } from '../../parts/conduct-game.js';
import { formatRegion } from '../../parts/format.js';
import { Holding } from '../../parts/holding.js';

/** @import { Prediction } from '../../engine/shapes.js' */
/** @import { ViewOptions } from '../../engine/view-types.js' */
/** @import { Answers } from '../../parts/holding.js' */
/** @import { Alignment } from '../../plots/alignment.js' */
/** @import { Tokens } from './alignment-text.js' */
/** @typedef {{ step: number, picture: Alignment, tokens: Tokens, example: number }} Snapshot */

/** What the model says in each row: its own words, or the most probable ones after the true words. @param {Prediction} answer @param {boolean} isOwn */
const listOutputs = ({ attention, candidates = [] }, isOwn) =>
  isOwn ? attention.rowLabels : candidates.map(([first]) => first?.token ?? '');

/** Held alignments by the options object that all views of a run share. @type {WeakMap<ViewOptions, ReturnType<typeof createHeldAlignment>>} */
const heldAlignments = new WeakMap();

/**
 * Returns the held alignment of a run, which all of its views share.
 * @param {ViewOptions} options
 * @param {() => void} draw draws the view after a change
 */
export function getSharedHeldAlignment(options, draw) {
  const held = heldAlignments.get(options) ?? createHeldAlignment(options);
  heldAlignments.set(options, held);
  held.draws.push(draw);
  return held;
}

/** @param {ViewOptions} options */
function createHeldAlignment(options) {
  const { run, predict } = options;
  /** Functions that draw the views. @type {(() => void)[]} */
  const draws = [];
  const draw = () => {
    for (const drawView of draws) drawView();
  };
  /** @type {Holding<Snapshot>} */
  const holding = new Holding(
    {
      isOther: ({ example }, before) => example !== before.example,
      getInput: () => holding.present && { example: holding.present.example },
      hasPrefix: true,
      getLearnedRow: (_, row) => {
        const { columns = 0, weights = [] } = holding.present?.picture ?? {};
        return weights.slice(row * columns, (row + 1) * columns);
      },
      getLabels: () => {
        const { names, rows, columns } = getTokens(holding.answers?.after);
        return { rows, columns: names ? columns.map(formatRegion) : columns };
      },
      getGame: () => (game.number === null ? '' : `conduct:${game.number}`),
      // A game needs the trained model: only with it are the sentences of the game the same for everybody.
      prepare: async (text) => {
        const [, number] = /conduct:(\d+)/.exec(text) ?? [];
        if (number && (holding.present?.step ?? 0) < run.plan().plannedSteps) return false;
        if (number) await game.start(Number(number));
      },
      onChange: draw,
    },
    options,
  );
  const game = new ConductGame(
    holding,
    async (number) => {
      const example = holding.present?.example ?? 0;
      const [challenge, { attention }] = await Promise.all([
        run.challenge({ example, number }),
        predict({ example, prefix: 'own' }),
      ]);
      return { ...challenge, learned: attention.rowLabels };
    },
    draw,
  );

  /** @param {Prediction | undefined} answer */
  function getTokens(answer) {
    const tokens = holding.present?.tokens ?? { rows: [], columns: [] };
    if (!answer || holding.prefix !== 'own') return tokens;
    const { rowLabels } = answer.attention;
    // During a game the rows keep their names.
    const isGame = game.number !== null;
    return { ...tokens, rows: isGame ? rowLabels.map((word, row) => tokens.rows[row] ?? word) : rowLabels };
  }

  /** @param {Snapshot} snapshot @returns {HeldSnapshot} with the held weights, if it is of the current model; else unchanged */
  const apply = (snapshot) => {
    const { answers, prefix, present } = holding;
    const isPresent = snapshot.step === present?.step && snapshot.example === present.example;
    return isPresent && answers
      ? applyHeldAnswers(snapshot, answers, getTokens(answers.after), prefix === 'own')
      : snapshot;
  };

  return { draws, holding, game, apply };
}

/** A snapshot with held weights, and the outputs with them and with the learned weights. @typedef {Pick<Snapshot, 'picture' | 'tokens'> & { outputs?: readonly string[], learnedOutputs?: readonly string[] }} HeldSnapshot */

/** @param {Snapshot} snapshot @param {Answers} answers @param {Tokens} tokens @param {boolean} isOwn whether the model goes on with its own words @returns {HeldSnapshot} */
function applyHeldAnswers(snapshot, { before, after }, tokens, isOwn) {
  const { shape, weights, scores, truth = new Float32Array(weights.length), position } = after.attention;
  const [rows = 0, columns] = shape;
  if (columns !== snapshot.picture.columns) return snapshot;
  const picture = {
    ...snapshot.picture,
    rows,
    weights,
    scores,
    truth: isOwn ? truth : snapshot.picture.truth,
    position: position ? Float32Array.from(position) : null,
  };
  return {
    picture,
    tokens,
    outputs: listOutputs(after, isOwn),
    learnedOutputs: listOutputs(before, isOwn),
  };
}
