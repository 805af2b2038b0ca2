// Scores attention maps. Maps drawn by the user and learned maps are scored by the same code.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lab/json.hpp"

namespace attento {

struct MapScore {
  std::vector<float> weights;                            // the weights, each row divided by its sum
  int map;                                               // index of the scored map, if there are several
  double alignment_accuracy, mass_on_truth, divergence;  // see lab/metrics.hpp
};

/// Scores one map of the size of the truth, or the best of several in `weights`, one after the other, such as those
/// of heads: the map with the most weight on the truth. Throws BAD_INPUT for sizes that do not fit and for weights
/// that are negative or not finite.
MapScore score_map(std::span<const float> weights, std::span<const float> truth, int columns);

void write(Json& json, const MapScore& score);

struct MapComparison {
  MapScore drawn, learned;
};

/// Scores a drawn and a learned map on the same rows: those that have a drawn weight, or all rows if there are none.
/// Throws the errors of score_map().
MapComparison compare_maps(std::span<const float> drawn, std::span<const float> learned,
                           std::span<const float> truth, int columns);

/// The rows that the user is asked to predict: at most three of the rows with a known truth, drawn by the seed of the
/// run, in ascending order.
std::vector<int> sample_rows(std::span<const float> truth, int columns, std::uint64_t seed);

}  // namespace attento
