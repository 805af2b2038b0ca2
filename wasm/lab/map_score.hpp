// How good is a map, whoever made it? A drawn one and a learned one get the same score from the same lines.
#pragma once

#include <span>
#include <vector>

#include "lab/json.hpp"

namespace attento {

struct MapScore {
  std::vector<float> weights;                            // each row divided by its sum
  int map;                                               // of several, the one that counts
  double alignment_accuracy, mass_on_truth, divergence;  // see lab/metrics.hpp
};

/// `weights` holds one map of the size of the truth or several, one after the other, as heads have; of several that with the
/// most weight on the truth counts, as among the heads of a run. Throws BAD_INPUT for sizes that do not fit and for weights
/// that are negative or not finite.
MapScore score_map(std::span<const float> weights, std::span<const float> truth, int columns);

void write(Json& json, const MapScore& score);

}  // namespace attento
