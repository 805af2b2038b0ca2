// The positions that a query may attend to: 1 for visible, 0 for masked.
//
//   mask [B, S]      the same for all queries of an example (padding)
//   mask [T, S]      the same for all examples
//   mask [B, T, S]   one for each query
//
// If B = T, a mask of two axes is read as [B, S].
#pragma once

#include "core/operation.hpp"
#include "core/tape.hpp"

namespace attento {

template <class S>
struct Mask {
  Node node{};
  int steps = 0;
  int example = 0, query = 0;  // strides from one example or query to the next, in rows of the mask

  /// The mask for scores [B, .., T, S]. Throws BAD_INPUT for another shape. `node` may be absent.
  Mask(const Tape<S>& tape, Node node, int batch, int queries, int steps) : node(node), steps(steps) {
    if (!node.valid()) return;
    const Shape shape = tape.shape(node);
    const bool each = shape == Shape{batch, queries, steps};
    const bool padding = shape == Shape{batch, steps};
    require_operand(each || padding || shape == Shape{queries, steps}, "padding", shape,
                    "[B, S], [T, S] or [B, T, S] of ", Shape{batch, queries, steps});
    example = each ? queries : padding ? 1 : 0;
    query = padding ? 0 : 1;
  }

  /// Returns the mask row [S] of query t of example b, or nullptr if there is no mask.
  const S* of(const Memory<S>& memory, int b, int t) const {
    if (!node.valid()) return nullptr;
    return memory.value(node) + static_cast<std::ptrdiff_t>(b * example + t * query) * steps;
  }
};

}  // namespace attento
