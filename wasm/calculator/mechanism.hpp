// What the calculator knows of a mechanism: inputs, options, formulas, texts, and how it is recorded.
#pragma once

#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/tape.hpp"
#include "lab/settings.hpp"

namespace attento {

/// One input of a mechanism. Its shape is written in the letters of the house, "B T H"; a letter means the
/// same extent wherever it stands. A number stands for itself, and "H+K" for a sum of letters that stand in
/// inputs before it.
struct MechanismInput {
  std::string_view name{};
  std::string_view shape{};
  Text help{};
  bool optional = false;
  char below = ' ';                    // if a letter: whole numbers, each below its extent
  List<std::string_view, 2> others{};  // further shapes that are taken, where the first does not fit
};

/// The input that says where to look. Nothing is differentiated by it.
inline constexpr std::string_view kMaskName = "mask";

/// One line of a formula: the name under which `attend` hands out its numbers (an output or one of the steps), their shape in
/// the letters of the inputs, and TeX for one query t. "softmax" stands for its own lines.
struct FormulaLine {
  Text name{};
  Text shape{};
  Text formula{};
};

/// What a mechanism is recorded with.
struct Given {
  std::map<std::string, Node, std::less<>> nodes;
  std::map<std::string, Ids, std::less<>> ids;
  std::map<char, int> extents;  // by letter
  Values options;
  bool steps = false;  // are the lines between wanted, too?

  /// The node of an input, or an invalid one where an optional input is absent.
  Node operator[](std::string_view name) const {
    const auto found = nodes.find(name);
    return found == nodes.end() ? Node{} : found->second;
  }

  /// The node of an optional input, or another in its place.
  Node either(std::string_view name, std::string_view other) const {
    const Node node = (*this)[name];
    return node.valid() ? node : (*this)[other];
  }
};

/// What is computed, by name: "scores", "weights", "context", and what else a mechanism has to show; "steps.sum" and its
/// like where the lines between are wanted.
struct Outputs : std::vector<std::pair<std::string, Node>> {
  Outputs() = default;
  Outputs(std::initializer_list<std::pair<std::string_view, Node>> all) {
    for (const auto& [name, node] : all) emplace_back(name, node);
  }
  // Asked for in many places; written out in each of them it would be larger than all they say.
  [[gnu::noinline]] void emplace_back(std::string_view name, Node node) {
    push_back({std::string(name), node});
  }
};

/// What stands in a mechanism's table where its options decide it: all inputs, the lines up to the scores as they are written,
/// and Python in place of `code`.
struct Further {
  struct Line {
    std::string name, shape, written;
  };
  std::vector<MechanismInput> inputs;
  std::vector<Line> lines;
  std::string code;
};

struct Mechanism {
  std::string_view name{};  // as in attend("…")
  Text group{};
  Text title{};
  Text formula{};  // TeX; the reference page shows it as MathML
  Text paper{};
  Text look{};  // what to look for on the screen
  List<MechanismInput, 12> inputs{};
  List<Setting, 5> options{};
  List<FormulaLine, 8> lines{};
  Text helpers{};  // Python that stands before the code
  Text
      code{};  // Python: attend(…), as a reader of NumPy or PyTorch would write it (web/element/calculator/code.js)
  Outputs (*record)(Tape<float>& tape, const Given& given) = nullptr;
  Further (*further)(const Values& options) = nullptr;

  /// What it takes with these options.
  std::vector<MechanismInput> inputs_with(const Values& options) const {
    return further ? further(options).inputs : std::vector<MechanismInput>(inputs.begin(), inputs.end());
  }
};

/// All mechanisms, in the order of the reference page.
std::span<const Mechanism> mechanisms();

/// They as a JSON array, with all texts; where options decide, by their defaults.
std::string describe_mechanisms();

/// What a formula decides of the mechanism "own", as JSON { inputs, lines, code }. Throws BAD_PARAMETER.
std::string describe_score(std::string_view formula);

}  // namespace attento
