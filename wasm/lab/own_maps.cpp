#include "lab/own_maps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/status.hpp"
#include "lab/metrics.hpp"

namespace attento {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
/// The smallest weight on a logarithmic scale, as a share of the largest.
constexpr float kMinShare = 1e-6F;

bool is_valid_weight(float weight) { return weight >= 0 && !std::isinf(weight); }

/// The larger of two numbers; NaN only if both are NaN.
float choose_larger(float a, float b) { return std::isnan(a) || b > a ? b : a; }

double sum_weights(const std::vector<float>& weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

/// A mean over rows that ignores NaN.
struct RowMean {
  double sum = 0;
  std::size_t rows = 0;
  void add(double value) {
    if (std::isnan(value)) return;
    sum += value;
    ++rows;
  }
  double value() const { return rows ? sum / static_cast<double>(rows) : kNan; }
};

std::vector<std::uint32_t> list_indices(std::size_t count) {
  std::vector<std::uint32_t> indices(count);
  std::iota(indices.begin(), indices.end(), 0U);
  return indices;
}

/// The indices of the tokens that are not in `without`. Tokens from index `end` on are always kept.
std::vector<std::uint32_t> find_selected_indices(const std::vector<std::string>& tokens,
                                                 const std::vector<std::string>& without, std::size_t end) {
  std::vector<std::uint32_t> indices = list_indices(tokens.size());
  std::erase_if(indices, [&](std::uint32_t index) {
    return index < end && std::find(without.begin(), without.end(), tokens[index]) != without.end();
  });
  return indices;
}

std::vector<std::string> select_texts(const std::vector<std::string>& tokens, std::size_t count,
                                      const auto& get_index) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) texts.push_back(tokens[get_index(i)]);
  return texts;
}

}  // namespace

MapSelection::MapSelection(const OwnMap& map) : MapSelection(map, {}) {}

MapSelection::MapSelection(const OwnMap& map, const std::vector<std::string>& without)
    : map_(&map),
      rows_(map.rows > 1 ? find_selected_indices(map.row_tokens, without, map.rows) : list_indices(1)),
      columns_(find_selected_indices(map.column_tokens, without,
                                     map.columns - map.patch_rows * map.patch_columns)),
      selected_index_(map.columns, -1) {
  if (rows_.empty() || columns_.empty())
    throw Error(Code::kBadParameter, "without", std::to_string(without.size()) + " tokens",
                std::string("a ") + (rows_.empty() ? "row" : "column") + " of the map \"" + map.name +
                    "\" to be left");
  for (std::size_t i = 0; i < columns_.size(); ++i)
    selected_index_[columns_[i]] = static_cast<std::int32_t>(i);
}

void MapSelection::read_raw(std::size_t step_index, std::size_t layer, std::size_t head, std::size_t row,
                            std::vector<float>& into) const {
  into.resize(columns_.size());
  map_->read_row(step_index, layer, head, rows_[row], [&](std::size_t column, float weight) {
    if (const std::int32_t index = selected_index_[column]; index >= 0)
      into[static_cast<std::size_t>(index)] = weight;
  });
}

void MapSelection::read(const HeadIndex& index, std::size_t row, std::vector<float>& into) const {
  const auto read_head = [&](std::size_t head, std::vector<float>& weights) {
    read_raw(index.step_index, index.layer, head, row, weights);
    if (!is_renormalized() || !std::all_of(weights.begin(), weights.end(), is_valid_weight)) return;
    const double sum = sum_weights(weights);
    if (sum > 0)
      for (float& weight : weights) weight = static_cast<float>(static_cast<double>(weight) / sum);
  };
  if (index.head >= 0) return read_head(static_cast<std::size_t>(index.head), into);
  into.assign(columns_.size(), 0);
  std::vector<float> one;
  const auto heads = static_cast<float>(map_->heads);
  for (std::size_t head = 0; head < map_->heads; ++head) {
    read_head(head, one);
    for (std::size_t i = 0; i < one.size(); ++i) into[i] += one[i] / heads;
  }
}

std::vector<float> read_head_weights(const MapSelection& selection, const HeadIndex& index,
                                     const MapPart& part) {
  std::vector<float> cells;
  cells.reserve(part.rows * part.columns);
  std::vector<float> row;
  for (std::size_t i = 0; i < part.rows; ++i) {
    selection.read(index, part.row + i, row);
    const auto begin = row.begin() + static_cast<std::ptrdiff_t>(part.column);
    cells.insert(cells.end(), begin, begin + static_cast<std::ptrdiff_t>(part.columns));
  }
  return cells;
}

std::vector<float> read_true_shares(const MapSelection& selection, const MapPart& part) {
  const OwnMap& map = selection.map();
  std::vector<float> truth(part.rows * part.columns);
  if (map.truth.empty()) return truth;
  for (std::size_t i = 0; i < truth.size(); ++i)
    truth[i] = map.truth.at(selection.row(part.row + i / part.columns) * map.columns +
                            selection.column(part.column + i % part.columns));
  return truth;
}

std::vector<float> max_pool(const MapSelection& selection, const HeadIndex& index,
                            std::size_t maximum_extent) {
  const auto [rows, columns] = std::pair(selection.rows(), selection.columns());
  const std::size_t patch_rows = std::min(rows, maximum_extent);
  const std::size_t patch_columns = std::min(columns, maximum_extent);
  std::vector<float> cells(patch_rows * patch_columns, std::numeric_limits<float>::quiet_NaN());
  std::vector<float> weights;
  for (std::size_t row = 0; row < rows; ++row) {
    selection.read(index, row, weights);
    for (std::size_t column = 0; column < columns; ++column) {
      float& cell = cells[row * patch_rows / rows * patch_columns + column * patch_columns / columns];
      cell = choose_larger(cell, weights[column]);
    }
  }
  return cells;
}

