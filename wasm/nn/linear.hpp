// The linear layer: y = x · W + b, initialized like PyTorch's nn.Linear: W and b uniform on ±1/√I.
#pragma once

#include <cmath>
#include <string>

#include "nn/initialize.hpp"
#include "ops/linear.hpp"

namespace attento {

struct Linear {
  Parameter weight;  // [I, O], the transpose of PyTorch's
  Parameter bias;    // [O]
  int inputs = 0;

  /// Declares `name`.weight and `name`.bias.
  template <class S>
  static Linear declare(Parameters<S>& parameters, const std::string& name, int inputs, int outputs) {
    return {parameters.declare(name + ".weight", {inputs, outputs}),
            parameters.declare(name + ".bias", {outputs}), inputs};
  }

  template <class S>
  void initialize(Parameters<S>& parameters, std::uint64_t seed) const {
    const float bound = 1.0F / std::sqrt(static_cast<float>(inputs));
    initialize_uniform(parameters, weight, seed, bound);
    initialize_uniform(parameters, bias, seed, bound);
  }

  template <class S>
  Node operator()(Tape<S>& tape, Node x) const {
    return linear(tape, x, tape.parameter(weight), tape.parameter(bias));
  }
};

}  // namespace attento
