// Context c stands for position c from the end.
//
//   x ~ U[0, 1)^L
//   c ~ U{0 … L − 1}
//   y = x[L − 1 − c]
//
//   L  length, and the number of contexts
//
// Every sample is a pure function of (seed, index).
// Look for: weights on the anti-diagonal.
#pragma once

#include <span>

#include "core/generator.hpp"

namespace attento::starter {

struct FromTheEnd {
  std::uint64_t seed;

  /// Writes the row x of sample `index` and returns its context.
  std::int32_t fill(int index, std::span<float> x) const {
    Generator random(seed, "task/starter", static_cast<std::uint32_t>(index));
    for (float& number : x) number = random.uniform();
    return static_cast<std::int32_t>(random.integer(static_cast<std::uint32_t>(x.size())));
  }
};

}  // namespace attento::starter
