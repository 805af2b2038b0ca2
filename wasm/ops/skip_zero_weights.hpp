// Repairs a weighted sum so that a weight of 0 excludes its value: 0 · NaN and 0 · ∞ count as 0, so that numbers at
// masked positions cannot affect the sum.
//
//   y[t, m] = Σ_s w[t, s] v[s, m]   over the s with w[t, s] ≠ 0, for each y[t, m] that is not finite
//
//   w  [T, S]
//   v  [S, M]  rows are `v_stride` apart
//   y  [T, M]  rows are `y_stride` apart; must hold the product w · v
#pragma once

namespace attento {

template <class S>
void skip_zero_weights(int queries, int steps, int width, const S* w, const S* v, int v_stride, S* y,
                       int y_stride);

}  // namespace attento
