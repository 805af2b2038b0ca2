// Softmax of one row, for operations that contain a softmax. A masked position holds −inf.
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

/// The score of a masked position.
template <class S>
inline constexpr S kMasked = -std::numeric_limits<S>::infinity();

/// y = (x − max x) / temperature, so that no exponential overflows; if all x are −inf, so are all y. y may be x.
template <class S>
void subtract_maximum(int n, const S* x, S* y, S temperature = 1) {
  const S largest = maximum(n, x);
  const S shift = largest == kMasked<S> ? S{0} : largest;
  const S factor = S{1} / temperature;
  for_each_element<S>(n, [=](auto s) { s.store(y, (s.load(x) - shift) * factor); });
}

/// y ← y / Σ y; zeros stay zeros. Returns the sum.
template <class S>
S normalize(int n, S* y) {
  const S total = sum(n, y);
  const S factor = total == S{0} ? S{0} : S{1} / total;
  for_each_element<S>(n, [=](auto s) { s.store(y, s.load(y) * factor); });
  return total;
}

/// y = softmax(x / temperature); weights below 2^-64 of the largest are 0. All are 0 if every position is masked. y
/// may be x.
template <class S>
void softmax_row(int n, const S* x, S* y, S temperature = 1) {
  subtract_maximum(n, x, y, temperature);
  vexp_nonpositive(n, y, y);
  normalize(n, y);
}

/// Longest row whose derivatives are computed pair by pair if Memory::use_pairwise_gradient is set.
inline constexpr int kMaxPairwiseLength = 64;

/// The derivative of a softmax w by score s: w[s] Σ_r w[r] (dw[s] − dw[r]). It equals w[s] (dw[s] − Σ w ⊙ dw),
/// because Σ w = 1, but this sum over pairs is accurate even where a weight is nearly 1.
template <class S>
S pairwise_softmax_gradient(int n, const S* w, const S* dw, int s) {
  S slope = 0;
  for (int r = 0; r < n; ++r) slope += w[r] * (dw[s] - dw[r]);
  return w[s] * slope;
}

}  // namespace attento
