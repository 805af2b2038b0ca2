// Learning-rate schedules: pure functions of the number of completed steps, so checkpoints need no state for them.
//
//   constant        η
//   cosine          η (φ + (1 − φ) (1 + cos(π u)) / 2)        u = min(t / N, 1)
//   smooth          η (φ + (1 − φ) (1 − u)² (1 + 2u))         u = min(t / N, 1)
//   inverse square  η min(1, N / t)²
//   linear          η (t + 1) / W while t + 1 < W; then η max(φ, (N − t − 1) / (N − W))
//
//   η  learning rate
//   t  number of completed steps
//   N  length; 0: cosine and inverse square are constant
//   W  steps of warm-up; 0: linear is constant
//   φ  lower bound, as a share of η
//
// cosine is PyTorch's CosineAnnealingLR up to N; PyTorch's rises again after N.
// Paper: Loshchilov & Hutter 2017, "SGDR: stochastic gradient descent with warm restarts", equation 5 (cosine).
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

namespace attento {

/// A kind of schedule: the factor of η at a step, and its formula as text.
struct ScheduleCurve {
  const char* formula;
  double (*compute_factor)(double t, double n, double w, double floor);
};

inline constexpr ScheduleCurve kConstant = {"η", [](double, double, double, double) { return 1.0; }};

inline constexpr ScheduleCurve kCosine = {
    "N > 0: η (φ + (1 − φ) (1 + cos(π min(t / N, 1))) / 2); else η",
    [](double t, double n, double, double floor) {
      const double u = t < n ? t / n : 1;
      return n > 0 ? floor + (1 - floor) * (1 + std::cos(std::numbers::pi * u)) / 2 : 1;
    }};

inline constexpr ScheduleCurve kSmooth = {"u = min(t / N, 1): η (φ + (1 − φ) (1 − u)² (1 + 2u))",
                                          [](double t, double n, double, double floor) {
                                            const double u = t < n ? t / n : 1;
                                            return floor + (1 - floor) * (1 - u) * (1 - u) * (1 + 2 * u);
                                          }};

inline constexpr ScheduleCurve kInverseSquare = {
    "t > N > 0: η (N / t)²; else η",
    [](double t, double n, double, double) { return n > 0 && n < t ? n / t * (n / t) : 1; }};

inline constexpr ScheduleCurve kLinear = {
    "W = 0: η; t + 1 < W: η (t + 1) / W; else η max(φ, (N − t − 1) / (N − W))",
    [](double t, double n, double w, double floor) {
      if (w == 0 || t + 1 < w) return w == 0 ? 1 : (t + 1) / w;
      const double left = n - (t + 1);
      return std::max(floor, left > 0 ? left / (n - w) : 0);
    }};

/// The schedule of an experiment.
struct Schedule {
  ScheduleCurve curve = kConstant;
  std::string_view length{};   // the name of the setting for N
  std::string_view warm_up{};  // the name of the setting for W
  double floor = 0;            // φ
};

}  // namespace attento
