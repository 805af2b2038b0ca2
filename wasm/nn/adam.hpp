// Adam and AdamW, in the form that PyTorch computes.
//
//   m ← β₁ m + (1 − β₁) g
//   v ← β₂ v + (1 − β₂) g²
//   θ ← (1 − η λ) θ − η/(1 − β₁ᵗ) · m / (√v / √(1 − β₂ᵗ) + ε)
//
//   θ, g  parameters and their gradient
//   m, v  running mean of the gradient and of its square
//   η     learning rate
//   λ     weight decay; AdamW if above 0
//   t     number of steps, including this one
//
// AdamW applies weight decay separately from the gradient, so the moments do not scale the decay.
// Paper: Kingma & Ba 2015, "Adam: a method for stochastic optimization", algorithm 1; Loshchilov & Hutter 2019,
//   "Decoupled weight decay regularization", algorithm 2, with PyTorch's η λ.
#pragma once

#include <array>

#include "nn/optimizer.hpp"

namespace attento {

template <class S>
class Adam final : public Optimizer<S> {
 public:
  double beta1;
  double beta2;
  double epsilon;
  double decay = 0;  // λ

  explicit Adam(const Parameters<S>& parameters, const OptimizerSettings& settings = {})
      : beta1(settings.beta1), beta2(settings.beta2), epsilon(settings.epsilon) {
    first_.reserve(parameters.all_values().size());
    second_.reserve(parameters.all_values().size());
    first_.allocate();
    second_.allocate();
  }

  void step(Parameters<S>& parameters, double learning_rate) override;

  /// The blocks are both moments; the counters are β₁ᵗ and β₂ᵗ.
  std::vector<typename Optimizer<S>::Block> blocks() override {
    return {{"adam.first", first_moment()}, {"adam.second", second_moment()}};
  }
  std::span<double> counters() override { return powers_; }

  std::span<S> first_moment() { return first_.all(); }
  std::span<S> second_moment() { return second_.all(); }
  double& beta1_power() { return powers_[0]; }
  double& beta2_power() { return powers_[1]; }

 private:
  Arena<S> first_;
  Arena<S> second_;
  std::array<double, 2> powers_ = {1, 1};
};

}  // namespace attento
