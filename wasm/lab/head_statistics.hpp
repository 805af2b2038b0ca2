// Statistics of one attention head over many rows: entropy, distance, and agreement with the truth.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "lab/frame.hpp"
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

/// The statistics of each head of a map, as tensors of a frame: "<map>.entropy" and so on.
inline constexpr const char* kHeadStatistics[] = {".entropy", ".distance", ".alignment"};

/// Adds a map of all heads to a frame, and the statistics of the heads. `axes`: head, query and key.
inline void add_head_map(Frame& frame, const std::string& map, const std::vector<Axis>& axes,
                         bool has_truth) {
  frame.add_map(map, axes, has_truth ? map + ".truth" : "");
  if (has_truth) frame.add(map + ".truth", {axes[1], axes[2]});
  for (const char* statistic : kHeadStatistics) frame.add(map + statistic, {axes[0]});
}

inline void write_head_statistics(const Frame& frame, const std::string& map,
                                  const std::vector<HeadStatistics>& heads) {
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const double numbers[] = {heads[i].entropy(), heads[i].mean_distance(), heads[i].alignment()};
    for (std::size_t k = 0; k < std::size(numbers); ++k)
      frame[map + kHeadStatistics[k]][i] = static_cast<float>(numbers[k]);
  }
}

}  // namespace attento
