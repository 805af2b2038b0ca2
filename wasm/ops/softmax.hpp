// Softmax over the last axis: positive weights that sum to one.
//
//   softmax       w[s] = e^x[s] / Σ_r e^x[r]
//   log_softmax   y[s] = x[s] − ln Σ_r e^x[r]
//
//   x, w, y  [B, .., T, S]
//   mask                    optional: 1 where a position is real, 0 where it is masked; shapes as in ops/mask.hpp
//
// Masked weights are exactly 0 and so are the gradients of their x, whatever x holds. If all positions of a row are
// masked or −inf, the whole row is 0 (PyTorch returns NaN). NaN at a real position makes the whole row NaN. The largest
// real x is subtracted first, so that no x overflows. softmax divides x by the temperature of the plan, by default 1.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node softmax(Tape<S>& tape, Node x, Node mask = {});

template <class S>
Node log_softmax(Tape<S>& tape, Node x);

}  // namespace attento
