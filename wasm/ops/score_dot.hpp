// Scores by the dot product.
//
//   e[b, t, s] = Σ_h q[b, t, h] · k[b, s, h]
//
//   q  [B, T, H]  queries, or time first [T, B, H]
//   k  [B, S, H]  keys, or time first [S, B, H]
//   e  [B, T, S]  scores, in either layout
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node score_dot(Tape<S>& tape, Node query, Node key, Layout layout = Layout::kBatchFirst);

}  // namespace attento
