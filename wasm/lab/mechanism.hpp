// Every attention mechanism as a pure function of the caller's own numbers: for teaching (the calculator) and
// for proof (any reference implementation can be held against it).
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tape.hpp"
#include "files/safetensors.hpp"
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
  char below = ' ';                    // if a letter: whole numbers, each below its extent
  List<std::string_view, 2> others{};  // further shapes that are taken, where the first does not fit
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

/// What one computation may take. Memory: of the inputs as they came, the plan, and the outputs as they go, all at once.
/// Work: multiply-adds as Plan::work() estimates them.
inline constexpr std::uint64_t kMostAttendBytes = std::uint64_t{480} << 20;
inline constexpr std::uint64_t kMostAttendWork = std::uint64_t{1} << 34;

/// Computes one mechanism. `options`: "scale=0.5;causal=true". `inputs`: tensors by their names. `request`, all optional:
///   "steps=true"              the lines between as well, as "steps.shifted" and so on
///   "of=context;at=0,1,2"     the derivatives of this number of this output by every real input but the mask, as
///                             "gradients.query" and so on
///   "draw=7"                  the real inputs but the mask are drawn in place of those given, standard normal and rounded
///                             to two decimals; they come back as "inputs.query" and so on
/// Throws BAD_PARAMETER (mechanism, options, request), BAD_INPUT (a tensor: its shape, and the shape that is wanted) or
/// TOO_LARGE ("memory" or "work"), all before anything is allocated that grows with the inputs.
class Attending {
 public:
  Attending(std::string_view mechanism, std::string_view options, std::string_view request,
            std::span<const TensorView> inputs);

  /// Computes on, about so many multiply-adds; true when all is done. However it is cut, the bits are the same.
  bool advance(std::uint64_t work) { return plan_->advance(work); }

  /// The outputs as a safetensors file.
  std::vector<std::byte> results() const;

 private:
  std::optional<Plan<float>> plan_;
  std::vector<std::pair<std::string, Node>> values_;     // what is handed out
  std::vector<std::pair<std::string, Node>> gradients_;  // and by what the derivatives
  std::vector<float> zeros_;  // for inputs that the wanted number does not depend on
};

/// All of it at once: `file` holds the inputs as safetensors.
std::vector<std::byte> attend(std::string_view mechanism, std::string_view options, std::string_view request,
                              std::span<const std::byte> file);

/// The mechanisms as a JSON array, for the registry.
void write_mechanisms(Json& json);

}  // namespace attento
