// The context: for each query the values, summed by their weights.
//
//   c[b, t, h] = Σ_s w[b, t, s] · v[b, s, h]
//
// w [B, T, S]   v [B, S, H] or time first [S, B, H]   c [B, T, H] or [T, B, H], in the layout of v
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node weighted_sum(Tape<S>& tape, Node weights, Node values, Layout layout = Layout::kBatchFirst);

}  // namespace attento
