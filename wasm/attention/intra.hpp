// Intra-attention: each word that is read attends to the words before it; their summary replaces the previous state.
//
//   e[b, t, s] = v · tanh(W x[b, t] + Z h̃[b, t−1] + U h[b, s])      for s < t
//   a = softmax(e)
//   h̃[b, t] = Σ_s a[b, t, s] h[b, s]
//   c̃[b, t] = Σ_s a[b, t, s] c[b, s]
//
//   x        [B, T, D]  words that are read, or time first [T, B, D]
//   h̃[t−1]   [B, T, H]  the summary of the previous step, in the same layout
//   h, c     [B, S, H]  hidden and memory states of earlier words: the tapes of the cell; or time first [S, B, H]
//   W, Z, U             [D, A], [H, A], [H, A]: the weights of a hidden layer of A units
//   v        [A]        weights from the hidden layer to the score
//   mask                optional: 1 where an earlier word is visible, see ops/softmax.hpp
//   e, a     [B, T, S]  scores, attention weights
//   h̃, c̃     [B, T, H]  the adaptive summaries, in the layout of the states
//
// h̃ and c̃ replace h[t−1] and c[t−1] in the gates of an LSTM: a cell with a tape instead of one memory slot. All W x
// are computed before the first step, and each U h[s] once; a step of one word has T = 1. The first word has no earlier
// words and starts from zeros.
// Paper: Cheng, Dong & Lapata 2016, "Long short-term memory-networks for machine reading", equations 3 to 6.
// Look for: at a word of sentiment, the weight on a preceding “not” or “very”.
#pragma once

#include "attention/attention.hpp"
#include "ops/arithmetic.hpp"
#include "ops/linear.hpp"
#include "ops/recurrent.hpp"
#include "ops/score_additive.hpp"
#include "ops/softmax.hpp"
#include "ops/weighted_sum.hpp"

namespace attento {

/// W x + Z h̃: [.., T, A]. `words` holds W x of the current words; an absent `summary` counts as zero.
template <class S>
Node project_intra_queries(Tape<S>& tape, Node words, Node summary, Node weight) {
  return summary.valid() ? add(tape, words, linear(tape, summary, weight)) : words;
}

struct IntraAttention {
  Node scores;             // [B, T, S]
  Node weights;            // [B, T, S]
  RecurrentState summary;  // h̃ and c̃
};

/// `projected_queries` comes from project_intra_queries; `projected_keys` is U h [.., S, A].
template <class S>
IntraAttention intra(Tape<S>& tape, Node projected_queries, Node projected_keys, const RecurrentState& states,
                     Node v, Node mask = {}, Layout layout = Layout::kBatchFirst) {
  const Node scores = score_additive(tape, projected_queries, projected_keys, v, layout);
  const Node weights = softmax(tape, scores, mask);
  return {
      scores,
      weights,
      {weighted_sum(tape, weights, states.hidden, layout), weighted_sum(tape, weights, states.cell, layout)}};
}

}  // namespace attento
