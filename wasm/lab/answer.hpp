// The answers of a trial to inputs and requests, and how they are written as JSON.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/shape.hpp"
#include "lab/json.hpp"

namespace attento {

/// A token and its probability.
struct Candidate {
  std::string token;
  float probability;
};

/// The value of a named field; only some experiments have such fields.
using FieldValue =
    std::variant<bool, int, float, double, std::string, std::vector<int>, std::vector<float>,
                 std::vector<double>, std::vector<std::string>, std::vector<std::vector<Candidate>>>;
struct AnswerField {
  std::string_view name;
  FieldValue value;
};
struct AnswerFields : std::vector<AnswerField> {
  void add(std::string_view name, FieldValue value) { push_back({name, std::move(value)}); }
};

/// One attention map, or several of the same shape.
struct AttentionMap {
  std::string_view name;
  Shape shape{};
  std::vector<float> weights{}, scores{};
  std::vector<float> truth{};  // empty if no truth is known
  std::vector<std::string> row_labels{}, column_labels{};
  std::vector<std::vector<std::string>> cell_labels{};  // row by row, if each row has labels of its own
  AnswerFields fields{};
};

/// One line of a computation, and where it belongs in the model.
struct ComputationStep {
  std::string_view name, formula;
  std::vector<float> values;
  int t = -1;                 // time step of the output; −1: belongs to no step
  std::string_view part;      // the part of the model, such as "cross"; empty if the model has no parts
  int layer = -1, head = -1;  // −1: no layer or head, or all of them
};
struct ComputationSteps : std::vector<ComputationStep> {
  void add(std::string_view name, std::string_view formula, std::span<const float> values, int t = -1,
           std::string_view part = {}, int layer = -1, int head = -1);
};

/// An answer: fields such as "output" and "target", the attention map, and the computation, line by line.
struct Answer {
  AnswerFields fields;
  AttentionMap attention;
  std::optional<AttentionMap> baseline;  // attention map of the baseline
  ComputationSteps steps;
};

/// Writes fields into an open JSON object; a shape becomes the field "shape".
void write(Json& json, const Shape& shape);
void write(Json& json, const AnswerFields& fields);
void write(Json& json, const AttentionMap& map);
void write(Json& json, const Answer& answer);

inline std::vector<float> copy_numbers(std::span<const float> numbers) {
  return {numbers.begin(), numbers.end()};
}

inline void append(std::vector<float>& to, std::span<const float> from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// Row `index` of numbers that lie in rows of `width`.
auto select_row(auto&& numbers, auto index, auto width) {
  const auto size = static_cast<std::size_t>(width);
  return std::span(numbers).subspan(static_cast<std::size_t>(index) * size, size);
}

/// Copies the first rows and columns, as many as in `part`, of each map. The maps lie one after another, each of the
/// shape `whole`.
std::vector<float> crop_maps(std::span<const float> maps, const Shape& whole, const Shape& part);

/// Returns `count` labels: "1", "2", …, or from `first` on.
inline std::vector<std::string> number_labels(int count, int first = 1) {
  std::vector<std::string> labels;
  for (int i = 0; i < count; ++i) labels.push_back(std::to_string(first + i));
  return labels;
}

/// Returns the labels "1,1", "1,2", … of the cells of a square image: row, separator and column.
std::vector<std::string> list_cell_labels(int side, std::string_view separator = ",");

}  // namespace attento
