/** Texts about the parts of a token's path and about its activations. */

import { markText } from '../../language/translate.js';

/** Parts of the path, by their key in the answer. @type {Readonly<Record<string, string>>} */
export const kParts = {
  embedding: markText('The token'),
  self: markText('Self-attention'),
  cross: markText('Attention to the source'),
  'feed-forward': markText('Feed-forward network'),
  answer: markText('The answer'),
};

/** What each activation is, by its name. @type {Readonly<Record<string, string>>} */
export const kNotes = {
  [markText('embedding')]: markText('The row of this token in the table of embeddings.'),
  [markText('position')]: markText('The numbers that stand for its position.'),
  [markText('embedding and position')]: markText(
    'Their sum. All that follows is added to this one row of numbers.',
  ),
  [markText('input')]: markText('The output of the layer before.'),
  [markText('norm')]: markText(
    'Mean 0 and standard deviation 1, then stretched by g and moved by b, both learned.',
  ),
  [markText('query')]: markText('What this token looks for.'),
  [markText('key')]: markText('What the queries of other tokens are compared with.'),
  [markText('value')]: markText('What it gives to tokens that look at it.'),
  [markText('scores')]: markText('Its query times the key of each token. Choose a token to see the product.'),
  [markText('mask')]: markText('1 where it may look, 0 where it may not.'),
  [markText('weights')]: markText(
    'Softmax makes the scores shares of one; the highest score is subtracted first.',
  ),
  [markText('weighted sum')]: markText('The values of all tokens, weighted by these shares.'),
  [markText('heads on')]: markText('1 for a head that is on, 0 for one that is switched off.'),
  [markText('output')]: markText(
    'The numbers of all heads side by side, or the hidden ones, times a matrix.',
  ),
  [markText('residual')]: markText('The input plus this output: nothing is overwritten, only added.'),
  [markText('hidden')]: markText(
    'The wider hidden layer: its activation cuts off or damps numbers below zero.',
  ),
  [markText('last norm')]: markText('The same normalization, once more at the end.'),
  [markText('logits')]: markText('One number for each word of the vocabulary.'),
  [markText('probabilities')]: markText('Softmax of the logits: how probable each word is.'),
};
