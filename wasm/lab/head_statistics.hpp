// Statistics of one attention head over many rows: entropy, distance, and agreement with the truth.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>
#include <vector>

#include "lab/metrics.hpp"

namespace attento {

/// Sums over the rows of one map: of one head, or of the mean over the heads of a layer.
struct HeadStatistics {
  double rows = 0, entropy_sum = 0,
         distance_sum = 0;                       // over rows in use: entropy, mean distance
  double true_rows = 0, hits = 0, mass_sum = 0;  // over rows with a truth: largest weight on it, weight on it
  AlignmentLinks links;

  double entropy() const { return entropy_sum / rows; }
  double mean_distance() const { return distance_sum / rows; }
  double alignment() const { return hits / true_rows; }
  double mass_on_truth() const { return mass_sum / true_rows; }

  /// Adds the row of weights at `own_position`. The first `visible` weights are unmasked. `truth` may be empty.
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
    for (const int column : truth) {
      hits += peak == column;
      mass_sum += static_cast<double>(row[static_cast<std::size_t>(column)]);
    }
  }
};

/// Returns the index of the head with the most weight on the truth, among the heads that are on. The first of equals.
inline std::size_t find_best_head(const std::vector<HeadStatistics>& heads,
                                  std::span<const float> head_gates) {
  std::size_t best = 0;
  double largest_mass = -1;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    if (const double mass = heads[i].mass_on_truth() * static_cast<double>(head_gates[i]);
        mass > largest_mass) {
      largest_mass = mass;
      best = i;
    }
  }
  return best;
}

/// Returns the mean over all heads of the normalized entropy of their weights: 0 (one position) to 1 (all alike).
inline double mean_entropy(const std::vector<HeadStatistics>& heads) {
  double mean = 0;
  for (const HeadStatistics& head : heads) mean += head.entropy() / static_cast<double>(heads.size());
  return mean;
}

}  // namespace attento
