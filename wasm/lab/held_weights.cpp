#include "lab/held_weights.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/number_conversion.hpp"
#include "core/status.hpp"
#include "lab/experiment.hpp"

namespace attento {
namespace {

/// How far rounding may move the sum of a row from 1. A row within this tolerance is not changed.
constexpr double kRounding = 1e-5;

double sum_of(std::span<const float> weights) { return std::accumulate(weights.begin(), weights.end(), 0.0); }

void require_below(std::string_view name, int value, int count) {
  if (value >= count) throw_bad_parameter(name, value, "a number below " + std::to_string(count));
}

/// Divides a row by its sum, unless that is already 1, or at most 1 if rows may sum to less.
void normalize(std::span<float> weights, bool may_be_partial) {
  const double sum = sum_of(weights);
  if (std::abs(sum - 1) <= kRounding || (may_be_partial && sum < 1)) return;
  for (float& weight : weights) weight = static_cast<float>(static_cast<double>(weight) / sum);
}

const HoldableMap& find_map(std::span<const HoldableMap> maps, std::string_view name) {
  for (const HoldableMap& map : maps)
    if (name.empty() || map.name == name) return map;
  throw_bad_parameter("attention.map", name, join_names(maps, &HoldableMap::name));
}

/// Throws BAD_PARAMETER for a held row. `column`: −1 for the whole row.
[[noreturn]] void refuse(const HeldRow& held, int column, std::string_view value, std::string_view expected) {
  std::string name = "attention.rows." + std::to_string(held.row);
  if (column >= 0) name += "." + std::to_string(column);
  throw_bad_parameter(name, value, expected);
}

void check_coordinates(const HoldableMap& map, const HeldRow& held) {
  if (held.weights.size() != map.coordinates.size())
    refuse(held, -1, std::to_string(held.weights.size()),
           std::to_string(map.coordinates.size()) + " coordinates");
  for (std::size_t i = 0; i < map.coordinates.size(); ++i) {
    const auto value = static_cast<double>(held.weights[i]);
    const auto& [minimum, maximum] = map.coordinates[i];
    if (!(value >= minimum && value <= maximum))
      refuse(held, static_cast<int>(i), format_number(value),
             "a number from " + format_number(minimum) + " to " + format_number(maximum));
  }
}

void check_row(const HoldableMap& map, HeldRow& held) {
  held.map = map.name;
  require_below("attention.layer", held.layer, map.layers);
  require_below("attention.head", held.head, map.heads);
  require_below("attention.rows", held.row, map.rows);
  if (!map.coordinates.empty()) return check_coordinates(map, held);
  const int count = static_cast<int>(held.weights.size());
  if (count > map.columns || count < (map.is_causal ? held.row + 1 : map.columns))
    refuse(held, -1, std::to_string(count), std::to_string(map.columns) + " weights, one for each column");
  for (int column = 0; column < count; ++column) {
    const auto weight = static_cast<double>(held.weights[static_cast<std::size_t>(column)]);
    if (!(weight >= 0)) refuse(held, column, format_number(weight), "a number of at least 0");
    if (weight > 0 &&
        ((map.is_causal && column > held.row) || (map.is_visible && !map.is_visible(held.row, column))))
      refuse(held, column, format_number(weight), "0, as this row does not see that position");
  }
  if (sum_of(held.weights) <= 0) refuse(held, -1, "0", "a row with some weight");
  normalize(held.weights, map.has_partial_rows);
}

}  // namespace

void HeldWeights::check(std::span<const HoldableMap> maps, int sources) {
  if (maps.empty() && !empty())
    throw_bad_parameter(rows.empty() ? "without" : "attention", "weights",
                        "nothing: this model has no attention weights");
  if (!without.empty() && !maps.front().coordinates.empty())
    throw_bad_parameter("without", without.front(), "nothing: a place has no weights to hide");
  for (HeldRow& held : rows) check_row(find_map(maps, held.map), held);
  if (without.empty()) return;
  int columns = sources;
  for (const HoldableMap& map : maps)
    if (sources < 0) columns = std::max(columns, map.columns);
  std::vector<bool> is_left(static_cast<std::size_t>(columns), true);
  for (const int column : without) {
    require_below("without", column, columns);
    is_left[static_cast<std::size_t>(column)] = false;
  }
  if (std::find(is_left.begin(), is_left.end(), true) == is_left.end())
    throw_bad_parameter("without", "all positions", "at least one position that is left");
}

void HeldWeights::apply(const MapRows& map_rows, std::size_t width, std::span<float> values) const {
  for (int row = map_rows.row; !values.empty(); ++row, values = values.subspan(width)) {
    const std::span<float> weights = values.first(width);
    if (map_rows.has_sources && !without.empty()) {
      for (const int column : without)
        if (static_cast<std::size_t>(column) < width) weights[static_cast<std::size_t>(column)] = 0;
      if (sum_of(weights) > 0) normalize(weights, false);
    }
    for (const HeldRow& held : rows) {
      if (held.row != row || held.map != map_rows.map || (held.layer >= 0 && held.layer != map_rows.layer) ||
          (held.head >= 0 && held.head != map_rows.head))
        continue;
      const auto count = static_cast<std::ptrdiff_t>(std::min(width, held.weights.size()));
      std::fill(std::copy_n(held.weights.begin(), count, weights.begin()), weights.end(), 0.0F);
    }
  }
}

int HeldWeights::last_row() const {
  int last = -1;
  for (const HeldRow& held : rows) last = std::max(last, held.row);
  return last;
}

void HeldWeights::require_rows(int count) const {
  if (!rows.empty()) require_below("attention.rows", last_row(), count);
}

HeldWeights take_held_weights(Fields& input, std::span<const MapDescription> maps) {
  HeldWeights all;
  const auto take = [&](std::string_view name) {
    const Value value = take_field(input, name).value_or(std::vector<double>());
    const auto* numbers = std::get_if<std::vector<double>>(&value);
    if (!numbers) throw_bad_parameter(name, format_value(value), "a list of numbers");
    return *numbers;
  };
  for (const double column : take("without")) all.without.push_back(static_cast<int>(column));
  const std::vector<double> numbers = take("held");
  for (auto next = numbers.begin(); numbers.end() - next >= 5;) {
    HeldRow& held = all.rows.emplace_back();
    const auto map = static_cast<int>(*next++);
    if (map >= 0 && map < static_cast<int>(maps.size())) held.map = maps[static_cast<std::size_t>(map)].name;
    for (int* index : {&held.layer, &held.head, &held.row}) *index = static_cast<int>(*next++);
    const auto count = std::min(static_cast<std::ptrdiff_t>(*next++), numbers.end() - next);
    held.weights.assign(next, next + count);
    next += count;
  }
  return all;
}

}  // namespace attento
