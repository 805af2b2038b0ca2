#include "lab/answer.hpp"

namespace attento {
namespace {

void write(Json& json, const ComputationStep& step) {
  json.field("name", step.name).field("formula", step.formula);
  if (!step.part.empty()) json.field("part", step.part);
  for (const auto& [name, index] :
       {std::pair("layer", step.layer), std::pair("head", step.head), std::pair("t", step.t)}) {
    if (index >= 0) json.field(name, index);
  }
  json.floats("values", step.values);
}

void write_value(Json& json, const std::vector<std::vector<Candidate>>& lists) {
  json.array([&] {
    for (const auto& list : lists) {
      json.array([&] {
        for (const Candidate& one : list) {
          json.object([&] { json.field("token", one.token).field("probability", one.probability); });
        }
      });
    }
  });
}
void write_value(Json& json, const auto& value) { json.value(value); }

}  // namespace

void ComputationSteps::add(std::string_view name, std::string_view formula, std::span<const float> values,
                           int t, std::string_view part, int layer, int head) {
  push_back({name, formula, copy_numbers(values), t, part, layer, head});
}

std::vector<float> crop_maps(std::span<const float> maps, const Shape& whole, const Shape& part) {
  std::vector<float> cells;
  const auto width = static_cast<std::size_t>(whole[1]);
  for (int row = 0; !maps.empty(); ++row, maps = maps.subspan(width)) {
    if (row % whole[0] < part[0]) append(cells, maps.first(static_cast<std::size_t>(part[1])));
  }
  return cells;
}

std::vector<std::string> list_cell_labels(int side, std::string_view separator) {
  std::vector<std::string> labels;
  for (const std::string& row : number_labels(side))
    for (const std::string& column : number_labels(side))
      labels.emplace_back(row).append(separator).append(column);
  return labels;
}

void write(Json& json, const Shape& shape) {
  json.name("shape").array([&] {
    for (const int extent : shape.extents()) json.value(extent);
  });
}

void write(Json& json, const AnswerFields& fields) {
  for (const auto& [name, value] : fields) {
    json.name(name);
    std::visit([&](const auto& one) { write_value(json, one); }, value);
  }
}

void write(Json& json, const AttentionMap& map) {
  json.field("name", map.name);
  write(json, map.shape);
  json.floats("weights", map.weights).floats("scores", map.scores);
  if (!map.truth.empty()) json.floats("truth", map.truth);
  write(json, map.fields);
  json.field("rowLabels", map.row_labels).field("columnLabels", map.column_labels);
  if (!map.cell_labels.empty()) json.field("cellLabels", map.cell_labels);
}

void write(Json& json, const Answer& answer) {
  write(json, answer.fields);
  json.name("attention").object([&] { write(json, answer.attention); });
  if (answer.baseline) json.name("baselineAttention").object([&] { write(json, *answer.baseline); });
  json.name("steps").array([&] {
    for (const ComputationStep& step : answer.steps) json.object([&] { write(json, step); });
  });
}

}  // namespace attento
