// Adam: steps scaled by running moments of the gradient (Kingma & Ba 2015, "Adam: a method for stochastic
// optimization", algorithm 1, in the form that PyTorch computes).
//
//   m ← β₁ m + (1 − β₁) g          v ← β₂ v + (1 − β₂) g²
//   θ ← θ − η/(1 − β₁ᵗ) · m / (√v / √(1 − β₂ᵗ) + ε)
//
// One pass over the flat block of parameters; it also sets the gradients back to zero for the next step.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/parameters.hpp"

namespace attento {

template <class S>
class Adam {
 public:
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;

  explicit Adam(const Parameters<S>& parameters) {
    first_.reserve(parameters.all_values().size());
    second_.reserve(parameters.all_values().size());
    first_.allocate();
    second_.allocate();
  }

  void step(Parameters<S>& parameters, double learning_rate) {
    beta1_power_ *= beta1;
    beta2_power_ *= beta2;
    const S b1 = static_cast<S>(beta1);
    const S b2 = static_cast<S>(beta2);
    const S c1 = static_cast<S>(1 - beta1);
    const S c2 = static_cast<S>(1 - beta2);
    const S rate = static_cast<S>(learning_rate / (1 - beta1_power_));
    const S correction = static_cast<S>(1 / std::sqrt(1 - beta2_power_));
    const S e = static_cast<S>(epsilon);
    S* __restrict value = parameters.all_values().data();
    S* __restrict gradient = parameters.all_gradients().data();
    S* __restrict m = first_.data();
    S* __restrict v = second_.data();
    const std::size_t n = parameters.all_values().size();
    for (std::size_t i = 0; i < n; ++i) {
      const S g = gradient[i];
      m[i] = b1 * m[i] + c1 * g;
      v[i] = b2 * v[i] + c2 * g * g;
      value[i] -= rate * m[i] / (std::sqrt(v[i]) * correction + e);
      gradient[i] = S{0};
    }
  }

  /// The state, for checkpoints: both moments (padding included) and the powers of the decays.
  std::span<S> first_moment() { return first_.all(); }
  std::span<S> second_moment() { return second_.all(); }
  double& beta1_power() { return beta1_power_; }
  double& beta2_power() { return beta2_power_; }

 private:
  Arena<S> first_;
  Arena<S> second_;
  double beta1_power_ = 1;
  double beta2_power_ = 1;
};

}  // namespace attento
