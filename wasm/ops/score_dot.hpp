// Scores by the dot product: how well does each query fit each key?
//
//   e[b, t, s] = c · Σ_h q[b, t, h] · k[b, s, h]
//
// q [B, T, H], k [B, S, H] or time first [T, B, H], [S, B, H]   c a constant   e [B, T, S] in either layout
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node score_dot(Tape<S>& tape, Node query, Node key, Layout layout = Layout::kBatchFirst, double scale = 1);

}  // namespace attento
