// Statistics of one attention head over many rows: entropy, distance, and agreement with the truth.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>

#include "lab/metrics.hpp"

namespace attento {

/// Sums over the rows of one map of one head, or of the mean over the heads of a layer.
struct HeadStatistics {
  double rows = 0, entropy_sum = 0,
         distance_sum = 0;                       // over rows in use: entropy, mean distance of the weight
  double true_rows = 0, hits = 0, mass_sum = 0;  // over rows with a truth: largest weight on it, weight on it
  AlignmentLinks links;

  double entropy() const { return entropy_sum / rows; }
  double mean_distance() const { return distance_sum / rows; }
  double alignment() const { return hits / true_rows; }
  double mass_on_truth() const { return mass_sum / true_rows; }

  /// Adds one row of weights, of which the first `visible` are unmasked. `own_position`: the row's own position. `truth` may be empty.
  void add(std::span<const float> row, int visible, int own_position, std::span<const int> truth) {
    const int columns = static_cast<int>(row.size());
    const double row_entropy = normalized_entropy(row.first(static_cast<std::size_t>(visible)), visible);
    if (std::isnan(row_entropy)) return;
    rows += 1;
    entropy_sum += row_entropy;
    for (int s = 0; s < columns; ++s)
      distance_sum += static_cast<double>(row[static_cast<std::size_t>(s)]) * std::abs(s - own_position);
    if (truth.empty()) return;
    const auto peak = std::max_element(row.begin(), row.end()) - row.begin();
    true_rows += 1;
    for (const int place : truth) {
      hits += peak == place;
      mass_sum += static_cast<double>(row[static_cast<std::size_t>(place)]);
    }
  }
};

}  // namespace attento
