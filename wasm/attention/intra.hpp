// Intra-attention: a word that is read looks back at the words before it, and the network goes on from what it finds.
//
//   e[b, t, s] = v · tanh(W x[b, t] + Z h̃[b, t−1] + U h[b, s])      for s < t
//   a = softmax(e)
//   h̃[b, t] = Σ_s a[b, t, s] h[b, s]
//   c̃[b, t] = Σ_s a[b, t, s] c[b, s]
//
//   x        [B, T, D]  words that are read, or time first [T, B, D]
//   h̃[t−1]   [B, T, H]  what the step before went on from, in the same layout
//   h, c     [B, S, H]  hidden and memory states of earlier words: the tapes of the cell; or time first [S, B, H]
//   W, Z, U             [D, A], [H, A], [H, A]: the weights of a hidden layer of A units
//   v        [A]        weights from the hidden layer to the score
//   mask                optional: 1 where an earlier word may be seen, as ops/softmax.hpp says
//   e, a     [B, T, S]  scores, attention weights
//   h̃, c̃     [B, T, H]  the adaptive summaries, in the layout of the states
//
// h̃ and c̃ take the places of h[t−1] and c[t−1] in the gates of an LSTM: a cell with a tape in place of one memory
// slot. All W x are known before the first step, and each U h[s] is computed once; a step of one word has T = 1. The
// first word has nothing to look at, and starts from zeros.
// Paper: Cheng, Dong & Lapata 2016, "Long short-term memory-networks for machine reading", equations 3 to 6.
// Look for: at a word of sentiment, the weight on the “not” or “very” that stands before it.
#pragma once

#include "attention/attention.hpp"
#include "ops/arithmetic.hpp"
#include "ops/linear.hpp"
#include "ops/recurrent.hpp"
#include "ops/score_additive.hpp"
#include "ops/softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

/// W x + Z h̃: [.., T, A]. `words` holds W x, of all words or of those that are asked now; `summary` may be absent,
/// and is zero then.
template <class S>
Node intra_queries(Tape<S>& tape, Node words, Node summary, Node weight) {
  return summary.valid() ? add(tape, words, linear(tape, summary, weight)) : words;
}

/// U h: [.., S, A].
template <class S>
Node intra_keys(Tape<S>& tape, Node states, Node weight) {
  return linear(tape, states, weight);
}

struct IntraAttention {
  Node scores;    // [B, T, S]
  Node weights;   // the same shape
  State summary;  // h̃ and c̃
};

/// `asked` and `compared` come from intra_queries and intra_keys.
template <class S>
IntraAttention intra(Tape<S>& tape, Node asked, Node compared, const State& states, Node v, Node mask = {},
                     Layout layout = Layout::kBatchFirst) {
  const Node scores = score_additive(tape, asked, compared, v, layout);
  const Node weights = softmax(tape, scores, mask);
  return {
      scores,
      weights,
      {weighted_sum(tape, weights, states.hidden, layout), weighted_sum(tape, weights, states.cell, layout)}};
}

}  // namespace attento
