// Attention weights that the caller holds fixed while a model predicts. They replace the weights that the model
// computes, and everything after the attention is computed from them. Training never uses them.
//
//   held.check(maps);                                              // throws, and normalizes the rows
//   const EditScope edits{trial};                                  // edits refer to `held`
//   held.edit(plan, weights, {.map = "weights"});
//   plan.forward();
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tape.hpp"
#include "lab/settings.hpp"

namespace attento {

struct MapDescription;

/// One row of a map of attention weights.
struct HeldRow {
  std::string map;            // empty: the first map that can be held
  int layer = -1, head = -1;  // −1: all layers or heads
  int row = 0;
  std::vector<float> weights;
};

/// The smallest and the largest value that a coordinate may have.
struct ValueRange {
  double minimum, maximum;
};

/// A map whose rows can be held.
struct HoldableMap {
  std::string_view name;
  int layers = 1, heads = 1, rows = 1, columns = 0;
  std::function<bool(int row, int column)>
      is_visible{};               // whether a row may have weight on a column; if absent, every row may
  bool has_partial_rows = false;  // whether rows may sum to less than 1, as with a Gaussian window
  bool is_causal = false;         // whether row t sees only the columns 0 … t; later columns may be missing
  std::vector<ValueRange>
      coordinates{};  // if not empty, a row has such coordinates (of a location or window), no weights
};

/// Consecutive rows of a map in a plan; `row` is the index of the first.
struct MapRows {
  std::string_view map;
  int layer = 0, head = 0, row = 0;
  bool has_sources = true;  // whether the columns are the positions that `without` hides
};

struct HeldWeights {
  std::vector<HeldRow> rows;
  std::vector<int> without;  // columns that get no weight in any row

  bool empty() const { return rows.empty() && without.empty(); }

  /// Divides each row by its sum, unless that is already 1. Throws BAD_PARAMETER for a map, layer, head, row or
  /// column that does not exist, for weight on a hidden position, and for a row without weight. `without` may hide
  /// only the first `sources` positions; by default any column.
  void check(std::span<const HoldableMap> maps, int sources = -1);

  /// Makes a plan use the held rows until clear_edits(). The last axis of `weights` are the columns.
  void edit(Plan<float>& plan, Node weights, const MapRows& map_rows) const {
    plan.edit(weights, [this, map_rows, width = plan.shape(weights).last()](std::span<float> values) {
      apply(map_rows, static_cast<std::size_t>(width), values);
    });
  }

  /// Writes the held weights into `values`, rows of `width` numbers. Numbers beyond the map's columns stay 0.
  void apply(const MapRows& map_rows, std::size_t width, std::span<float> values) const;

  /// The largest index of a held row, or −1.
  int last_row() const;
  /// Throws BAD_PARAMETER for a held row whose index is not below `count`.
  void require_rows(int count) const;
};

/// Takes the fields "held" and "without" of an input. "held" has for each row: the index of its map in `maps` (−1:
/// the first holdable map), layer, head (−1: all), row, number of weights, weights. Throws BAD_PARAMETER.
HeldWeights take_held_weights(Fields& input, std::span<const MapDescription> maps);

}  // namespace attento
