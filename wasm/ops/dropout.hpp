// Dropout: while training, each number is dropped with probability `rate` and the others make up for it; else
// y = x.
//
//   y = x ⊙ m / (1 − rate),   m[i] = 1 with probability 1 − rate, else 0
//
// x, y: any one shape. The mask is a pure function of the seed, the place of the operation on its tape and
// the step, so a replayed step drops the same numbers. Srivastava et al. 2014, "Dropout: a simple way to
// prevent neural networks from overfitting", scaled as in section 10 so that nothing has to change
// afterwards.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node dropout(Tape<S>& tape, Node x, double rate);

}  // namespace attento
