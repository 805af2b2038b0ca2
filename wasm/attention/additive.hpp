// Additive score (Bahdanau).
//
//   e[b, t, s] = v · tanh(W q[b, t] + U k[b, s])
//
//   q     [B, T, H]  queries, or time first [T, B, H]: the decoder's previous state
//   k     [B, S, K]  keys, or time first [S, B, K]: the annotations of the encoder
//   W, U  [H, A], [K, A]: the weights of a hidden layer of A units
//   v     [A]        weights from the hidden layer to the score
//   e     [B, T, S]  scores, in either layout
//
// A small network scores how well the input around s fits the output at t. U k does not depend on the query:
// a linear layer computes it once for all steps of a decoder.
// Two faults do not keep the loss from falling: without tanh (`use_tanh` false) W q adds the same number to the scores
// of all positions, softmax cancels it, and every step has the same weights; with zeros in place of U k all positions
// have the same score.
// From scores to weights: global.hpp, local_monotonic.hpp and local_predictive.hpp.
// Paper: Bahdanau, Cho & Bengio 2015, "Neural machine translation by jointly learning to align and translate",
//   section 3.1 and appendix A.1.2.
// Look for: adjective and noun changing places. With a unidirectional encoder, a line shifted by one position.
#pragma once

#include "ops/score_additive.hpp"

namespace attento {

/// `projected_queries` is W q [.., T, A]; `projected_keys` is U k [.., S, A].
template <class S>
Node additive_scores(Tape<S>& tape, Node projected_queries, Node projected_keys, Node v,
                     Layout layout = Layout::kBatchFirst, bool use_tanh = true) {
  return score_additive(tape, projected_queries, projected_keys, v, layout,
                        use_tanh ? HiddenActivation::kTanh : HiddenActivation::kNone);
}

}  // namespace attento
