// Lookup and multiply: multiplies each example by the table row of its id.
//
//   y[b, d] = table[id[b], d] · x[b, d]
//
//   table  [C, D]
//   id     [B]     integers in [0, C)
//   x, y   [B, D]
//
// One pass instead of an embedding followed by a product: the looked-up rows are never stored.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node lookup_multiply(Tape<S>& tape, Node table, IdsNode id, Node x);

}  // namespace attento
