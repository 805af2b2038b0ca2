// The convolutional layer, channels last, initialized like PyTorch's nn.Conv2d: W and b uniform on ±1/√(K·K·C).
#pragma once

#include <cmath>
#include <string>

#include "nn/initialize.hpp"
#include "ops/convolution.hpp"

namespace attento {

struct Convolution {
  Parameter weight;  // [K, K, C, O]; PyTorch has [O, C, K, K]
  Parameter bias;    // [O]
  int kernel = 0, channels = 0, stride = 1, padding = 0;

  /// Declares `name`.weight and `name`.bias.
  template <class S>
  static Convolution declare(Parameters<S>& parameters, const std::string& name, int kernel, int channels,
                             int outputs, int stride, int padding) {
    return {.weight = parameters.declare(name + ".weight", {kernel, kernel, channels, outputs}),
            .bias = parameters.declare(name + ".bias", {outputs}),
            .kernel = kernel,
            .channels = channels,
            .stride = stride,
            .padding = padding};
  }

  template <class S>
  void initialize(Parameters<S>& parameters, std::uint64_t seed) const {
    const float bound = 1.0F / std::sqrt(static_cast<float>(kernel * kernel * channels));
    initialize_uniform(parameters, weight, seed, bound);
    initialize_uniform(parameters, bias, seed, bound);
  }

  template <class S>
  Node operator()(Tape<S>& tape, Node x) const {
    return convolution(tape, x, tape.parameter(weight), tape.parameter(bias), stride, padding);
  }
};

}  // namespace attento
