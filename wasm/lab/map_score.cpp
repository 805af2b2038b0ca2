#include "lab/map_score.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "core/status.hpp"
#include "lab/metrics.hpp"

namespace attento {
namespace {

std::vector<float> normalised(std::span<const float> map, std::size_t columns) {
  std::vector<float> shares(map.begin(), map.end());
  for (auto row = shares.begin(); row != shares.end(); row += static_cast<std::ptrdiff_t>(columns)) {
    const auto end = row + static_cast<std::ptrdiff_t>(columns);
    const double sum = std::accumulate(row, end, 0.0);
    if (sum > 0)
      std::transform(row, end, row,
                     [&](float w) { return static_cast<float>(static_cast<double>(w) / sum); });
  }
  return shares;
}

}  // namespace

MapScore score_map(std::span<const float> weights, std::span<const float> truth, int columns) {
  const auto width = static_cast<std::size_t>(std::max(columns, 0));
  if (width == 0 || truth.empty() || truth.size() % width != 0) {
    throw Error(Code::kBadInput, "columns", std::to_string(columns),
                "the width of a map whose truth is known");
  }
  if (weights.empty() || weights.size() % truth.size() != 0) {
    throw Error(Code::kBadInput, "weights", std::to_string(weights.size()) + " numbers",
                "as many as the map has, " + std::to_string(truth.size()));
  }
  const auto bad =
      std::find_if(weights.begin(), weights.end(), [](float w) { return !(w >= 0) || std::isinf(w); });
  if (bad != weights.end()) {
    throw Error(Code::kBadInput, "weights", number_text(static_cast<double>(*bad), 6), "numbers from 0 on");
  }
  std::size_t best = 0;
  double most = -1;
  for (std::size_t map = 0; map < weights.size() / truth.size(); ++map) {
    const double mass = mass_on_truth(weights.subspan(map * truth.size(), truth.size()), truth, columns);
    if (mass > most) {
      most = mass;
      best = map;
    }
  }
  const auto chosen = weights.subspan(best * truth.size(), truth.size());
  return {normalised(chosen, width), static_cast<int>(best), alignment_accuracy(chosen, truth, columns),
          mass_on_truth(chosen, truth, columns), divergence_from_truth(chosen, truth, columns)};
}

void write(Json& json, const MapScore& score) {
  json.field("weights", score.weights).field("map", score.map);
  json.field("alignmentAccuracy", score.alignment_accuracy).field("massOnTruth", score.mass_on_truth);
  json.field("divergence", score.divergence);
}

}  // namespace attento
