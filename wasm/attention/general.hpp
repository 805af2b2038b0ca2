// General (bilinear) score (Luong).
//
//   e[b, t, s] = q[b, t] · W · k[b, s]
//
//   q  [B, T, H]  queries, or time first [T, B, H]
//   k  [B, S, K]  keys, or time first [S, B, K]
//   W  [H, K]     weights of the score
//   e  [B, T, S]  scores, in either layout
//
// W maps the decoder's space to the encoder's, so the two may differ, also in width.
// From scores to weights: global.hpp, local_monotonic.hpp and local_predictive.hpp.
// Paper: Luong, Pham & Manning 2015, "Effective approaches to attention-based neural machine translation",
//   equations 7 and 8 (general).
// Look for: the same line as with the dot product, earlier and sharper.
#pragma once

#include "ops/score_dot.hpp"

namespace attento {

/// `projected_queries` is q · W [.., T, K].
template <class S>
Node general_scores(Tape<S>& tape, Node projected_queries, Node keys, Layout layout = Layout::kBatchFirst) {
  return score_dot(tape, projected_queries, keys, layout);
}

}  // namespace attento
