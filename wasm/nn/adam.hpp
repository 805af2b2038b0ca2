// The optimizer Adam, in the form that PyTorch computes.
//
//   m ← β₁ m + (1 − β₁) g
//   v ← β₂ v + (1 − β₂) g²
//   θ ← θ − η/(1 − β₁ᵗ) · m / (√v / √(1 − β₂ᵗ) + ε)
//
//   θ, g  parameters and their gradient
//   m, v  running mean of the gradient and of its square
//   η     learning rate
//   t     number of steps, including this one
//
// The moments are flat blocks with the layout of the parameters.
// Paper: Kingma & Ba 2015, "Adam: a method for stochastic optimization", algorithm 1.
#pragma once

#include <array>

#include "core/parameters.hpp"

namespace attento {

/// The settings of Adam, with PyTorch's default values.
struct AdamSettings {
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
};

template <class S>
class Adam {
 public:
  explicit Adam(const Parameters<S>& parameters, const AdamSettings& settings = {}) : settings_(settings) {
    first_.reserve(parameters.all_values().size());
    second_.reserve(parameters.all_values().size());
    first_.allocate();
    second_.allocate();
  }

  /// Updates the parameters by one step and clears the gradients.
  void step(Parameters<S>& parameters, double learning_rate);

  /// The state, for checkpoints: two moments, each with the layout of Parameters::all_values, β₁ᵗ and β₂ᵗ.
  std::span<S> first_moment() { return first_.all(); }
  std::span<S> second_moment() { return second_.all(); }
  double& beta1_power() { return powers_[0]; }
  double& beta2_power() { return powers_[1]; }

 private:
  AdamSettings settings_;
  Arena<S> first_;
  Arena<S> second_;
  std::array<double, 2> powers_ = {1, 1};
};

}  // namespace attento
