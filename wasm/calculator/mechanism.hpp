// The description of a mechanism for the calculator: inputs, options, formulas, texts, and its recording function.
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

/// One input of a mechanism. Its shape is written with letters, "B T H"; a letter has the same extent in all inputs. A
/// number is an extent itself, and "H+K" a sum of extents; its letters must occur in earlier inputs.
struct MechanismInput {
  std::string_view name{};
  std::string_view shape{};
  Text help{};
  bool optional = false;
  char below = ' ';  // a letter makes this an input of integers below the extent of the letter
  List<std::string_view, 2> others{};  // alternative shapes
};

/// The name of masks. No derivatives with respect to a mask are computed.
inline constexpr std::string_view kMaskName = "mask";

/// One line of a formula: the name of its numbers in the results of `attend` (an output or an intermediate result), their
/// shape in the letters of the inputs, and TeX for one query t. The name "softmax" stands for the lines of a softmax.
struct FormulaLine {
  Text name{};
  Text shape{};
  Text formula{};
};

/// The arguments with which a mechanism is recorded.
struct MechanismArguments {
  std::map<std::string, Node, std::less<>> nodes;
  std::map<std::string, IdsNode, std::less<>> ids;
  std::map<char, int> extents;  // by letter
  Values options;
  bool wants_steps = false;  // whether intermediate results are requested

  /// The node of an input, or an invalid one if an optional input is absent.
  Node operator[](std::string_view name) const {
    const auto found = nodes.find(name);
    return found == nodes.end() ? Node{} : found->second;
  }

  /// The node of an optional input, or that of another input if it is absent.
  Node node_or(std::string_view name, std::string_view other) const {
    const Node node = (*this)[name];
    return node.valid() ? node : (*this)[other];
  }
};

/// The outputs by name: "scores", "weights", "context" and others, depending on the mechanism; "steps.sum" and so on if
/// intermediate results are requested.
struct Outputs : std::vector<std::pair<std::string, Node>> {
  Outputs() = default;
  Outputs(std::initializer_list<std::pair<std::string_view, Node>> all) {
    for (const auto& [name, node] : all) emplace_back(name, node);
  }
  // Not inlined, because it is called in many places and would enlarge the module.
  [[gnu::noinline]] void emplace_back(std::string_view name, Node node) {
    push_back({std::string(name), node});
  }

  /// The output of this name, or an invalid node.
  Node find(std::string_view name) const {
    for (const auto& [own, node] : *this) {
      if (own == name) return node;
    }
    return {};
  }
};

/// The parts of a description that depend on the options: all inputs, the lines up to the scores as plain text, and
/// Python in place of `code`.
struct FormulaDetails {
  struct Line {
    std::string name, shape, plain_text;
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
  Text look{};  // what to look for in the plots
  List<MechanismInput, 12> inputs{};
  List<Setting, 5> options{};
  List<FormulaLine, 8> lines{};
  Text helpers{};  // Python that precedes the code
  Text code{};  // Python: attend(…), as a reader of NumPy or PyTorch would write it (web/calculator/code.js)
  Outputs (*record)(Tape<float>& tape, const MechanismArguments& arguments) = nullptr;
  FormulaDetails (*details_for_options)(const Values& options) = nullptr;

  /// The inputs with these options.
  std::vector<MechanismInput> list_inputs(const Values& options) const {
    return details_for_options ? details_for_options(options).inputs
                               : std::vector<MechanismInput>(inputs.begin(), inputs.end());
  }
};

/// All mechanisms, in the order of the reference page.
std::span<const Mechanism> mechanisms();

/// All mechanisms as a JSON array, with all texts, for the default options.
std::string describe_mechanisms();

/// The parts of the mechanism "own" that depend on the formula, as JSON { inputs, lines, code }. Throws BAD_PARAMETER.
std::string describe_score(std::string_view formula);

}  // namespace attento
