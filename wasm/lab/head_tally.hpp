// What one head does, over many rows: where its weight lies, how widely, and how often where the truth is.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>

#include "lab/metrics.hpp"

namespace attento {

/// Sums over the rows of one map of one head, or of the mean over the heads of a layer.
struct HeadTally {
  double rows = 0, spread = 0, distance = 0;  // of rows in use: entropy, and how far away the weight lies
  double judged = 0, found = 0, mass = 0;     // of rows with true places: largest weight there, weight there
  AlignmentLinks links;

  double entropy() const { return spread / rows; }
  double reach() const { return distance / rows; }
  double alignment() const { return found / judged; }
  double mass_on_truth() const { return mass / judged; }

  /// One row of weights, of which the first `visible` may be looked at; without `truth` there is no true place.
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
