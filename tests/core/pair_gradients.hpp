// Gradients of a model for a batch of pairs, for comparison between plans for pairs of different lengths.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "core/parameters.hpp"
#include "tasks/translation.hpp"

namespace attento::proof {

/// Gradients and loss for pairs that fit the reader's plan, which must not be allocated yet.
template <class Model, class Reader>
std::vector<float> compute_pair_gradients(Parameters<float>& parameters, const Model& model, Reader& reader,
                                          std::span<const Pair> pairs) {
  parameters.allocate();
  reader.plan.allocate();
  model.initialize(parameters, 7);
  for (std::size_t i = 0; i < pairs.size(); ++i)
    reader.fill(static_cast<int>(i), pairs[i].source, pairs[i].target);
  reader.plan.forward();
  reader.plan.backward();
  const std::span<const float> gradients = parameters.all_gradients();
  std::vector<float> all(gradients.begin(), gradients.end());
  all.push_back(reader.plan.loss());
  return all;
}

/// The distance of two vectors, relative to the norm of the first.
inline double distance(std::span<const float> one, std::span<const float> other) {
  double length = 0, apart = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    length += std::pow(one[i], 2);
    apart += std::pow(one[i] - other[i], 2);
  }
  return std::sqrt(apart / length);
}

}  // namespace attento::proof
