// Stochastic gradient descent with momentum, in PyTorch's form: the learning rate is outside the momentum.
//
//   b ← μ b + g
//   θ ← θ − η b
//
//   θ, g  parameters and their gradient
//   b     momentum buffer
//   μ, η  momentum, learning rate
#pragma once

#include "nn/optimizer.hpp"

namespace attento {

template <class S>
class Sgd final : public Optimizer<S> {
 public:
  double momentum = 0;  // μ

  explicit Sgd(const Parameters<S>& parameters) {
    velocity_.reserve(parameters.all_values().size());
    velocity_.allocate();
  }

  void step(Parameters<S>& parameters, double learning_rate) override;

  std::vector<typename Optimizer<S>::Block> blocks() override { return {{"sgd.velocity", velocity_.all()}}; }

 private:
  Arena<S> velocity_;  // b
};

}  // namespace attento
