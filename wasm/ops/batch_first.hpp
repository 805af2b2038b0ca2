// Brings time-first sequences into batch-first order.
//
//   y[b, t, h] = x[t, b, h]
//
//   x  [T, B, H]
//   y  [B, T, H]
//
// Attention maps are always batch first; this brings scores there that come straight from a linear layer. Batch-first
// input is handed back as it is, and where one of the two axes is 1 nothing is copied.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node batch_first(Tape<S>& tape, Node x, Layout layout);

}  // namespace attento
