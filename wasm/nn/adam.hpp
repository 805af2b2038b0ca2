// Adam: steps scaled by running moments of the gradient (Kingma & Ba 2015, "Adam: a method for stochastic
// optimization", algorithm 1, in the form that PyTorch computes).
//
//   m ← β₁ m + (1 − β₁) g          v ← β₂ v + (1 − β₂) g²
//   θ ← (1 − η λ) θ − η/(1 − β₁ᵗ) · m / (√v / √(1 − β₂ᵗ) + ε)
//
// With λ > 0 it is AdamW: weights decay apart from the gradient, so its moments do not scale the decay
// (Loshchilov & Hutter 2019, "Decoupled weight decay regularization", algorithm 2, with PyTorch's η λ).
#pragma once

#include "nn/optimiser.hpp"

namespace attento {

template <class S>
class Adam final : public Optimiser<S> {
 public:
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double decay = 0;  // λ

  explicit Adam(const Parameters<S>& parameters)
      : Optimiser<S>(parameters, {"adam.first", "adam.second"}, {1.0, 1.0}) {}

  void step(Parameters<S>& parameters, double learning_rate) override;

  /// The state by name: both moments (padding included) and the powers of the decays.
  std::span<S> first_moment() { return this->blocks()[0].numbers.all(); }
  std::span<S> second_moment() { return this->blocks()[1].numbers.all(); }
  double& beta1_power() { return this->counters()[0]; }
  double& beta2_power() { return this->counters()[1]; }
};

}  // namespace attento
