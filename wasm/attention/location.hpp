// Location-based score (Luong).
//
//   e[b, t] = q[b, t] · W
//
//   q  [B, T, H]  queries, or time first [T, B, H]
//   W  [H, S]     weights of the score
//   e  [B, T, S]  scores, in either layout
//
// The score depends only on the query, not on the content of the source, so W fits one source length S (shorter
// sources are padded).
// From scores to weights: global.hpp, local_monotonic.hpp and local_predictive.hpp.
// Paper: Luong, Pham & Manning 2015, "Effective approaches to attention-based neural machine translation", equation 8.
// Look for: maps that are the same for all sentences of the same length, right or wrong.
#pragma once

#include "ops/batch_first.hpp"
#include "ops/linear.hpp"

namespace attento {

template <class S>
Node location_scores(Tape<S>& tape, Node queries, Node weight, Layout layout = Layout::kBatchFirst) {
  return batch_first(tape, linear(tape, queries, weight), layout);
}

}  // namespace attento
