// A linear map.
//
//   y = x · W + b
//
//   x  [.., I]  all leading axes are rows
//   W  [I, O]
//   b  [O]      optional
//   y  [.., O]
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node linear(Tape<S>& tape, Node x, Node weight, Node bias = {});

}  // namespace attento
