// Which positions a query may see: 1 for one that it may, 0 for one that is hidden.
//
//   mask [B, S]      the same for all queries of an example (padding)
//   mask [T, S]      the same for all examples
//   mask [B, T, S]   for each query of its own
//
// Where B = T two axes are read as [B, S].
#pragma once

#include "core/tape.hpp"

namespace attento {

template <class S>
struct Mask {
  Node node{};
  int steps = 0;
  int example = 0, query = 0;  // rows of the mask from one example or query to the next

  /// For scores [B, .., T, S]; refuses another shape. `node` may be absent.
  Mask(const Tape<S>& tape, Node node, int batch, int queries, int steps) : node(node), steps(steps) {
    if (!node.valid()) return;
    const Shape shape = tape.shape(node);
    const bool each = shape == Shape{batch, queries, steps};
    const bool padding = shape == Shape{batch, steps};
    Tape<S>::require(each || padding || shape == Shape{queries, steps}, "padding", shape,
                     "[B, S], [T, S] or [B, T, S] of " + Shape{batch, queries, steps}.text());
    example = each ? queries : padding ? 1 : 0;
    query = padding ? 0 : 1;
  }

  /// The row [S] of query t of example b, or nullptr where there is no mask.
  const S* of(const Memory<S>& memory, int b, int t) const {
    if (!node.valid()) return nullptr;
    return memory.value(node) + static_cast<std::ptrdiff_t>(b * example + t * query) * steps;
  }
};

}  // namespace attento
