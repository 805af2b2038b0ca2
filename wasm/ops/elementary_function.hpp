// Elementary functions of a number, and the length of a vector.
//
//   exponential  y = e^x
//   square root  y = √x
//   reciprocal   y = 1 / x
//   norm         y = √(Σ x²)       over the last axis; |x| for a single number
//
//   x  any shape; for the norm [.., A]
//   y  the same shape; for the norm [.., 1]
//
// Where a root is 0, it has no derivative; 0 is used there.
#pragma once

#include "core/tape.hpp"

namespace attento {

enum class ElementaryFunction { kExponential, kSquareRoot, kReciprocal, kNorm };

template <class S>
Node elementary_function(Tape<S>& tape, ElementaryFunction function, Node x);

}  // namespace attento
