// Arithmetic between tensors with some of the axes batch, target, source and width; each tensor is broadcast over the
// axes that it lacks.
//
//   add       y = x + r
//   multiply  y = x ⊙ r
//   dot       y = Σ x ⊙ r      over the width, if y has none
//
//   x, r, y  extents [B, T, S, A] with any strides; a stride of 0 broadcasts
#pragma once

#include <array>

#include "core/tape.hpp"

namespace attento {

enum class BroadcastOperation { kAdd, kMultiply };

/// The strides of a tensor along the four axes, in elements.
using Strides = std::array<int, 4>;

/// A tensor and its strides.
struct StridedTensor {
  Node node;
  Strides strides{};
};

/// The result has shape `y` and the given strides; it is summed over the axes where its stride is 0.
template <class S>
Node broadcast(Tape<S>& tape, BroadcastOperation operation, const StridedTensor& x, const StridedTensor& r,
               const Strides& extents, Shape y, const Strides& strides);

}  // namespace attento
