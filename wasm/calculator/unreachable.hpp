// Inputs that cannot affect a derivative: numbers at masked positions, of other queries, of other examples.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "calculator/mechanism.hpp"
#include "calculator/visible.hpp"

namespace attento {

/// Replaces inputs that cannot reach the differentiated queries by inputs that can. Their derivatives are 0 anyway, but
/// 0 · NaN is NaN, and so is 0 times the derivative of many formulas at infinity or at 0. If there is no such input, 1 is
/// used.
class UnreachableInputs {
 public:
  UnreachableInputs() = default;

  /// `weights` is the shape of the weights, [B, .., T, S]; `differentiated_queries` [B, T] holds 1 for each query that is differentiated and
  /// 0 for the others. `position`: the position whose score is differentiated, which counts as visible even if it is
  /// masked, or −1.
  UnreachableInputs(const std::vector<MechanismInput>& inputs, const MechanismArguments& arguments,
                    const Shape& weights, std::vector<int> differentiated_queries, int position);

  /// Copies the original inputs.
  void copy_inputs(const Plan<float>& plan);

  /// Replaces the unreachable inputs. Call it after forward(), which computes the positions of windows.
  void replace(Plan<float>& plan, const VisiblePositions& visible);

  /// Restores the replaced inputs, and no others.
  void restore(Plan<float>& plan) const;

  /// Whether a number of an input is replaced; its derivative is 0.
  bool is_replaced(const Plan<float>& plan, Node node, int index) const;

 private:
  struct Input {
    Node node;
    std::string_view axes;  // letters, "B S H"
  };

  void find_reaching_inputs(const Memory<float>& memory, const VisiblePositions& visible);
  int find_source(const Input& input, const Shape& shape, int index) const;

  std::vector<Input> inputs_;
  std::vector<float> saved_;                                // the original numbers of all inputs
  int batch_ = 0, queries_ = 0, positions_ = 0, rows_ = 0;  // B, T, S; rows of weights per example
  bool is_self_attention_ = true;                           // whether the queries are also the keys
  std::vector<int> differentiated_queries_;
  int position_ = -1;
  // The index from which each is read: an example [B], a query [B, T], a position [B, S], and a position [S] of inputs
  // without an axis B.
  std::vector<int> examples_, query_sources_, position_sources_, shared_sources_;
};

}  // namespace attento
