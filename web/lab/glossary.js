/**
 * The glossary: each term with one line and one formula. The CSS class styles a term like its mark in the map.
 */
import { markText } from '../language/translate.js';

/**
 * @typedef {object} Term
 * @property {string} name by which texts refer to it: [attention weights](:weights)
 * @property {string} title
 * @property {string} definition one line
 * @property {string} formula
 * @property {'truth' | 'weights' | 'query' | 'key' | 'value'} [cssClass]
 */

/** @type {readonly Term[]} */
export const glossary = [
  {
    name: 'token',
    title: markText('Token'),
    definition: markText(
      'What a network reads or writes in one step: a word, a character, a digit or the end.',
    ),
    formula: '',
  },
  {
    name: 'embedding',
    title: markText('Embedding'),
    definition: markText('The vector by which a network represents a token; its numbers are learned.'),
    formula: '',
  },
  {
    name: 'loss',
    title: markText('Loss'),
    definition: markText('How wrong the answers are, as one number. Training makes it smaller.'),
    formula: '',
  },
  {
    name: 'seed',
    title: markText('Seed'),
    definition: markText(
      'The number that all random numbers follow from: for the data, and for the weights at the start.',
    ),
    formula: '',
  },
  {
    name: 'encoder',
    title: markText('Encoder'),
    definition: markText('The part of a network that reads the source and turns it into hidden states.'),
    formula: 'h_s = f(x_s, h_{s−1})',
  },
  {
    name: 'decoder',
    title: markText('Decoder'),
    definition: markText('The part that writes the target, one token after the other.'),
    formula: 'z_t = g(y_{t−1}, z_{t−1}, c_t)',
  },
  {
    name: 'hidden-state',
    title: markText('Hidden state'),
    definition: markText(
      'A recurrent network reads token by token. This vector is what it hands from one step to the next.',
    ),
    formula: 'h_s = f(x_s, h_{s−1})',
  },
  {
    name: 'exact-match',
    title: markText('Exact match'),
    definition: markText('The share of test examples whose answer is right in every token.'),
    formula: 'mean [ŷ = y]',
  },
  {
    name: 'attention',
    title: markText('Attention'),
    definition: markText(
      'A weighted average of what a network has read, with weights that it computes itself.',
    ),
    formula: 'c_t = Σ_s a_{ts} h_s',
  },
  {
    name: 'weights',
    title: markText('Attention weights'),
    definition: markText(
      'How much each position counts in the average. After a softmax none is negative, and they add up to 1.',
    ),
    formula: 'a = softmax(e)',
    cssClass: 'weights',
  },
  {
    name: 'truth',
    title: markText('True alignment'),
    definition: markText(
      'The position that the answer really comes from. It is known because the data are generated.',
    ),
    formula: 'a_{ts} → [s = truth(t)]',
    cssClass: 'truth',
  },
  {
    name: 'query',
    title: markText('Query'),
    definition: markText('The vector that asks: every key is compared with it.'),
    formula: 'q = x W_q',
    cssClass: 'query',
  },
  {
    name: 'key',
    title: markText('Key'),
    definition: markText('The vector that a position is found by.'),
    formula: 'k = x W_k',
    cssClass: 'key',
  },
  {
    name: 'value',
    title: markText('Value'),
    definition: markText('The vector that a position contributes to the average.'),
    formula: 'v = x W_v',
    cssClass: 'value',
  },
  {
    name: 'score',
    title: markText('Score'),
    definition: markText(
      'How well a position fits what is sought. It is computed from the key and the query, of d entries each; softmax turns scores into weights.',
    ),
    formula: 'e_{ts} = q_t · k_s / √d',
  },
  {
    name: 'softmax',
    title: markText('Softmax'),
    definition: markText('Turns scores into weights: the exponential of each, divided by the sum of all.'),
    formula: 'a_s = e^{e_s} / Z, Z = Σ_j e^{e_j}',
  },
  {
    name: 'context-vector',
    title: markText('Context vector'),
    definition: markText('The average of the values under the attention weights.'),
    formula: 'c_t = Σ_s a_{ts} v_s',
  },
  {
    name: 'causal-mask',
    title: markText('Causal mask'),
    definition: markText('Hides every later position, so that a token depends on earlier ones only.'),
    formula: 'e_{ts} = −∞, s > t',
  },
  {
    name: 'baseline',
    title: markText('Baseline'),
    definition: markText('A simpler model trained on the same data, for comparison.'),
    formula: '',
  },
  {
    name: 'padding',
    title: markText('Padding'),
    definition: markText('Empty positions that bring all sentences of a batch to one length.'),
    formula: '',
  },
  {
    name: 'pooling',
    title: markText('Pooling'),
    definition: markText(
      'How the states of all words become one vector: the last one, the mean, or attention.',
    ),
    formula: 'c = Σ_s a_s h_s',
  },
  {
    name: 'alignment',
    title: markText('Alignment accuracy'),
    definition: markText(
      'The share of target tokens whose largest weight lies on the token that they come from.',
    ),
    formula: 'mean [argmax a = truth]',
  },
  {
    name: 'bidirectional',
    title: markText('Bidirectional encoder'),
    definition: markText('Two recurrent networks, one from each end; a state joins both.'),
    formula: 'h_s = [→h_s ; ←h_s]',
  },
  {
    name: 'global',
    title: markText('Global and local attention'),
    definition: markText('Global attention sees all positions, local attention those in a window of ±D.'),
    formula: '|s − p_t| ≤ D',
  },
  {
    name: 'entropy',
    title: markText('Normalized entropy'),
    definition: markText('How evenly the weights are spread: 0 for one position, 1 for all alike.'),
    formula: '−Σ a ln a / ln n',
  },
  {
    name: 'explanation',
    title: markText('Faithful explanation'),
    definition: markText('A map is faithful if changing what it shows as important changes the answer.'),
    formula: '',
  },
  {
    name: 'self-attention',
    title: markText('Self-attention'),
    definition: markText('Attention in which queries, keys and values all come from the same tokens.'),
    formula: 'softmax(q k^T / √d) v',
  },
  {
    name: 'cross-attention',
    title: markText('Cross-attention'),
    definition: markText(
      'Attention in which the queries come from the answer, keys and values from the source.',
    ),
    formula: 'softmax(q k^T / √d) v',
  },
  {
    name: 'position-encoding',
    title: markText('Position encoding'),
    definition: markText(
      'A vector for each position, added to the embedding: without it, attention sees a set.',
    ),
    formula: 'x_t + p_t',
  },
  {
    name: 'head',
    title: markText('Head'),
    definition: markText(
      'One of several attentions side by side, each with its own queries, keys and values.',
    ),
    formula: '[a_1 v_1; …; a_N v_N] W_o',
  },
  {
    name: 'induction',
    title: markText('Induction head'),
    definition: markText('Finds an earlier occurrence of the present token, and copies what came after it.'),
    formula: '… k 4 … k → 4',
  },
  {
    name: 'residual',
    title: markText('Residual stream'),
    definition: markText('The sum that runs through all layers: each layer adds to it and replaces nothing.'),
    formula: 'x ← x + layer(x)',
  },
  {
    name: 'hard',
    title: markText('Soft and hard attention'),
    definition: markText('Soft attention averages all positions, hard attention samples a single one.'),
    formula: 'c = Σ_s a_s v_s;  s ~ a, c = v_s',
  },
  {
    name: 'reinforce',
    title: markText('REINFORCE'),
    definition: markText(
      'Learning from rewards: a sampled choice becomes more probable if its reward was above the average.',
    ),
    formula: 'Δθ ∝ (r − r̄) ∇ log p(s)',
  },
  {
    name: 'lstm',
    title: markText('LSTM'),
    definition: markText('A recurrent network with a memory, and gates for what it keeps, adds and shows.'),
    formula: 'm_t = f_t ⊙ m_{t−1} + i_t ⊙ g_t',
  },
  {
    name: 'bound',
    title: markText('Variational bound'),
    definition: markText(
      'What DRAW minimizes: information in the latent numbers plus reconstruction error, in nats.',
    ),
    formula: 'L = KL(q(z|x) ‖ p(z)) − log p(x|z)',
  },
];

/** @param {string} name @returns {Term | undefined} */
export const findTerm = (name) => glossary.find((one) => one.name === name);

/** @param {string} name @returns {string} CSS class of the term; '' for none */
export const getTermClass = (name) => findTerm(name)?.cssClass ?? '';
