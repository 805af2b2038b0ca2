// Statistics of one attention head over many rows: entropy, distance, and agreement with the truth.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>

#include "lab/metrics.hpp"

namespace attento {

/// Sums over the rows of one map of one head, or of the mean over the heads of a layer.
struct HeadTally {
  double rows = 0, spread = 0, distance = 0;  // over rows in use: entropy, mean distance of the weight
  double judged = 0, found = 0, mass = 0;     // over rows with a truth: largest weight on it, weight on it
  AlignmentLinks links;

  double entropy() const { return spread / rows; }
  double reach() const { return distance / rows; }
  double alignment() const { return found / judged; }
  double mass_on_truth() const { return mass / judged; }

  /// Adds one row of weights, of which the first `visible` are unmasked. `here`: the row's own position. `truth` may be empty.
  void add(std::span<const float> row, int visible, int here, std::span<const int> truth) {
    const int columns = static_cast<int>(row.size());
    const double even = normalised_entropy(row.first(static_cast<std::size_t>(visible)), visible);
    if (std::isnan(even)) return;
    rows += 1;
    spread += even;
    for (int s = 0; s < columns; ++s)
      distance += static_cast<double>(row[static_cast<std::size_t>(s)]) * std::abs(s - here);
    if (truth.empty()) return;
    const auto best = std::max_element(row.begin(), row.end()) - row.begin();
    judged += 1;
    for (const int place : truth) {
      found += best == place;
      mass += static_cast<double>(row[static_cast<std::size_t>(place)]);
    }
  }
};

}  // namespace attento
