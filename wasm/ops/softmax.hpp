// Softmax over the last axis: positive weights that sum to one.
//
//   softmax       w[s] = e^x[s] / Σ_r e^x[r]
//   log_softmax   y[s] = x[s] − ln Σ_r e^x[r]
//
// x, w, y [B, .., T, S]
// padding [B, S], optional: 1 where position s of batch entry b is real, 0 where it is masked, for all rows of the entry
// causal: row t sees the positions s ≤ t alone (needs the axis T)
// Masked weights are exactly 0 and so are the gradients of their x, whatever x holds. Where no position is left, because
// all are masked or −inf, the whole row is 0 (PyTorch has not-a-number there). Not-a-number at a real position makes the
// row not-a-number. The largest real x is subtracted first, so that no size of x overflows. softmax sees x divided by the
// temperature of the plan, which is 1 unless somebody asks for another.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node softmax(Tape<S>& tape, Node x, Node padding = {}, bool causal = false);

template <class S>
Node log_softmax(Tape<S>& tape, Node x);

}  // namespace attento
