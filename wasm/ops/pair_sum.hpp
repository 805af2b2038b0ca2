// Adds each number of one row to each number of another row.
//
//   y[.., t, s] = p[.., t] + r[.., s]
//
//   p  [.., T]
//   r  [.., S]     the same leading axes
//   y  [.., T, S]
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node pair_sum(Tape<S>& tape, Node p, Node r);

}  // namespace attento
