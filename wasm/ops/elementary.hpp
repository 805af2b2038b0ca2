// Elementary functions of a number, and the length of a vector.
//
//   exponential  y = e^x
//   square root  y = √x
//   reciprocal   y = 1 / x
//   norm         y = √(Σ x²)       over the last axis; of one number alone |x|
//
//   x  any shape; of the norm [.., A]
//   y  the same shape; of the norm [.., 1]
//
// Where a root is 0 it has no derivative; there it is taken as 0.
#pragma once

#include "core/tape.hpp"

namespace attento {

enum class Elementary { kExponential, kSquareRoot, kReciprocal, kNorm };

template <class S>
Node elementary(Tape<S>& tape, Elementary function, Node x);

}  // namespace attento