std::vector<float> compute_weight_ranges(const MapSelection& selection, const HeadIndex& index,
                                         const MapPart& part) {
  std::vector<float> ranges(part.rows + 2);
  float largest_weight = 0;
  float smallest_weight = std::numeric_limits<float>::infinity();
  std::vector<float> weights;
  for (std::size_t row = 0; row < selection.rows(); ++row) {
    selection.read(index, row, weights);
    float largest = 0;
    for (const float weight : weights) {
      if (!(weight > 0) || std::isinf(weight)) continue;
      largest = std::max(largest, weight);
      smallest_weight = std::min(smallest_weight, weight);
    }
    largest_weight = std::max(largest_weight, largest);
    if (row >= part.row && row < part.row + part.rows) ranges[row - part.row] = largest;
  }
  ranges[part.rows] = largest_weight;
  ranges[part.rows + 1] = largest_weight > 0 ? std::max(smallest_weight, kMinShare * largest_weight) : 0;
  return ranges;
}

bool UnusualCounter::advance(std::size_t numbers) {
  const OwnMap& map = selection_.map();
  const std::size_t rows = map.step_count() * map.layers * map.heads * selection_.rows();
  const std::size_t end = std::min(rows, row_ + 1 + numbers / map.columns);
  for (; row_ < end; ++row_) {
    const std::size_t panel = row_ / selection_.rows();
    const std::size_t group = panel / map.heads;
    selection_.read_raw(group / map.layers, group % map.layers, panel % map.heads, row_ % selection_.rows(),
                        weights_);
    for (const float weight : weights_) {
      result_.nan += std::isnan(weight);
      result_.infinite += std::isinf(weight);
      result_.negative += weight < 0 && !std::isinf(weight);
    }
    const double sum = sum_weights(weights_);
    if (selection_.is_renormalized())
      result_.empty_rows += sum == 0 && std::all_of(weights_.begin(), weights_.end(), is_valid_weight);
    else
      result_.rows += !(std::abs(sum - 1) <= kRowTolerance);
  }
  result_.all_rows = row_;
  return row_ < rows;
}

HeadMetrics compute_head_metrics(const MapSelection& selection, const HeadIndex& index) {
  const OwnMap& map = selection.map();
  const int columns = static_cast<int>(selection.columns());
  const bool is_square = map.rows == map.columns;
  std::array<RowMean, 5> means;
  std::vector<float> weights;
  for (std::size_t row = 0; row < selection.rows(); ++row) {
    selection.read(index, row, weights);
    const double sum = sum_weights(weights);
    if (!(sum > 0) || !std::all_of(weights.begin(), weights.end(), is_valid_weight)) continue;
    means[0].add(normalized_entropy(weights, columns));
    double away = 0;
    for (std::size_t i = 0; is_square && i < weights.size(); ++i)
      away += static_cast<double>(weights[i]) *
              std::abs(static_cast<double>(selection.row(row)) - static_cast<double>(selection.column(i)));
    means[1].add(is_square ? away / sum : kNan);
    if (map.truth.empty()) continue;
    const std::vector<float> truth = read_true_shares(selection, {row, 0, 1, selection.columns()});
    means[2].add(alignment_accuracy(weights, truth, columns));
    means[3].add(mass_on_truth(weights, truth, columns));
    means[4].add(divergence_from_truth(weights, truth, columns));
  }
  return {means[0].value(), means[1].value(), means[2].value(), means[3].value(), means[4].value()};
}

std::vector<float> list_metrics(const HeadMetrics& measures) {
  std::vector<float> numbers;
  for (const double measure : {measures.entropy, measures.distance, measures.alignment_accuracy,
                               measures.mass_on_truth, measures.divergence})
    numbers.push_back(static_cast<float>(measure));
  return numbers;
}

void write(Json& json, const MapSelection& selection, const UnusualCounts& unusual) {
  const OwnMap& map = selection.map();
  const auto count = [](std::size_t number) { return static_cast<std::int64_t>(number); };
  json.field("name", map.name).field("layers", count(map.layers)).field("heads", count(map.heads));
  json.field("rows", count(selection.rows()))
      .field("columns", count(selection.columns()))
      .field("steps", map.steps);
  json.field("rowTokens",
             select_texts(map.row_tokens, selection.rows(), [&](std::size_t i) { return selection.row(i); }));
  json.field("columnTokens", select_texts(map.column_tokens, selection.columns(),
                                          [&](std::size_t i) { return selection.column(i); }));
  json.field("layerNames", map.layer_names);
  json.field("ragged", std::any_of(map.weights.begin(), map.weights.end(),
                                   [](const Numbers& one) { return one.is_ragged; }));
  json.field("truth", !map.truth.empty());
  if (!map.picture.empty()) {
    json.name("picture").object([&] {
      json.field("height", count(map.picture.shape[0])).field("width", count(map.picture.shape[1]));
      json.field("down", count(map.patch_rows)).field("across", count(map.patch_columns));
    });
  }
  json.name("unusual").object([&] {
    json.field("nan", count(unusual.nan)).field("infinite", count(unusual.infinite));
    json.field("negative", count(unusual.negative));
    json.field("rows", count(unusual.rows)).field("emptied", count(unusual.empty_rows));
    json.field("allRows", count(unusual.all_rows));
  });
}

}  // namespace attento
