// Every attention mechanism as a pure function of the caller's own numbers: for teaching (the calculator) and
// for proof (any reference implementation can be held against it).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "calculator/mechanism.hpp"
#include "calculator/unreachable.hpp"
#include "calculator/visible.hpp"
#include "core/tape.hpp"
#include "files/safetensors.hpp"

namespace attento {

/// What one computation may take. Memory: of the inputs as they came, the plan, and the outputs as they go, all at once.
/// Work: multiply-adds as Plan::work() estimates them.
inline constexpr std::uint64_t kMostAttendBytes = std::uint64_t{480} << 20;
inline constexpr std::uint64_t kMostAttendWork = std::uint64_t{1} << 34;

/// Computes one mechanism. `options`: "scale=0.5;causal=true". `inputs`: tensors by their names. `request`, all optional:
///   "steps=true"              the lines between as well, as "steps.shifted" and so on
///   "gradient.of=context;gradient.at=0,1,2"
///                             the derivatives of this number of this output by every real input but the mask, as
///                             "gradients.query" and so on
///   "draw=7"                  the real inputs but the mask are drawn in place of those given, standard normal and rounded
///                             to two decimals; they come back as "inputs.query" and so on
///   "descent.towards=2,-1;descent.rate=0.5;descent.steps=9"
///                             gradient descent, x ← x − rate · ∂L/∂x, on L = −(1/n) Σ ln a[row, towards[row]] over the n
///                             rows of the weights a whose entry is not −1. What learns comes back as "inputs.W": the
///                             parameters, which have no batch axis, or where there are none all real inputs but value
///                             and mask; "losses" [steps + 1] are those before each step and in the end, "gradients.W" the
///                             derivatives of the last. A weight of 0 counts 87.3 (−ln of the smallest float) and has no
///                             derivative.
/// A mask holds 0 and 1 alone. What a mask, the causal rule or a window hides from a query cannot reach its weights, its context
/// or their derivatives, whatever number stands there, NaN and infinities included. "scores" are those before masks: at a
/// hidden place the score of the numbers there, or 0 where that is not finite.
/// Throws BAD_PARAMETER (mechanism, options, request), BAD_INPUT (a tensor: its shape, and the shape that is wanted) or
/// TOO_LARGE ("memory" or "work"), all before anything is allocated that grows with the inputs.
class Attending {
 public:
  Attending(std::string_view mechanism, std::string_view options, std::string_view request,
            std::span<const TensorView> inputs);

  /// Computes on, about so many multiply-adds; true when all is done. However it is cut, the bits are the same.
  bool advance(std::uint64_t work);

  /// The outputs as a safetensors file.
  std::vector<std::byte> results() const;

 private:
  std::optional<Plan<float>> plan_;
  std::vector<std::pair<std::string, Node>> values_;     // what is handed out
  std::vector<std::pair<std::string, Node>> gradients_;  // and by what the derivatives
  std::vector<float> zeros_;  // for inputs that the wanted number does not depend on
  Node loss_;
  float rate_ = 0;
  std::size_t steps_ = 0;      // of descent
  std::size_t done_ = 0;       // of them
  std::vector<float> losses_;  // up to now

  void require_room(const Plan<float>& plan, const Given& given);
  bool has_finite_gradients() const;
  /// After each replay of the plan: takes a step of descent, or begins anew; true when all is done.
  bool finish_pass();
  /// The scores as they are handed out, where something is hidden; else nothing.
  std::vector<float> visible_scores() const;

  // Where something is hidden.
  Node scores_;
  std::optional<VisiblePlaces> visible_;
  UnreachableInputs unreachable_;  // where derivatives are wanted, too
  enum class Pass { kFinal, kPlain, kReplaced } pass_ = Pass::kFinal;
  std::vector<float> slopes_;  // all gradients of the replaced pass, one after the other
};

/// All of it at once: `file` holds the inputs as safetensors.
std::vector<std::byte> attend(std::string_view mechanism, std::string_view options, std::string_view request,
                              std::span<const std::byte> file);

}  // namespace attento
