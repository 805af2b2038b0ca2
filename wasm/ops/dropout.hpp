// Dropout: in training, each number is set to zero with probability `rate`, and the others are scaled up.
//
//   y = x ⊙ m / (1 − rate)     m[i] = 1 with probability 1 − rate, else 0
//   y = x                      if the plan does not train
//
//   x, y  the same shape, any
//
// The mask is a pure function of the seed, the index of the operation on its tape and the step, so a replayed step
// drops the same numbers.
// Paper: Srivastava et al. 2014, "Dropout: a simple way to prevent neural networks from overfitting", scaled as in
//   section 10, so that inference needs no scaling.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node dropout(Tape<S>& tape, Node x, double rate);

/// Returns only the factors m / (1 − rate), for values that share one mask: the states of a recurrent layer.
template <class S>
Node dropout_mask(Tape<S>& tape, Shape shape, double rate);

}  // namespace attento
