// One row of softmax, for the operations that contain one. A masked position holds −inf.
//
//   w[s] = e^(x[s] − max x) / Σ_r e^(x[r] − max x)
//
//   x, w  [S]
#pragma once

#include <limits>

#include "core/elementwise.hpp"
#include "core/reduce.hpp"
#include "core/vector_math.hpp"

namespace attento {

/// A score that gets no weight.
template <class S>
inline constexpr S kMasked = -std::numeric_limits<S>::infinity();

/// y = (x − max x) / temperature, so that no exponential overflows; where all is −inf it stays so. y may be x.
template <class S>
void subtract_maximum(int n, const S* x, S* y, S temperature = 1) {
  const S largest = maximum(n, x);
  const S shift = largest == kMasked<S> ? S{0} : largest;
  const S factor = S{1} / temperature;
  elementwise<S>(n, [=](auto s) { s.store(y, (s.load(x) - shift) * factor); });
}

/// y ← y / Σ y; zeros stay zeros. Returns the sum.
template <class S>
S normalise(int n, S* y) {
  const S total = sum(n, y);
  const S factor = total == S{0} ? S{0} : S{1} / total;
  elementwise<S>(n, [=](auto s) { s.store(y, s.load(y) * factor); });
  return total;
}

/// y[s] = e^x[s] / Σ_r e^x[r], of x / temperature, and 0 below 2^-64 of the largest; all zeros when every position is
/// masked. y may be x.
template <class S>
void softmax_row(int n, const S* x, S* y, S temperature = 1) {
  subtract_maximum(n, x, y, temperature);
  vexp_weight(n, y, y);
  normalise(n, y);
}

/// Longest row whose derivatives are taken pair by pair where that is asked for.
inline constexpr int kPairwise = 64;

/// The derivatives of a softmax w by its scores: w[s] Σ_r w[r] (dw[s] − dw[r]), which since Σ w = 1 is
/// w[s] (dw[s] − Σ w ⊙ dw); pair by pair they are right where a weight is nearly 1, too.
template <class S>
S pairwise_slope(int n, const S* w, const S* dw, int s) {
  S slope = 0;
  for (int r = 0; r < n; ++r) slope += w[r] * (dw[s] - dw[r]);
  return w[s] * slope;
}

}  // namespace attento
