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
// The simplest form of attention: no query is compared with any key, the context alone selects the weights. They are
// not normalised and may be negative; what follows decides what they mean. Behind the gate stands y = w · z + b, so
// the network uses the product a ⊙ w, not a alone: the view shows both.
// Paper: none; it is the network of the article on context-indexed attention.
// Look for: one bar in each row growing until it is alone, at the position that the map names.
#pragma once

#include "ops/lookup_multiply.hpp"

namespace attento {

/// Weighs each of the B rows of x by the attention row of its context; exposes nothing but its output.
template <class S>
Node context_gate(Tape<S>& tape, Node table, Ids context, Node x) {
  return lookup_multiply(tape, table, context, x);
}

}  // namespace attento
