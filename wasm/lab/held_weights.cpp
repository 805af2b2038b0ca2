#include "lab/held_weights.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/number_conversion.hpp"
#include "core/status.hpp"
#include "files/json_cursor.hpp"

namespace attento {
namespace {

/// How far from 1 the sum of a row of 32-bit weights may be by rounding; such a row is kept to the bit.
constexpr double kRounding = 1e-5;

double sum_of(std::span<const float> weights) { return std::accumulate(weights.begin(), weights.end(), 0.0); }

void require_below(std::string_view name, int value, int count) {
  if (value >= count) throw_bad_parameter(name, value, "a number below " + std::to_string(count));
}

/// Divides a row by its sum, unless it is 1 already, or less where rows may sum to less.
void normalize(std::span<float> weights, bool may_be_partial) {
  const double sum = sum_of(weights);
  if (std::abs(sum - 1) <= kRounding || (may_be_partial && sum < 1)) return;
  for (float& weight : weights) weight = static_cast<float>(static_cast<double>(weight) / sum);
}

const HoldableMap& find_map(std::span<const HoldableMap> maps, std::string_view name) {
  if (name.empty()) return maps.front();
  const auto found =
      std::find_if(maps.begin(), maps.end(), [&](const auto& map) { return map.name == name; });
  if (found != maps.end()) return *found;
  std::string names;
  for (const HoldableMap& map : maps) names.append(names.empty() ? "" : ", ").append(map.name);
  throw_bad_parameter("attention.map", name, "one of " + names);
}

void check_row(const HoldableMap& map, HeldRow& held) {
  held.map = map.name;
  require_below("attention.layer", held.layer, map.layers);
  require_below("attention.head", held.head, map.heads);
  require_below("attention.rows", held.row, map.rows);
  const std::string name = "attention.rows." + std::to_string(held.row);
  if (static_cast<int>(held.weights.size()) != map.columns) {
    throw_bad_parameter(name, std::to_string(held.weights.size()) + " numbers",
                        std::to_string(map.columns) + " weights, one for each column");
  }
  for (int column = 0; column < map.columns; ++column) {
    const float weight = held.weights[static_cast<std::size_t>(column)];
    const std::string place = name + "." + std::to_string(column);
    if (!(weight >= 0) || std::isinf(weight))
      throw_bad_parameter(place, format_number(static_cast<double>(weight)), "a finite number of at least 0");
    if (weight > 0 && map.is_visible && !map.is_visible(held.row, column))
      throw_bad_parameter(place, format_number(static_cast<double>(weight)),
                          "0, as this row does not see that position");
  }
  if (sum_of(held.weights) <= 0) throw_bad_parameter(name, "0", "a row with some weight");
  normalize(held.weights, map.has_partial_rows);
}

}  // namespace

void HeldWeights::check(std::span<const HoldableMap> maps) {
  if (maps.empty() && !empty())
    throw_bad_parameter(rows.empty() ? "without" : "attention", "weights",
                        "nothing: this model has no attention weights");
  for (HeldRow& held : rows) check_row(find_map(maps, held.map), held);
  std::sort(without.begin(), without.end());
  without.erase(std::unique(without.begin(), without.end()), without.end());
  int columns = 0;
  for (const HoldableMap& map : maps) columns = std::max(columns, map.columns);
  for (const int column : without) require_below("without", column, columns);
  if (columns > 0 && static_cast<int>(without.size()) >= columns)
    throw_bad_parameter("without", "all positions", "at least one position that is left");
}

void HeldWeights::apply(const MapRows& place, std::size_t width, std::span<float> values) const {
  for (int row = place.row; !values.empty(); ++row, values = values.subspan(width)) {
    const std::span<float> weights = values.first(width);
    if (!without.empty()) {
      for (const int column : without)
        if (static_cast<std::size_t>(column) < width) weights[static_cast<std::size_t>(column)] = 0;
      if (sum_of(weights) > 0) normalize(weights, false);
    }
    for (const HeldRow& held : rows) {
      if (held.row != row || held.map != place.map || (held.layer >= 0 && held.layer != place.layer) ||
          (held.head >= 0 && held.head != place.head))
        continue;
      std::fill(std::copy(held.weights.begin(), held.weights.end(), weights.begin()), weights.end(), 0.0F);
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

std::vector<int> HeldWeights::held_rows(std::string_view map) const {
  std::vector<int> held;
  for (const HeldRow& one : rows)
    if (one.map == map) held.push_back(one.row);
  std::sort(held.begin(), held.end());
  held.erase(std::unique(held.begin(), held.end()), held.end());
  return held;
}

void read_held_rows(JsonCursor& json, std::vector<HeldRow>& rows) {
  if (json.peek() == '[') return json.array([&] { read_held_rows(json, rows); });
  HeldRow common;
  const std::size_t first = rows.size();
  json.object([&](const std::string& name) {
    if (name == "map") {
      common.map = json.string();
    } else if (name == "layer") {
      common.layer = static_cast<int>(json.integer());
    } else if (name == "head") {
      common.head = static_cast<int>(json.integer());
    } else if (name == "rows") {
      json.object([&](const std::string& row) {
        HeldRow& held = rows.emplace_back();
        held.row = static_cast<int>(parse_number(row));
        json.array([&] { held.weights.push_back(static_cast<float>(json.number())); });
      });
    } else {
      json.fail("map, layer, head or rows");
    }
  });
  for (std::size_t i = first; i < rows.size(); ++i) {
    rows[i].map = common.map;
    rows[i].layer = common.layer;
    rows[i].head = common.head;
  }
}

}  // namespace attento
