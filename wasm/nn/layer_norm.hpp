// The layer normalization layer, initialized with γ = 1 and β = 0.
#pragma once

#include <string>

#include "nn/initialize.hpp"
#include "ops/layer_norm.hpp"

namespace attento {

struct LayerNorm {
  Parameter weight;  // γ [D]
  Parameter bias;    // β [D]

  /// Declares `name`.weight and `name`.bias.
  template <class S>
  static LayerNorm declare(Parameters<S>& parameters, const std::string& name, int width) {
    return {parameters.declare(name + ".weight", {width}), parameters.declare(name + ".bias", {width})};
  }

  template <class S>
  void initialize(Parameters<S>& parameters) const {
    initialize_constant(parameters, weight, S{1});
    initialize_constant(parameters, bias, S{0});
  }

  template <class S>
  Node operator()(Tape<S>& tape, Node x) const {
    return layer_norm(tape, x, tape.parameter(weight), tape.parameter(bias));
  }
};

}  // namespace attento
