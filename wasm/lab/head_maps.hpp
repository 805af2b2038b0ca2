// The attention maps of a transformer: scores and weights [B, N, T, S] of N heads in each layer.
#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "attention/attention.hpp"
#include "lab/explanation.hpp"
#include "lab/frame.hpp"
#include "lab/head_statistics.hpp"
#include "lab/held_weights.hpp"

namespace attento {

/// One map of all heads in a plan. Heads are counted layer by layer.
struct HeadMap {
  Plan<float>& plan;
  std::string_view name;
  std::vector<Attention> layers;
  bool is_causal = false;  // whether row t sees only the columns 0 … t

  Shape shape() const { return plan.shape(layers.front().weights); }
  int head_count() const { return static_cast<int>(layers.size()) * shape()[1]; }

  /// Row t of the weights of a head in an example of the batch.
  std::span<const float> row(int example, int head, int t) const {
    const auto [weights, first] = find_row(example, head, t);
    return plan.value(weights).subspan(first, static_cast<std::size_t>(shape()[3]));
  }

  /// Copies the first rows and columns of the only example's weights or scores: [layers · N, rows, columns].
  std::vector<float> copy(bool scores, int rows, int columns) const;

  /// Returns the map of the only example, without a truth. There is a label for each of its rows and columns.
  AttentionMap make_map(const std::vector<std::string>& row_labels,
                        const std::vector<std::string>& column_labels) const;

  /// The axes of the map in a frame.
  std::vector<Axis> axes() const;
  /// Adds the map to a frame, and the statistics of its heads: "<map>.entropy" and so on.
  void declare(Frame& frame, bool has_truth) const;
  /// Writes the first rows and columns of the only example, zeros elsewhere, and the statistics.
  void write(const Frame& frame, int rows, int columns, const std::vector<HeadStatistics>& heads) const;

  /// Describes the rows that can be held.
  HoldableMap make_holdable(int rows, int columns) const;
  /// Makes the plan use the held rows until clear_edits(). `held` must live until then. `has_sources`: see MapRows.
  void hold(const HeldWeights& held, bool has_sources = true) const;

  /// Reads "layer" and "head" of a request and sets the weights of the explained answer to the row of that head.
  /// Without "layer" or "head", sets them to the rows of all layers or heads. Throws BAD_PARAMETER.
  void choose_row(ExplainedAnswer& explained, Fields request, int row) const;

 private:
  /// The node that contains a row of weights, and the offset of the row.
  std::pair<Node, std::size_t> find_row(int example, int head, int t) const;
};

}  // namespace attento
