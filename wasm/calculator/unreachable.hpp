// Handles inputs that cannot affect a derivative: numbers at masked positions, of other queries, of other examples.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "calculator/mechanism.hpp"
#include "calculator/visible.hpp"

namespace attento {

/// Replaces inputs that cannot affect the differentiated queries by inputs that can. Their derivatives are 0 anyway.
/// But 0 · NaN is NaN, and so is 0 times the derivative of many formulas at infinity or at 0. If no input can affect
/// the queries, uses 1.
class UnreachableInputs {
 public:
  UnreachableInputs() = default;

  /// `weights` is the shape of the weights, [B, .., T, S]. `differentiated_queries` [B, T] is 1 for each query that
  /// is differentiated, else 0. `position` is the position whose score is differentiated, or −1; it counts as visible
  /// even if it is masked.
  UnreachableInputs(const std::vector<MechanismInput>& inputs, const MechanismArguments& arguments,
                    const Shape& weights, std::vector<int> differentiated_queries, int position);

  /// Copies the original inputs.
  void copy_inputs(const Plan<float>& plan);

  /// Replaces the unreachable inputs. Call after forward(), which computes the positions of windows.
  void replace(Plan<float>& plan, const VisiblePositions& visible);

  /// Restores all replaced inputs.
  void restore(Plan<float>& plan) const;

  /// Whether a number of an input is replaced; then its derivative is 0.
  bool is_replaced(const Plan<float>& plan, Node node, int index) const;

 private:
  struct Input {
    Node node;
    std::string_view axes;  // one letter for each axis: "B S H"
  };

  void find_reaching_inputs(const Memory<float>& memory, const VisiblePositions& visible);
  int find_source(const Input& input, const Shape& shape, int index) const;

  std::vector<Input> inputs_;
  std::vector<float> saved_;                                // the original numbers of all inputs
  int batch_ = 0, queries_ = 0, positions_ = 0, rows_ = 0;  // B, T, S; rows of weights for each example
  bool is_self_attention_ = true;                           // whether the queries are also the keys
  std::vector<int> differentiated_queries_;
  int position_ = -1;
  // The indices from which inputs are read in place of each example [B], query [B, T], position [B, S], and position
  // [S] of inputs without an axis B.
  std::vector<int> examples_, query_sources_, position_sources_, shared_sources_;
};

}  // namespace attento
