// Context-indexed attention.
//
//   a = E[c]                 one row of learned weights for each context
//   z = a ⊙ x                the input, weighed
//
// E [C, D] attention table   c [B] contexts   x [B, D] values   z [B, D]
//
// The simplest attention there is: no query is compared with any key, the context alone says where to look.
// The weights are not normalised and may be negative; what follows decides what they mean. Behind it stands y
// = w · z + b, so the network really uses the product a ⊙ w, not a: the view shows both. Look for: one bar in
// each row growing until it is alone, at the position that the map names.
#pragma once

#include "ops/lookup_multiply.hpp"

namespace attento {

/// Weighs each of the B rows of x by the attention row of its context; exposes nothing but its output.
template <class S>
Node context_gate(Tape<S>& tape, Node table, Ids context, Node x) {
  return lookup_multiply(tape, table, context, x);
}

}  // namespace attento
