// A weighted sum in which a weight of 0 hides what it weighs: 0 · NaN and 0 · ∞ count as 0, so that numbers at masked
// positions cannot reach the sum.
//
//   y[t, m] = Σ_s w[t, s] v[s, m]   over the s with w[t, s] ≠ 0, for each y[t, m] that is not finite
//
//   w  [T, S]
//   v  [S, M]  rows that lie `v_stride` apart
//   y  [T, M]  rows that lie `y_stride` apart; holds the plain product w · v before
#pragma once

namespace attento {

template <class S>
void skip_zeros(int queries, int steps, int width, const S* w, const S* v, int v_stride, S* y, int y_stride);

}  // namespace attento
