// Context-indexed attention: a learned row of weights for each context.
//
//   a = E[c]
//   z = a ⊙ x
//
//   E  [C, D]  attention table
//   c  [B]     contexts
//   x  [B, D]  values
//   z  [B, D]  the values, each multiplied by its weight
//
// The simplest form of attention: no query is compared with any key, only the context selects the weights. They are
// not normalized and may be negative; their meaning depends on the next layer. After the gate comes y = w · z + b, so
// the network uses the product a ⊙ w, not only a: the view shows both.
// Paper: none; it is the network of the article on context-indexed attention.
// Look for: one bar in each row growing until it is the only one, at the position given by the task's map.
#pragma once

#include "ops/lookup_multiply.hpp"

namespace attento {

/// Multiplies each of the B rows of x, element by element, by the row of `table` that its context index selects.
template <class S>
Node context_gate(Tape<S>& tape, Node table, IdsNode context, Node x) {
  return lookup_multiply(tape, table, context, x);
}

}  // namespace attento
