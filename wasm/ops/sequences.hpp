// The memory layout of a batch of sequences: where each example's matrix [T, H] begins and the stride of its rows.
//
//   batch first  [B, T, H]
//   time first   [T, B, H]
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/tape.hpp"

namespace attento {

struct Sequences {
  int batch, steps, width;
  int stride;              // elements from one step of an example to the next
  std::ptrdiff_t example;  // elements from one example to the next

  /// Returns the address of the first row of example b.
  template <class P>
  P* of(P* data, int b) const {
    return data + b * example;
  }

  /// Returns the address of step t of example b.
  template <class P>
  P* at(P* data, int b, int t) const {
    return of(data, b) + static_cast<std::ptrdiff_t>(t) * stride;
  }

  /// The number of elements, which is also the work of one multiply-add for each element.
  std::uint64_t work() const { return multiply_saturating(multiply_saturating(batch, steps), width); }
};

/// The shape of sequences in this layout.
constexpr Shape sequence_shape(Layout layout, int batch, int steps, int width) {
  return layout == Layout::kBatchFirst ? Shape{batch, steps, width} : Shape{steps, batch, width};
}

/// Reads the shape of a node as sequences. Throws BAD_INPUT for `operand` unless it has three axes.
template <class S>
Sequences sequences(const Tape<S>& tape, Node x, Layout layout, std::string_view operand) {
  const Shape shape = tape.shape(x);
  const bool batch_first = layout == Layout::kBatchFirst;
  Tape<S>::require(shape.rank() == 3 && shape.size() > 0, operand, shape,
                   batch_first ? "[batch, steps, width]" : "[steps, batch, width]");
  const int width = shape[2];
  if (batch_first) return {shape[0], shape[1], width, width, static_cast<std::ptrdiff_t>(shape[1]) * width};
  return {shape[1], shape[0], width, shape[1] * width, width};
}

}  // namespace attento
