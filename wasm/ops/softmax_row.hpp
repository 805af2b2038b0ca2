// One row of softmax, for the operations that have it inside. A masked position holds −inf.
#pragma once

#include <limits>

#include "core/reduce.hpp"
#include "core/vector_math.hpp"

namespace attento {

/// A score that gets no weight.
template <class S>
inline constexpr S kMasked = -std::numeric_limits<S>::infinity();

/// y = x − max x, so that no exponential overflows; where all is −inf it stays so. y may be x.
template <class S>
void subtract_maximum(int n, const S* x, S* y) {
  const S largest = maximum(n, x);
  const S shift = largest == kMasked<S> ? S{0} : largest;
  for (int s = 0; s < n; ++s) y[s] = x[s] - shift;
}

/// y[s] = e^x[s] / Σ_r e^x[r]; all zeros when every position is masked. y may be x.
template <class S>
void softmax_row(int n, const S* x, S* y) {
  subtract_maximum(n, x, y);
  vexp(n, y, y);
  const S total = sum(n, y);
  const S factor = total == S{0} ? S{0} : S{1} / total;
  for (int s = 0; s < n; ++s) y[s] *= factor;
}

}  // namespace attento
