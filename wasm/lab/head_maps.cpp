#include "lab/head_maps.hpp"

#include <string>
#include <tuple>

#include "lab/trial_helpers.hpp"

namespace attento {
namespace {

/// The statistics of each head, as tensors of a frame.
constexpr const char* kStatistics[] = {".entropy", ".distance", ".alignment"};

}  // namespace

std::pair<Node, std::size_t> HeadMap::find_row(int example, int head, int t) const {
  const Shape whole = shape();
  const int index = (example * whole[1] + head % whole[1]) * whole[2] + t;
  return {layers[static_cast<std::size_t>(head / whole[1])].weights,
          static_cast<std::size_t>(index) * static_cast<std::size_t>(whole[3])};
}

std::vector<float> HeadMap::copy(bool scores, int rows, int columns) const {
  std::vector<float> cells;
  for (const Attention& layer : layers)
    append(cells, crop_maps(plan.value(scores ? layer.scores : layer.weights), {shape()[2], shape()[3]},
                            {rows, columns}));
  return cells;
}

AttentionMap HeadMap::make_map(const std::vector<std::string>& row_labels,
                               const std::vector<std::string>& column_labels) const {
  const int rows = static_cast<int>(row_labels.size()), columns = static_cast<int>(column_labels.size());
  return {.name = name,
          .shape = {static_cast<int>(layers.size()), shape()[1], rows, columns},
          .weights = copy(false, rows, columns),
          .scores = copy(true, rows, columns),
          .row_labels = row_labels,
          .column_labels = column_labels};
}

std::vector<Axis> HeadMap::axes() const {
  return {/* translated */ {"head", head_count()}, {"query", shape()[2]}, {"key", shape()[3]}};
}

void HeadMap::declare(Frame& frame, bool has_truth) const {
  const std::string map(name);
  frame.add_map(map, axes(), has_truth ? map + ".truth" : "");
  if (has_truth) frame.add(map + ".truth", {axes()[1], axes()[2]});
  for (const char* statistic : kStatistics) frame.add(map + statistic, {axes()[0]});
}

void HeadMap::write(const Frame& frame, int rows, int columns,
                    const std::vector<HeadStatistics>& heads) const {
  const std::string map(name);
  const Shape whole = shape();
  for (const bool scores : {false, true}) {
    std::vector<float> cells = copy(scores, whole[2], whole[3]);
    for (int i = 0; float& cell : cells) {
      if (i % whole[3] >= columns || i / whole[3] % whole[2] >= rows) cell = 0;
      ++i;
    }
    frame.write(scores ? map + ".scores" : map, cells);
  }
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const double numbers[] = {heads[i].entropy(), heads[i].mean_distance(), heads[i].alignment()};
    for (std::size_t k = 0; k < std::size(numbers); ++k)
      frame[map + kStatistics[k]][i] = static_cast<float>(numbers[k]);
  }
}

HoldableMap HeadMap::make_holdable(int rows, int columns) const {
  return {.name = name,
          .layers = static_cast<int>(layers.size()),
          .heads = shape()[1],
          .rows = rows,
          .columns = columns,
          .is_causal = is_causal};
}

void HeadMap::hold(const HeldWeights& held, bool has_sources) const {
  MapRows map_rows{.map = name, .has_sources = has_sources};
  const auto columns = static_cast<std::size_t>(shape()[3]);
  const std::size_t count = static_cast<std::size_t>(shape()[2]) * columns;
  for (const Attention& layer : layers) {
    plan.edit(layer.weights, [&held, map_rows, columns, count](std::span<float> all) {
      for (MapRows head = map_rows; !all.empty(); ++head.head, all = all.subspan(count))
        held.apply(head, columns, all.first(count));
    });
    ++map_rows.layer;
  }
}

void HeadMap::choose_row(ExplainedAnswer& explained, Fields request, int row) const {
  const int heads = shape()[1];
  const std::optional<Value> layer = take_field(request, "layer"), head = take_field(request, "head");
  const int chosen_layer = layer ? read_example(*layer, static_cast<int>(layers.size()), "layer") : -1;
  const int chosen_head = head ? read_example(*head, heads, "head") : -1;
  for (int i = 0; i < head_count(); ++i) {
    if ((!layer || i / heads == chosen_layer) && (!head || i % heads == chosen_head))
      explained.others.push_back(find_row(0, i, row));
  }
  std::tie(explained.weights, explained.first) = explained.others.front();
  explained.others.erase(explained.others.begin());
}

}  // namespace attento
