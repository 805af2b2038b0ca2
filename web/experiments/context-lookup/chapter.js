import { formatDecimal } from '../../lab/number-format.js';
import { watchRowOrder } from '../../lab/row-order.js';

import { markProse } from '../../lab/scene.js';
import { markText, translate } from '../../language/translate.js';

/** Settings that matter most in this experiment. */
export const mainSettings = ['map', 'contexts', 'learningRate', 'epochs', 'seed'];

/** @type {import('../../lab/scene.js').Scenes} */
export const scenes = [
  {
    chapter: 1,
    title: markText('Five contexts, eight numbers'),
    text: markProse`
      The smallest case first, without sentences: eight random numbers and a context, one of five, which alone decides
      which number is the answer. Outlines mark the [true positions](:truth), which the network is never told. A bar is
      an *effective weight*: the learned [weight](:weights) *a* of an input times the *w* with which the output layer
      reads it.
    `,
    question: {
      text: markText('All five contexts are equally hard. Will all be learned at about the same time?'),
      choices: [
        { id: 'together', text: markText('Within a twentieth of the training') },
        { id: 'apart', text: markText('Some later than that') },
      ],
      watch: watchRowOrder({
        together: () =>
          translate('because with this seed no context began far from its truth; other seeds spread further'),
        apart: () =>
          translate(
            'because a and w each change in proportion to the other: a product that begins with the wrong sign has to pass zero, where both hardly change',
          ),
      }),
    },
  },
  {
    chapter: 1,
    title: markText('The network follows'),
    text: markProse`
      For each context the network keeps eight weights *a*, positive or negative. It multiplies the inputs by *a*,
      element by element, and one linear layer reads out the sum: $y = Σ_j w_j·(a ⊙ x)_j + b$.

      ! Press a position without an outline: its context must look there. Then press *Move the truth here*, and watch
      the bars follow.
    `,
    runTo: Infinity,
    replyToHold: describeHeldContext,
  },
];

/**
 * Compares the answer of a context whose attention is held on one position with the answer of its learned weights.
 * @type {NonNullable<import('../../lab/scene.js').Scene['replyToHold']>}
 */
async function* describeHeldContext({ input, column, answer }, scope) {
  const { output } = await scope.predict(/** @type {Record<string, any>} */ (input));
  const { columnLabels } = scope.manifest;
  yield translate(
    'Held on position {position}, where x = {x}, it answers y = {y}; with its own weights, {own}.',
    {
      position: columnLabels[column],
      x: formatDecimal(Number(/** @type {readonly number[]} */ (input['values'])[column]), 2),
      y: formatDecimal(Number(answer.output), 2),
      own: formatDecimal(Number(output), 2),
    },
  );
}
