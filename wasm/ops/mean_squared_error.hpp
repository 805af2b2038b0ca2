// Mean squared error.
//
//   loss = 1/n Σ_i (y[i] − target[i])²
//
//   y, target  the same shape, any, with n elements
//   loss       [1]
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node mean_squared_error(Tape<S>& tape, Node y, Node target);

}  // namespace attento
