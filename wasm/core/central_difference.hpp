// The derivative of a function by finite differences, for gradient checks.
#pragma once

#include <algorithm>
#include <cmath>

namespace attento {

/// Five-point central difference of loss(), which reads x, with respect to x. The step is step · max(1, |x|).
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
