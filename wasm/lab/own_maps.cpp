#include "lab/own_maps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lab/metrics.hpp"

namespace attento {
namespace {

bool counts(float weight) { return weight >= 0 && !std::isinf(weight); }

/// Σ w |t − s| / Σ w, in tokens, averaged over the rows that have any weight.
double mean_distance(std::span<const float> weights, std::size_t columns) {
  double sum = 0;
  int rows = 0;
  for (std::size_t row = 0; row < weights.size() / columns; ++row) {
    double total = 0;
    double away = 0;
    for (std::size_t column = 0; column < columns; ++column) {
      const auto weight = static_cast<double>(weights[row * columns + column]);
      total += weight;
      away += weight * std::abs(static_cast<double>(row) - static_cast<double>(column));
    }
    if (!(total > 0)) continue;
    sum += away / total;
    ++rows;
  }
  return rows ? sum / rows : std::numeric_limits<double>::quiet_NaN();
}

/// The larger; one that is no number only where there is no other.
float larger(float a, float b) { return std::isnan(a) || b > a ? b : a; }

}  // namespace

std::vector<float> head_weights(const OwnMap& map, const HeadPlace& place) {
  const std::size_t size = map.rows * map.columns;
  std::vector<float> weights(size);
  const auto read = [&](std::size_t head, const auto& take) {
    const std::size_t offset = map.offset(place.moment, place.layer, head);
    for (std::size_t i = 0; i < size; ++i) take(weights[i], map.weights.at(offset + i));
  };
  if (place.head >= 0) {
    read(static_cast<std::size_t>(place.head), [](float& to, float weight) { to = weight; });
    return weights;
  }
  const auto heads = static_cast<float>(map.heads);
  for (std::size_t head = 0; head < map.heads; ++head)
    read(head, [&](float& to, float weight) { to += weight / heads; });
  return weights;
}

std::vector<float> true_shares(const OwnMap& map) {
  std::vector<float> truth(map.rows * map.columns);
  if (!map.truth.empty())
    for (std::size_t i = 0; i < truth.size(); ++i) truth[i] = map.truth.at(i);
  return truth;
}

std::vector<float> cut(const std::vector<float>& map, std::size_t columns, const MapPart& part) {
  std::vector<float> cells;
  cells.reserve(part.rows * part.columns);
  for (std::size_t row = part.row; row < part.row + part.rows; ++row) {
    const auto begin = map.begin() + static_cast<std::ptrdiff_t>(row * columns + part.column);
    cells.insert(cells.end(), begin, begin + static_cast<std::ptrdiff_t>(part.columns));
  }
  return cells;
}

std::vector<float> pooled(const std::vector<float>& map, std::size_t rows, std::size_t columns,
                          std::size_t most) {
  const std::size_t down = std::min(rows, most);
  const std::size_t across = std::min(columns, most);
  std::vector<float> cells(down * across, std::numeric_limits<float>::quiet_NaN());
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column) {
      float& cell = cells[row * down / rows * across + column * across / columns];
      cell = larger(cell, map[row * columns + column]);
    }
  return cells;
}

bool UnusualCount::advance(std::size_t numbers) {
  const std::size_t columns = map_->columns;
  const std::size_t rows = map_->moments() * map_->layers * map_->heads * map_->rows;
  const std::size_t end = std::min(rows, row_ + 1 + numbers / columns);
  for (; row_ < end; ++row_) {
    double sum = 0;
    for (std::size_t column = 0; column < columns; ++column) {
      const float weight = map_->weights.at(row_ * columns + column);
      sum += static_cast<double>(weight);
      result_.nan += std::isnan(weight);
      result_.infinite += std::isinf(weight);
      result_.negative += weight < 0 && !std::isinf(weight);
    }
    result_.rows += !(std::abs(sum - 1) <= kRowTolerance);
  }
  result_.all_rows = row_;
  return row_ < rows;
}

HeadMeasures head_measures(const OwnMap& map, const HeadPlace& place) {
  std::vector<float> weights = head_weights(map, place);
  for (auto row = weights.begin(); row != weights.end(); row += static_cast<std::ptrdiff_t>(map.columns)) {
    const auto end = row + static_cast<std::ptrdiff_t>(map.columns);
    if (!std::all_of(row, end, counts)) std::fill(row, end, 0.0F);
  }
  const int columns = static_cast<int>(map.columns);
  const double none = std::numeric_limits<double>::quiet_NaN();
  const double distance = map.rows == map.columns ? mean_distance(weights, map.columns) : none;
  const double entropy = normalised_entropy(weights, columns);
  if (map.truth.empty()) return {entropy, distance, none, none, none};
  const std::vector<float> truth = true_shares(map);
  return {entropy, distance, alignment_accuracy(weights, truth, columns),
          mass_on_truth(weights, truth, columns), divergence_from_truth(weights, truth, columns)};
}

std::vector<float> numbers_of(const HeadMeasures& measures) {
  std::vector<float> numbers;
  for (const double measure : {measures.entropy, measures.distance, measures.alignment_accuracy,
                               measures.mass_on_truth, measures.divergence})
    numbers.push_back(static_cast<float>(measure));
  return numbers;
}

void write(Json& json, const OwnMap& map, const Unusual& unusual) {
  const auto count = [](std::size_t number) { return static_cast<std::int64_t>(number); };
  json.field("name", map.name).field("layers", count(map.layers)).field("heads", count(map.heads));
  json.field("rows", count(map.rows)).field("columns", count(map.columns)).field("steps", map.steps);
  json.field("rowTokens", map.row_tokens).field("columnTokens", map.column_tokens);
  json.field("truth", !map.truth.empty());
  if (!map.picture.empty()) {
    json.name("picture").object([&] {
      json.field("height", count(map.picture.shape[0])).field("width", count(map.picture.shape[1]));
      json.field("down", count(map.down)).field("across", count(map.across));
    });
  }
  json.name("unusual").object([&] {
    json.field("nan", count(unusual.nan)).field("infinite", count(unusual.infinite));
    json.field("negative", count(unusual.negative));
    json.field("rows", count(unusual.rows)).field("allRows", count(unusual.all_rows));
  });
}

}  // namespace attento
