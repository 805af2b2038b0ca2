// Elementary functions of a number, and the length of a vector.
//
//   exponential  y = e^x
//   square_root  y = √x
//   norm         y = √(Σ x²)       over the last axis; of one number alone |x|
//
//   x  any shape; of the norm [.., A]
//   y  the same shape; of the norm [.., 1]
//
// Where a root is 0 it has no derivative; there it is taken as 0.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node exponential(Tape<S>& tape, Node x);

template <class S>
Node square_root(Tape<S>& tape, Node x);

template <class S>
Node norm(Tape<S>& tape, Node x);

}  // namespace attento
