// Numbers of a model that are not trained: a table of positions, a fixed kernel.
//
//   y = numbers
//
//   y  any shape with as many elements as `numbers`
#pragma once

#include <vector>

#include "core/tape.hpp"

namespace attento {

template <class S>
Node constant(Tape<S>& tape, Shape shape, std::vector<S> numbers);

}  // namespace attento
