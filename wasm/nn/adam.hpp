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

  /// One step down the gradients, which it clears.
  void step(Parameters<S>& parameters, double learning_rate);

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
