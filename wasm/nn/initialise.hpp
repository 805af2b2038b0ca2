// First values of parameters. Each tensor draws from a stream named after itself, so adding a layer to a
// model does not change how the others start. PyTorch starts linear, convolutional and recurrent layers
// uniformly on ±1/√(inputs of a unit), embeddings normally; Keras starts weights by Glorot's rule and biases
// at zero.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/generator.hpp"
#include "core/parameters.hpp"

namespace attento {

/// Every element uniform on [−bound, bound).
template <class S>
void initialise_uniform(Parameters<S>& parameters, Parameter p, std::uint64_t seed, float bound) {
  Generator generator(seed, "initialise/" + parameters.entry(p).name);
  for (S& value : parameters.values(p)) value = static_cast<S>(generator.uniform(-bound, bound));
}

/// Every element normal with mean 0 and the given deviation.
template <class S>
void initialise_normal(Parameters<S>& parameters, Parameter p, std::uint64_t seed, float deviation = 1.0F) {
  Generator generator(seed, "initialise/" + parameters.entry(p).name);
  for (S& value : parameters.values(p)) value = static_cast<S>(deviation * generator.normal());
}

/// Every element the same.
template <class S>
void initialise_constant(Parameters<S>& parameters, Parameter p, S value) {
  std::fill(parameters.values(p).begin(), parameters.values(p).end(), value);
}

/// Uniform on ±√(6 / (inputs + outputs)) of weights [.., I, O], the axes before them being places of a
/// kernel, which count for both. Glorot & Bengio 2010, "Understanding the difficulty of training deep
/// feedforward neural networks", equation 16.
template <class S>
void initialise_glorot(Parameters<S>& parameters, Parameter p, std::uint64_t seed) {
  const Shape& shape = parameters.shape(p);
  const auto outputs = static_cast<float>(shape.last());
  const auto inputs = static_cast<float>(shape.rank() > 1 ? shape[shape.rank() - 2] : 1);
  const float places = static_cast<float>(shape.size()) / (inputs * outputs);
  initialise_uniform(parameters, p, seed, std::sqrt(6.0F / (places * (inputs + outputs))));
}

}  // namespace attento
