// One row of softmax, for the operations that have it inside. A masked position holds −inf.
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

/// The least weight that is not zero. Beside a sum of 1 even 2^-24 is lost, so nobody sees the difference; but products of
/// still smaller weights and their gradients would fall below the normal range of float, where processors are a hundred
/// times slower, and a map that has become sharp is full of them.
template <class S>
inline constexpr S kLeastWeight = S{0x1p-64};

/// y ← y / Σ y, weights below the least one as zeros; zeros stay zeros. Returns the sum.
template <class S>
S normalise(int n, S* y) {
  const S total = sum(n, y);
  const S factor = total == S{0} ? S{0} : S{1} / total;
  elementwise<S>(n, [=](auto s) { s.store(y, zero_below(s.load(y) * factor, kLeastWeight<S>)); });
  return total;
}

/// y[s] = e^x[s] / Σ_r e^x[r], of x / temperature; all zeros when every position is masked. y may be x.
template <class S>
void softmax_row(int n, const S* x, S* y, S temperature = 1) {
  subtract_maximum(n, x, y, temperature);
  vexp(n, y, y);
  normalise(n, y);
}

}  // namespace attento
