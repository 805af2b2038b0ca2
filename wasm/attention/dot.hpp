// Dot-product score (Luong).
//
//   e[b, t, s] = q[b, t] · k[b, s]
//
//   q  [B, T, H]  queries, or time first [T, B, H]
//   k  [B, S, H]  keys, or time first [S, B, H]
//   e  [B, T, S]  scores, in either layout
//
// The score has no parameters, so encoder and decoder must learn a common representation. In translation keys and
// values are both the states of the encoder.
// From scores to weights: global.hpp, local_monotonic.hpp and local_predictive.hpp.
// Paper: Luong, Pham & Manning 2015, "Effective approaches to attention-based neural machine translation",
//   equations 7 and 8 (dot).
// Look for: a line through the map: the order in which the decoder reads the source.
#pragma once

#include "ops/score_dot.hpp"

namespace attento {

template <class S>
Node dot_scores(Tape<S>& tape, Node queries, Node keys, Layout layout = Layout::kBatchFirst) {
  return score_dot(tape, queries, keys, layout);
}

}  // namespace attento
