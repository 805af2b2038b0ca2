// Decides which positions a query of a mechanism can see, by its mask, the causal rule and a window.
#pragma once

#include <cmath>

#include "calculator/mechanism.hpp"
#include "ops/mask.hpp"

namespace attento {

/// The rules that decide which positions are visible.
struct AttentionMask {
  Node mask{};  // see ops/mask.hpp
  bool causal = false;
  bool align_end = false;  // if causal: the queries are the last T of the S positions, not the first
  double half_width = 0;   // D; if positive, only positions with |s − p| ≤ D are visible
  Node center{};           // p [B, T]; if absent, p = t

  /// Whether the rules hide any position at all.
  bool masks_positions() const { return mask.valid() || causal || half_width > 0; }
};

/// Reads the rules from the options and inputs of a mechanism. `center` is the center of a predicted window.
inline AttentionMask read_attention_mask(const MechanismArguments& arguments, Node center = {}) {
  const Values& options = arguments.options;
  return {.mask = arguments["mask"],
          .causal = options.has("causal") && options.boolean("causal"),
          .align_end = options.has("align") && options.choice("align") == "end",
          .half_width = options.has("window") ? options.real("window") : 0,
          .center = center};
}

/// Evaluates the rules for scores or weights [B, .., T, S], position by position.
class VisiblePositions {
 public:
  VisiblePositions(const Tape<float>& tape, const AttentionMask& visible, const Shape& shape)
      : visible_(visible),
        queries_(shape.rank() > 2 ? shape[shape.rank() - 2] : 1),
        examples_(shape.rows() / shape[0]),
        earlier_keys_(visible.align_end ? shape.last() - queries_ : 0),
        mask_(tape, visible.mask, shape[0], queries_, shape.last()) {}

  /// Whether the query of row `row` (counted over all axes but the last) sees position s.
  bool is_visible(const Memory<float>& memory, int row, int s) const {
    const int t = row % queries_;
    if (visible_.causal && s > t + earlier_keys_) return false;
    const float* real = mask_.of(memory, row / examples_, t);
    if (real && real[s] == 0.0F) return false;
    if (visible_.half_width <= 0) return true;
    const float p = visible_.center.valid() ? memory.value(visible_.center)[row] : static_cast<float>(t);
    return std::abs(static_cast<float>(s) - p) <= static_cast<float>(visible_.half_width);
  }

 private:
  AttentionMask visible_;
  int queries_;       // T
  int examples_;      // rows per example
  int earlier_keys_;  // number of keys before the position of the first query
  Mask<float> mask_;
};

}  // namespace attento
