// Computes an attention mechanism from numbers of the caller, without state, for the calculator and for comparison
// with reference implementations.
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

/// The limits of one computation. Memory counts the input file, the plan and the output file together. Work is the
/// number of multiply-adds that Plan::work() estimates.
inline constexpr std::uint64_t kMaxAttendBytes = std::uint64_t{480} << 20;
inline constexpr std::uint64_t kMaxAttendWork = std::uint64_t{1} << 34;

/// Computes one mechanism. `inputs`: tensors by name. `request`, with optional fields:
///   "steps": true             adds the intermediate results, as "steps.shifted" and so on
///   "gradient.of": "context", "gradient.at": [0,1,2]
///                             adds the derivatives of this number of this output with respect to all real inputs but the
///                             mask, as "gradients.query" and so on
///   "randomSeed": 7           draws the real inputs but the mask with this seed, standard normal and rounded to two
///                             decimals, instead of using the given ones; adds them as "inputs.query" and so on
///   "descent.towards": [2,-1], "descent.rate": 0.5, "descent.steps": 9
///                             runs gradient descent, x ← x − rate · ∂L/∂x, on L = −(1/n) Σ ln a[row, towards[row]] over
///                             the n rows of the weights a whose entry is not −1. It changes the parameters, which are the
///                             inputs without batch axis; if there are none, all real inputs but value and mask. Adds
///                             them as "inputs.W", the losses before each step and at the end as "losses" [steps + 1],
///                             and the derivatives of the last loss as "gradients.W". A weight of 0 counts as 87.3
///                             (−ln of the smallest float) and has no derivative.
/// A mask holds only 0 and 1. If the mask, the causal rule or a window hides a position from a query, the position
/// does not affect the query's weights, context or derivatives, even if it holds NaN or infinities. "scores" are the
/// scores before masking; at a hidden position, they are computed from the numbers there, or 0 if that is not finite.
/// Throws BAD_PARAMETER (mechanism, options, request), BAD_INPUT (a tensor, with its shape and the expected shape) or
/// TOO_LARGE ("memory" or "work"), always before it allocates memory in proportion to the inputs.
class AttendComputation {
 public:
  AttendComputation(std::string_view mechanism, const Fields& options, const Fields& request,
                    std::span<const TensorView> inputs);

  /// Continues for about `work` multiply-adds; returns true when all is done. The results do not depend on `work`.
  bool advance(std::uint64_t work);

  /// The outputs as a safetensors file.
  std::vector<std::byte> results() const;

 private:
  std::optional<Plan<float>> plan_;
  std::vector<std::pair<std::string, Node>> values_;  // the outputs, by name
  std::vector<std::pair<std::string, Node>>
      gradients_;             // inputs whose gradients are outputs, by the name of the output
  std::vector<float> zeros_;  // the gradient of inputs that do not affect the differentiated number
  Node loss_;
  float rate_ = 0;
  std::size_t steps_ = 0;      // number of steps of gradient descent
  std::size_t done_ = 0;       // number of steps done so far
  std::vector<float> losses_;  // losses before each step and after the last step

  void require_within_limits(const Plan<float>& plan, const MechanismArguments& arguments);
  bool has_finite_gradients() const;
  /// Call after each replay: takes a step of descent or begins another pass; returns true when all is done.
  bool finish_pass();
  /// If positions are hidden, the scores as output; otherwise empty.
  std::vector<float> visible_scores() const;

  // These members are used only if positions are hidden.
  Node scores_;
  std::optional<VisiblePositions> visible_;
  UnreachableInputs unreachable_;  // used if derivatives are requested
  enum class Pass { kFinal, kPlain, kReplaced } pass_ = Pass::kFinal;
  std::vector<float> slopes_;  // all gradients of the replaced pass, concatenated
};

}  // namespace attento
