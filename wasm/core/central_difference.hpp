// The derivative of a function by finite differences, for gradient checks.
#pragma once

#include <algorithm>
#include <cmath>

namespace attento {

/// Five-point central difference of loss() with respect to x, which loss() reads; `step` is relative to |x| if that is above 1.
template <class Loss>
double central_difference(double& x, const Loss& loss, double step = 1e-3) {
  const double original = x;
  const double h = step * std::max(1.0, std::abs(original));
  const auto at = [&](double offset) {
    x = original + offset;
    return loss();
  };
  const double slope = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
  x = original;
  return slope;
}

}  // namespace attento
