// Transposes time-first sequences to batch-first order.
//
//   y[b, t, h] = x[t, b, h]
//
//   x  [T, B, H]
//   y  [B, T, H]
//
// Attention maps are always batch first; this converts scores that come directly from a linear layer. Batch-first
// input is returned unchanged, and if one of the two axes is 1, nothing is copied.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node batch_first(Tape<S>& tape, Node x, Layout layout);

}  // namespace attento
