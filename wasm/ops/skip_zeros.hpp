// A weighted sum in which a weight of 0 hides what it weighs: 0 · NaN and 0 · ∞ count as 0, so that numbers at masked
// positions cannot reach the sum.
//
//   y[m] = Σ_s w[s] v[s, m]   over the s with w[s] ≠ 0, for each y[m] that is not finite
//
//   w  [S]
//   v  [S, M]  rows that lie `stride` apart
//   y  [M]     holds the plain product w · v before
#pragma once

#include <cmath>
#include <cstddef>

namespace attento {

template <class S>
void skip_zeros(int steps, int width, const S* w, const S* v, int stride, S* y) {
  for (int m = 0; m < width; ++m) {
    if (std::isfinite(y[m])) continue;
    S sum = 0;
    for (int s = 0; s < steps; ++s) {
      if (w[s] != S{0}) sum += w[s] * v[static_cast<std::ptrdiff_t>(s) * stride + m];
    }
    y[m] = sum;
  }
}

}  // namespace attento
