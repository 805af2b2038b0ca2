// Sums and maxima over arrays. The order of a sum for float is that of dot() in gemm.hpp: there are eight
// running sums, and sum[l] adds the elements i with i mod 8 = l in order. Then t[l] = sum[l] + sum[l + 4],
// and the result is (t[0] + t[2]) + (t[1] + t[3]).
#pragma once

#include <limits>
#include <type_traits>

#include "core/simd.hpp"

namespace attento {

/// Σ x[i].
template <class S>
S sum(int n, const S* x) {
  if constexpr (std::is_same_v<S, float>) {
    F32x4 low = {};
    F32x4 high = {};
    int i = 0;
    for (; i + 8 <= n; i += 8) {
      low += load4(x + i);
      high += load4(x + i + 4);
    }
    if (i + 4 <= n) {
      low += load4(x + i);
      i += 4;
      high += load_partial4(x + i, n - i);
    } else {
      low += load_partial4(x + i, n - i);
    }
    const F32x4 t = low + high;
    return (t[0] + t[2]) + (t[1] + t[3]);
  } else {
    S total = 0;
    for (int i = 0; i < n; ++i) total += x[i];
    return total;
  }
}

/// The largest x[i]; -inf if n is 0. Ignores NaN.
template <class S>
S maximum(int n, const S* x) {
  constexpr S kLowest = -std::numeric_limits<S>::infinity();
  S largest = kLowest;
  int i = 0;
  if constexpr (std::is_same_v<S, float>) {
    if (n >= 4) {
      F32x4 lanes = splat4(kLowest);
      for (; i + 4 <= n; i += 4) lanes = max4(lanes, load4(x + i));
      lanes = max4(lanes, load4(x + n - 4));  // the last four elements; some may have been read before
      return max_lane4(lanes);
    }
  }
  for (; i < n; ++i) largest = x[i] > largest ? x[i] : largest;
  return largest;
}

}  // namespace attento
