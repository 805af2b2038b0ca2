// How the learning rate changes: a pure function of the number of steps done, so a restored run needs no
// state for it.
//
//   rate(t) = base · (t + 1)/W                                     while t < W (warm-up)
//   rate(t) = base · f(t − W)                                      afterwards, with f(u) =
//     constant   1
//     step       γ^⌊u / every⌋                                     PyTorch's StepLR
//     cosine     φ + (1 − φ)(1 + cos(π u/total))/2, φ from total on   PyTorch's CosineAnnealingLR, which
//     would rise again
// Cosine: Loshchilov & Hutter 2017, "SGDR: stochastic gradient descent with warm restarts", equation 5.
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
    if (kind == Kind::kStep)
      return base * std::pow(gamma, static_cast<double>(u / std::max<std::int64_t>(every, 1)));
    if (kind == Kind::kConstant) return base;
    const double way = u < total ? static_cast<double>(u) / static_cast<double>(total) : 1;
    return base * (floor + (1 - floor) * (1 + std::cos(std::numbers::pi * way)) / 2);
  }
};

}  // namespace attento
