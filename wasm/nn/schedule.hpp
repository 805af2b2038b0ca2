// Learning-rate schedules: pure functions of the number of steps done, so a restored run needs no state for them.
//
//   rate(t) = base · (t + 1)/W   while t < W (warm-up)
//   rate(t) = base · f(t − W)    afterwards
//
//   constant   f(u) = 1
//   step       f(u) = γ^⌊u / every⌋
//   cosine     f(u) = φ + (1 − φ)(1 + cos(π u/total))/2, and φ from u = total on
//
//   t  steps done
//   W  steps of warm-up
//
// step is PyTorch's StepLR; cosine its CosineAnnealingLR, which would rise again after `total`.
// Paper: Loshchilov & Hutter 2017, "SGDR: stochastic gradient descent with warm restarts", equation 5 (cosine).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace attento {

struct Schedule {
  enum class Kind { kConstant, kStep, kCosine };

  Kind kind = Kind::kConstant;
  std::int64_t warm_up = 0;   // W, steps
  std::int64_t every = 1000;  // of kStep, steps
  double gamma = 0.1;         // of kStep
  std::int64_t total = 1000;  // of kCosine: steps until the floor
  double floor = 0;           // φ of kCosine: share of the base that remains

  double rate(double base, std::int64_t step) const {
    if (step < warm_up) return base * static_cast<double>(step + 1) / static_cast<double>(warm_up);
    const std::int64_t u = step - warm_up;
    if (kind == Kind::kStep) {
      const std::int64_t drops = u / std::max<std::int64_t>(every, 1);
      return base * std::pow(gamma, static_cast<double>(drops));
    }
    if (kind == Kind::kConstant) return base;
    const double way = u < total ? static_cast<double>(u) / static_cast<double>(total) : 1;
    return base * (floor + (1 - floor) * (1 + std::cos(std::numbers::pi * way)) / 2);
  }
};

}  // namespace attento
