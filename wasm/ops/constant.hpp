// Numbers that are part of a model without being trained: a table of positions, a fixed kernel.
//
//   y = numbers
//
//   y  any shape of as many elements as there are numbers
#pragma once

#include <vector>

#include "core/tape.hpp"

namespace attento {

template <class S>
Node constant(Tape<S>& tape, Shape shape, std::vector<S> numbers);

}  // namespace attento
