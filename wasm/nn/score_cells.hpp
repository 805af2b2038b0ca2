// The values of a user-defined score while it is recorded: numbers, or tensors that have only the axes they depend on.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/tape.hpp"
#include "ops/arithmetic.hpp"
#include "ops/broadcast.hpp"
#include "ops/constant.hpp"
#include "ops/elementary_function.hpp"
#include "ops/linear.hpp"
#include "ops/score_dot.hpp"

namespace attento {

/// A value while a formula is recorded: a constant, or a tensor [.., A] with some of the axes batch, target and source.
/// With both target and source it is batch first, else in the layout of the sequences.
struct ScoreCell {
  Node node{};
  double number = 0;
  bool axes[3] = {false, false, false};
  int width = 1;
};

/// Operations on cells, which are recorded on a tape.
template <class S>
class CellOperations {
 public:
  /// `sizes`: B, T and S.
  CellOperations(Tape<S>& tape, const std::array<int, 3>& sizes, Layout layout)
      : tape_(tape), sizes_(sizes), layout_(layout) {}

  /// Records `operation` on cells with any axes; the result has the axes of both. With `sum_features`, it is added up over the
  /// features.
  ScoreCell broadcast_cells(BroadcastOperation operation, const ScoreCell& a, const ScoreCell& b,
                            bool sum_features = false) {
    ScoreCell y{.width = sum_features ? 1 : std::max(a.width, b.width)};
    std::array<int, 4> all_extents{1, 1, 1, std::max(a.width, b.width)};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      y.axes[axis] = a.axes[axis] || b.axes[axis];
      if (y.axes[axis]) all_extents[axis] = sizes_[axis];
    }
    const StridedTensor x = to_strided(a);
    const StridedTensor r = to_strided(b);
    Strides strides = compute_strides(y);
    if (sum_features) strides[3] = 0;
    y.node = broadcast(tape_, operation, x, r, all_extents, shape(y), strides);
    return y;
  }

  /// a · b, where a number only scales.
  ScoreCell multiply(const ScoreCell& a, const ScoreCell& b) {
    if (a.node.valid() && b.node.valid()) return broadcast_cells(BroadcastOperation::kMultiply, a, b);
    ScoreCell y = a.node.valid() ? a : b;
    const double factor = a.node.valid() ? b.number : a.number;
    if (y.node.valid())
      y.node = scale(tape_, y.node, factor);
    else
      y.number *= factor;
    return y;
  }

  ScoreCell reciprocal(const ScoreCell& x) {
    return x.node.valid() ? apply_function(x, ElementaryFunction::kReciprocal)
                          : ScoreCell{.number = 1 / x.number};
  }

  /// The cell as a tensor, even if it is a number.
  ScoreCell to_tensor(ScoreCell x) {
    if (!x.node.valid()) x.node = to_strided(x).node;
    return x;
  }

  ScoreCell apply_function(const ScoreCell& x, ElementaryFunction function) {
    ScoreCell y = to_tensor(x);
    y.node = elementary_function(tape_, function, y.node);
    return y;
  }

  /// x · matrix. A learned vector is treated as one row.
  ScoreCell multiply_matrix(ScoreCell x, Node matrix) {
    const Shape rows = tape_.shape(x.node).rank() == 1 ? Shape{1, x.width} : tape_.shape(x.node);
    x.node = linear(tape_, tape_.reshape(x.node, rows), matrix);
    x.width = tape_.shape(x.node).last();
    x.node = tape_.reshape(x.node, shape(x));
    return x;
  }

  /// Makes a cell of scores [B, T, S].
  ScoreCell make_score_cell(Node scores) {
    return {.node = tape_.reshape(scores, {sizes_[0], sizes_[1], sizes_[2], 1}), .axes = {true, true, true}};
  }

  /// The dot product over the features: of queries and keys or with a learned vector by a matrix product.
  ScoreCell dot(const ScoreCell& a, const ScoreCell& b) {
    const auto is = [](const ScoreCell& cell, bool batch, bool target, bool source) {
      return cell.axes[0] == batch && cell.axes[1] == target && cell.axes[2] == source;
    };
    for (const auto& [q, k] : {std::pair(&a, &b), std::pair(&b, &a)}) {
      if (is(*q, true, true, false) && is(*k, true, false, true))
        return make_score_cell(score_dot(tape_, q->node, k->node, layout_));
      if (is(*q, false, false, false) && k->axes[0]) {
        ScoreCell y = *k;
        y.node = linear(tape_, k->node, tape_.reshape(q->node, {q->width, 1}));
        y.width = 1;
        return y;
      }
    }
    return broadcast_cells(BroadcastOperation::kMultiply, a, b, true);
  }

 private:
  /// The order of the axes: batch first, except for time-first cells that have only one of target and source.
  std::array<std::size_t, 3> axis_order(const ScoreCell& cell) const {
    const bool both = cell.axes[1] && cell.axes[2];
    if (both || layout_ == Layout::kBatchFirst) return {0, 1, 2};
    return {1, 2, 0};
  }

  Shape shape(const ScoreCell& cell) const {
    std::array<int, 4> shape_extents{};
    std::size_t rank = 0;
    for (const std::size_t axis : axis_order(cell)) {
      if (cell.axes[axis]) shape_extents[rank++] = sizes_[axis];
    }
    shape_extents[rank++] = cell.width;
    return Shape(std::span<const int>(shape_extents.data(), rank));
  }

  Strides compute_strides(const ScoreCell& cell) const {
    Strides strides{};
    int stride = cell.width;
    const auto axes = axis_order(cell);
    for (std::size_t i = 3; i-- > 0;) {
      if (!cell.axes[axes[i]]) continue;
      strides[axes[i]] = stride;
      stride *= sizes_[axes[i]];
    }
    strides[3] = cell.width > 1 ? 1 : 0;
    return strides;
  }

  StridedTensor to_strided(const ScoreCell& cell) {
    if (!cell.node.valid()) return {constant<S>(tape_, {1}, {static_cast<S>(cell.number)}), {}};
    return {cell.node, compute_strides(cell)};
  }

  Tape<S>& tape_;
  std::array<int, 3> sizes_;  // B, T, S
  Layout layout_;
};

}  // namespace attento
