// The context vector: for each query the sum of the values, each multiplied by its attention weight.
//
//   c[b, t, h] = Σ_s w[b, t, s] · v[b, s, h]
//
//   w  [B, T, S]  attention weights; for N heads [B, N, T, S], where head n weights the columns n·H/N … of v
//   v  [B, S, H]  values, or time first [S, B, H]
//   c  [B, T, H]  context vectors, in the layout of v
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node weighted_sum(Tape<S>& tape, Node weights, Node values, Layout layout = Layout::kBatchFirst);

}  // namespace attento
