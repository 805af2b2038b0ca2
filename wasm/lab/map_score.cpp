#include "lab/map_score.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "core/generator.hpp"
#include "core/status.hpp"
#include "lab/metrics.hpp"

namespace attento {
namespace {

/// The maximum number of rows that the user is asked to predict: it should take a minute.
constexpr std::uint32_t kMaxSampledRows = 3;

bool has_weight(std::span<const float> row) {
  return std::any_of(row.begin(), row.end(), [](float weight) { return weight > 0; });
}

std::vector<float> normalize_rows(std::span<const float> map, std::size_t columns) {
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
    throw Error(Code::kBadInput, "weights", format_number(static_cast<double>(*bad), 6), "numbers from 0 on");
  }
  std::size_t best = 0;
  double largest_mass = -1;
  for (std::size_t map = 0; map < weights.size() / truth.size(); ++map) {
    const double mass = mass_on_truth(weights.subspan(map * truth.size(), truth.size()), truth, columns);
    if (mass > largest_mass) {
      largest_mass = mass;
      best = map;
    }
  }
  const auto chosen = weights.subspan(best * truth.size(), truth.size());
  return {normalize_rows(chosen, width), static_cast<int>(best), alignment_accuracy(chosen, truth, columns),
          mass_on_truth(chosen, truth, columns), divergence_from_truth(chosen, truth, columns)};
}

MapComparison compare_maps(std::span<const float> drawn, std::span<const float> learned,
                           std::span<const float> truth, int columns) {
  MapComparison scores{.drawn = score_map(drawn, truth, columns), .learned = {}};
  std::vector<float> judged(truth.begin(), truth.end());
  const auto width = static_cast<std::size_t>(columns);
  const std::span<const float> rows = scores.drawn.weights;
  if (has_weight(rows)) {
    for (std::size_t from = 0; from < judged.size(); from += width) {
      if (!has_weight(rows.subspan(from, width))) std::fill_n(&judged[from], width, 0.0F);
    }
  }
  scores.learned = score_map(learned, judged, columns);
  return scores;
}

std::vector<int> sample_rows(std::span<const float> truth, int columns, std::uint64_t seed) {
  const auto width = static_cast<std::size_t>(columns);
  const auto has_truth = [&](std::size_t from) { return has_weight(truth.subspan(from, width)); };
  std::uint32_t left = 0;
  for (std::size_t from = 0; from < truth.size(); from += width) left += has_truth(from) ? 1 : 0;
  // Selection sampling, which keeps the order: Knuth, The Art of Computer Programming 2, 3.4.2, algorithm S.
  Generator generator(seed, "predicted rows");
  std::uint32_t remaining_rows = std::min(left, kMaxSampledRows);
  std::vector<int> rows;
  for (std::size_t from = 0; from < truth.size(); from += width) {
    if (!has_truth(from) || generator.integer(left--) >= remaining_rows) continue;
    --remaining_rows;
    rows.push_back(static_cast<int>(from / width));
  }
  return rows;
}

void write(Json& json, const MapScore& score) {
  json.floats("weights", score.weights).field("map", score.map);
  json.field("alignmentAccuracy", score.alignment_accuracy).field("massOnTruth", score.mass_on_truth);
  json.field("divergence", score.divergence);
}

}  // namespace attento
