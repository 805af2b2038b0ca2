// What a trial answers when it is asked, and the one place where answers become JSON.
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

/// A token, and how probable it was.
struct Candidate {
  std::string token;
  float probability;
};

/// What only some experiments tell, by name.
using Told = std::variant<bool, int, float, double, std::string, std::vector<int>, std::vector<float>,
                          std::vector<double>, std::vector<std::string>, std::vector<std::vector<Candidate>>>;
struct Telling {
  std::string_view name;
  Told value;
};
struct Tellings : std::vector<Telling> {
  void tell(std::string_view name, Told value) { push_back({name, std::move(value)}); }
};

/// One map of attention, or several of one shape.
struct AttentionMap {
  std::string_view name;
  Shape shape;
  std::vector<float> weights, scores;
  std::vector<float> truth;  // empty where none is known
  std::vector<std::string> row_labels, column_labels;
  std::vector<std::vector<std::string>> cell_labels;  // row by row, where rows have words of their own
  Tellings more;
};

/// One line of a computation, and where in the model it stands.
struct Step {
  std::string_view name, formula;
  std::vector<float> values;
  int t = -1;                 // counts what is written; −1: it does not belong to a step of that
  std::string_view part;      // of the model: "cross"; empty where it has no parts
  int layer = -1, head = -1;  // −1: none, or all
};
struct Steps : std::vector<Step> {
  void add(std::string_view name, std::string_view formula, std::span<const float> values, int t = -1,
           std::string_view part = {}, int layer = -1, int head = -1);
};

/// "output", "target" and what else there is to tell; the map behind it; the computation, line by line.
struct Answer {
  Tellings told;
  AttentionMap attention;
  std::optional<AttentionMap> rival;  // of the other of two models
  Steps steps;
};

/// Fields of an open JSON object; of a shape "shape".
void write(Json& json, const Shape& shape);
void write(Json& json, const Tellings& told);
void write(Json& json, const AttentionMap& map);
void write(Json& json, const Answer& answer);

inline std::vector<float> copy_of(std::span<const float> numbers) { return {numbers.begin(), numbers.end()}; }

}  // namespace attento
