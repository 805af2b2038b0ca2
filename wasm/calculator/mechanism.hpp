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

/// One input of a mechanism. Its shape is written with letters, "B T H"; a letter has the same extent in all inputs.
/// In place of a letter may be an extent such as "3", or a sum such as "H+K" of letters from earlier inputs.
struct MechanismInput {
  std::string_view name{};
  std::string_view shape{};
  Text help{};
  bool optional = false;
  char limit_letter = ' ';  // if a letter: the input has integers below the extent of this letter
  List<std::string_view, 2> alternative_shapes{};
};

/// The name of masks. Derivatives with respect to a mask are not computed.
inline constexpr std::string_view kMaskName = "mask";

/// One line of a formula: the name of its result among those of attend() (an output or an intermediate result), its
/// shape in the letters of the inputs, and TeX for one query t. The name "softmax" stands for the lines of kSoftmax.
struct FormulaLine {
  Text name{};
  Text shape{};
  Text formula{};
};

/// The arguments with which a mechanism is recorded.
struct MechanismArguments {
  std::map<std::string, Node, std::less<>> nodes;
  std::map<std::string, IdsNode, std::less<>> ids;
  std::map<char, int> extents;  // extents of the letters
  Values options;
  bool wants_steps = false;  // whether intermediate results are requested

  /// Returns the node of an input, or an invalid node if an optional input is absent.
  Node operator[](std::string_view name) const {
    const auto found = nodes.find(name);
    return found == nodes.end() ? Node{} : found->second;
  }

  /// Returns the node of the optional input `name` or, if it is absent, of the input `other`.
  Node node_or(std::string_view name, std::string_view other) const {
    const Node node = (*this)[name];
    return node.valid() ? node : (*this)[other];
  }
};

/// The outputs by name: "scores", "weights", "context" and others that depend on the mechanism; if intermediate
/// results are requested, also "steps.sum" and so on.
struct Outputs : std::vector<std::pair<std::string, Node>> {
  Outputs() = default;
  Outputs(std::initializer_list<std::pair<std::string_view, Node>> all) {
    for (const auto& [name, node] : all) emplace_back(name, node);
  }
  // Not inlined, because it is called in many places and the module would grow.
  [[gnu::noinline]] void emplace_back(std::string_view name, Node node) {
    push_back({std::string(name), node});
  }

  /// Returns the output with this name, or an invalid node.
  Node find(std::string_view name) const {
    for (const auto& [own, node] : *this) {
      if (own == name) return node;
    }
    return {};
  }
};

/// The parts of a mechanism's description that depend on its options: all inputs, the lines up to the scores as plain
/// text, and Python that replaces `code`.
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
  Text look{};  // what a reader should look for in the plots
  List<MechanismInput, 12> inputs{};
  List<Setting, 5> options{};
  List<FormulaLine, 8> lines{};
  Text helpers{};  // Python that precedes the code
  Text code{};  // Python: attend(…), as a reader of NumPy or PyTorch would write it (web/calculator/code.js)
  Outputs (*record)(Tape<float>& tape, const MechanismArguments& arguments) = nullptr;
  FormulaDetails (*details_for_options)(const Values& options) = nullptr;

  /// Returns the inputs for the given options.
  std::vector<MechanismInput> list_inputs(const Values& options) const {
    return details_for_options ? details_for_options(options).inputs
                               : std::vector<MechanismInput>(inputs.begin(), inputs.end());
  }
};

/// All mechanisms, in the order of the reference page.
std::span<const Mechanism> mechanisms();

/// All mechanisms as a JSON array, with all texts, for the default options.
std::string describe_mechanisms();

/// What depends on the formula in the mechanism "own", as JSON { inputs, lines, code }. Throws BAD_PARAMETER.
std::string describe_score(std::string_view formula);

}  // namespace attento
