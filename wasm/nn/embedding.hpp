// The embedding layer: a learned row for each id, initialized like PyTorch's nn.Embedding, from N(0, 1).
#pragma once

#include <string>

#include "nn/initialize.hpp"
#include "ops/embedding.hpp"

namespace attento {

struct Embedding {
  Parameter weight;  // [V, D]

  /// Declares `name`.weight.
  template <class S>
  static Embedding declare(Parameters<S>& parameters, const std::string& name, int rows, int width) {
    return {parameters.declare(name + ".weight", {rows, width})};
  }

  template <class S>
  void initialize(Parameters<S>& parameters, std::uint64_t seed, float deviation = 1.0F) const {
    initialize_normal(parameters, weight, seed, deviation);
  }

  template <class S>
  Node operator()(Tape<S>& tape, IdsNode id) const {
    return embedding(tape, tape.parameter(weight), id);
  }
};

}  // namespace attento
