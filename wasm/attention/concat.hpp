// Concat score (Luong).
//
//   e[b, t, s] = v · tanh(W [q[b, t]; k[b, s]])
//              = v · tanh(W₁ q[b, t] + W₂ k[b, s])
//
//   q       [B, T, H]  queries, or time first [T, B, H]
//   k       [B, S, K]  keys, or time first [S, B, K]
//   W₁, W₂  [H, A], [K, A]: the rows of W for the query and for the key; A units in the hidden layer
//   v       [A]        weights of the hidden layer
//   e       [B, T, S]  scores, in either layout
//
// A product with a concatenation is the sum of two products. W₂ k does not depend on the query: a linear layer
// computes it once for all steps of a decoder.
// Faults: those of additive.hpp, because the formula is the same.
// From scores to weights: global.hpp, local_monotonic.hpp and local_predictive.hpp.
// Paper: Luong, Pham & Manning 2015, "Effective approaches to attention-based neural machine translation",
//   equations 7 and 8 (concat).
// Look for: the same line as with the other scores; only the step at which it appears differs.
#pragma once

#include "ops/score_additive.hpp"

namespace attento {

/// `projected_queries` is W₁ q [.., T, A]; `projected_keys` is W₂ k [.., S, A].
template <class S>
Node concat_scores(Tape<S>& tape, Node projected_queries, Node projected_keys, Node v,
                   Layout layout = Layout::kBatchFirst, bool use_tanh = true) {
  return score_additive(tape, projected_queries, projected_keys, v, layout,
                        use_tanh ? HiddenActivation::kTanh : HiddenActivation::kNone);
}

}  // namespace attento
