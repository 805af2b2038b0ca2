// Initial values of parameters.
//
// Each tensor draws from a random stream named after it, so adding a layer to a model does not change the initial
// values of the others. Tensors that must start from the same numbers name a common stream. PyTorch initializes linear,
// convolutional and recurrent layers uniformly on ±1/√(inputs of a unit) and embeddings normally; Keras initializes
// weights by Glorot's rule and biases with zeros.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "core/generator.hpp"
#include "core/parameters.hpp"

namespace attento {

/// The random stream of a parameter is named like the parameter. Only "model.…" and "baseline.…" use the streams
/// "first.…" and "rival.…", because all recorded runs and fingerprints depend on these names.
inline std::string find_stream(std::string_view name) {
  for (const auto& [prefix, stream] : {std::pair("model.", "first."), std::pair("baseline.", "rival.")}) {
    if (name.starts_with(prefix)) return stream + std::string(name.substr(std::string_view(prefix).size()));
  }
  return std::string(name);
}

/// Draws every element uniformly from [−bound, bound).
template <class S>
void initialize_uniform(Parameters<S>& parameters, Parameter p, std::uint64_t seed, float bound,
                        std::string_view stream = {}) {
  Generator generator(
      seed, "initialise/" + (stream.empty() ? find_stream(parameters.entry(p).name) : std::string(stream)));
  for (S& value : parameters.values(p)) value = static_cast<S>(generator.uniform(-bound, bound));
}

/// Draws every element from a normal distribution with mean 0 and standard deviation `deviation`.
template <class S>
void initialize_normal(Parameters<S>& parameters, Parameter p, std::uint64_t seed, float deviation = 1.0F) {
  Generator generator(seed, "initialise/" + find_stream(parameters.entry(p).name));
  for (S& value : parameters.values(p)) value = static_cast<S>(deviation * generator.normal());
}

/// Sets every element to `value`.
template <class S>
void initialize_constant(Parameters<S>& parameters, Parameter p, S value) {
  std::fill(parameters.values(p).begin(), parameters.values(p).end(), value);
}

/// Draws weights [.., I, O] uniformly from ±√(6 / (inputs + outputs)). Leading axes are positions of a kernel; I and
/// O are multiplied by their number. Glorot & Bengio 2010, "Understanding the difficulty of training deep feedforward
/// neural networks", equation 16.
template <class S>
void initialize_glorot(Parameters<S>& parameters, Parameter p, std::uint64_t seed,
                       std::string_view stream = {}) {
  const Shape& shape = parameters.shape(p);
  const auto outputs = static_cast<float>(shape.last());
  const auto inputs = static_cast<float>(shape.rank() > 1 ? shape[shape.rank() - 2] : 1);
  const float places = static_cast<float>(shape.size()) / (inputs * outputs);
  initialize_uniform(parameters, p, seed, std::sqrt(6.0F / (places * (inputs + outputs))), stream);
}

/// Weights [I, O], I ≤ O, with orthogonal rows of length 1: normal numbers after the Gram-Schmidt process. Saxe,
/// McClelland & Ganguli 2014, "Exact solutions to the nonlinear dynamics of learning in deep linear neural
/// networks".
template <class S>
void initialize_orthogonal(Parameters<S>& parameters, Parameter p, std::uint64_t seed) {
  initialize_normal(parameters, p, seed);
  const auto columns = static_cast<std::size_t>(parameters.shape(p).last());
  const std::span<S> all = parameters.values(p);
  const auto product = [&](std::size_t i, std::size_t j) {
    double sum = 0;
    for (std::size_t k = 0; k < columns; ++k)
      sum += static_cast<double>(all[i + k]) * static_cast<double>(all[j + k]);
    return sum;
  };
  for (std::size_t row = 0; row < all.size(); row += columns) {
    for (std::size_t other = 0; other < row; other += columns) {
      const double share = product(row, other);
      for (std::size_t k = 0; k < columns; ++k) {
        all[row + k] =
            static_cast<S>(static_cast<double>(all[row + k]) - share * static_cast<double>(all[other + k]));
      }
    }
    const double length = std::sqrt(product(row, row));
    for (std::size_t k = 0; k < columns; ++k)
      all[row + k] = static_cast<S>(static_cast<double>(all[row + k]) / length);
  }
}

}  // namespace attento
