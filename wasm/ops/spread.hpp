// Arithmetic between numbers that lie on some of the axes batch, target, source and width; each is repeated over those
// that it lacks.
//
//   add       y = x + r
//   multiply  y = x ⊙ r
//   dot       y = Σ x ⊙ r      over the width, where y has none
//
//   x, r, y  extents [B, T, S, A] at any strides; a stride of 0 repeats
#pragma once

#include <array>

#include "core/tape.hpp"

namespace attento {

enum class Spreading { kAdd, kMultiply };

/// How a tensor lies on the four axes: elements from one place to the next.
using Strides = std::array<int, 4>;

/// A tensor, and how it lies.
struct Spread {
  Node node;
  Strides strides{};
};

/// `y` is summed over the axes where its stride is 0.
template <class S>
Node spread(Tape<S>& tape, Spreading how, const Spread& x, const Spread& r, const Strides& extents, Shape y,
            const Strides& strides);

}  // namespace attento
