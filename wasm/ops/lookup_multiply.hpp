// Lookup and multiply: each example is multiplied by the table row that its id names.
//
//   y[b, d] = table[id[b], d] · x[b, d]
//
//   table  [C, D]
//   id     [B]     whole numbers in [0, C)
//   x, y   [B, D]
//
// One pass instead of an embedding followed by a product: the looked-up rows are never written down.
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
Node lookup_multiply(Tape<S>& tape, Node table, Ids id, Node x);

}  // namespace attento
