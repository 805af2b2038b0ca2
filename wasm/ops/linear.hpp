// A linear map.
//
//   y = x · W + b
//
// x [.., I]   W [I, O]   b [O] or absent   y [.., O], all leading axes of x kept as rows
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node linear(Tape<S>& tape, Node x, Node weight, Node bias = {});

}  // namespace attento
