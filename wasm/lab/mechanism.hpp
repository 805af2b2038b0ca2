// Every attention mechanism as a pure function of the caller's own numbers: for teaching (the calculator) and
// for proof (any reference implementation can be held against it).
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tape.hpp"
#include "lab/mechanism_lines.hpp"
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
  char below = ' ';  // if a letter: whole numbers, each below its extent
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
using Outputs = std::vector<std::pair<const char*, Node>>;

struct Mechanism {
  std::string_view name{};  // as in attend("…")
  Text group{};
  FormulaLines lines{};
  Text code{};  // Python, see mechanism_code.hpp
  Text title{};
  Text formula{};  // TeX; the reference page shows it as MathML
  Text paper{};
  Text look{};  // what to look for on the screen
  List<MechanismInput, 12> inputs{};
  List<Setting, 4> options{};
  Outputs (*record)(Tape<float>& tape, const Given& given) = nullptr;
};

/// All mechanisms, in the order of the reference page.
std::span<const Mechanism> mechanisms();

/// Computes one mechanism. `options`: "scale=0.5;causal=true". `file`: the inputs as a safetensors file, by
/// their names. Returns a safetensors file with the outputs. `request`, all optional:
///   "steps=true"              the lines between as well, as "steps.shifted" and so on
///   "of=context;at=0,1,2"     the derivatives of this number of this output by every real input but the mask, as
///                             "gradients.query" and so on
///   "draw=7"                  the real inputs but the mask are drawn in place of those given, standard normal and rounded
///                             to two decimals; they come back as "inputs.query" and so on
/// Throws BAD_PARAMETER (mechanism, options, request) or BAD_INPUT (a tensor: its shape, and the shape that is wanted).
std::vector<std::byte> attend(std::string_view mechanism, std::string_view options, std::string_view request,
                              std::span<const std::byte> file);

/// The mechanisms as a JSON array, for the registry.
void write_mechanisms(Json& json);

}  // namespace attento
