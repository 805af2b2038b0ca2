// Reads attention maps from the user's own file for the viewer: whole heads or parts of them, with or without some
// tokens; metrics of a head; and counts of unusual numbers.
#pragma once

#include <vector>

#include "files/maps.hpp"
#include "lab/json.hpp"

namespace attento {

/// A rectangular part of a map: its first row and column, and its numbers of rows and columns.
struct MapPart {
  std::size_t row = 0, column = 0, rows = 0, columns = 0;
};

/// A map without the rows and columns of some tokens. The remaining weights of each row are divided by their sum,
/// unless one of them is negative or not finite, or all are zero.
class MapSelection {
 public:
  /// Selects the whole map, with the numbers of the file. `map` must outlive the selection.
  explicit MapSelection(const OwnMap& map);

  /// Selects the map without the rows and columns of the given tokens. Columns that are patches of an image are kept,
  /// and so is a single row. Throws BAD_PARAMETER if nothing is left.
  MapSelection(const OwnMap& map, const std::vector<std::string>& without);

  const OwnMap& map() const { return *map_; }
  std::size_t rows() const { return rows_.size(); }
  std::size_t columns() const { return columns_.size(); }
  bool is_renormalized() const { return columns_.size() < map_->columns; }
  /// The index of a selected row or column in the whole map.
  std::size_t row(std::size_t index) const { return rows_[index]; }
  std::size_t column(std::size_t index) const { return columns_[index]; }

  /// Reads one row of one head as it is in the file. `step_index`: the index of the training step.
  void read_raw(std::size_t step_index, std::size_t layer, std::size_t head, std::size_t row,
                std::vector<float>& into) const;
  /// Reads the weights of one row, renormalized if columns are left out.
  void read(const HeadIndex& index, std::size_t row, std::vector<float>& into) const;

 private:
  const OwnMap* map_;
  std::vector<std::uint32_t> rows_, columns_;
  std::vector<std::int32_t>
      selected_index_;  // for each column of the map: its index among the selected columns, or −1
};

/// Returns the weights of a part of a head, row by row.
std::vector<float> read_head_weights(const MapSelection& selection, const HeadIndex& index,
                                     const MapPart& part);

/// Returns the true attention of a part, where each row sums to 1; zeros if it is unknown.
std::vector<float> read_true_shares(const MapSelection& selection, const MapPart& part);

/// The weights of a head, max-pooled to at most `maximum_extent` rows and columns by nearly equal blocks.
std::vector<float> max_pool(const MapSelection& selection, const HeadIndex& index,
                            std::size_t maximum_extent);

/// Limits for color scales: the largest weight of each row of a part, then the head's largest weight, and its
/// smallest positive weight (at least a millionth of the largest). Only finite numbers count; 0 if there is none.
std::vector<float> compute_weight_ranges(const MapSelection& selection, const HeadIndex& index,
                                         const MapPart& part);

/// Counts, over all heads and steps, of numbers that cannot be weights and of rows that do not sum to 1.
struct UnusualCounts {
  std::size_t nan = 0, infinite = 0, negative = 0;  // counts of such numbers
  std::size_t rows = 0;        // rows that do not sum to 1 within kRowTolerance, if they are not renormalized
  std::size_t empty_rows = 0;  // rows of which only zeros remain without the excluded tokens
  std::size_t all_rows = 0;
};
constexpr double kRowTolerance = 1e-3;

/// Counts unusual numbers, a slice at a time.
class UnusualCounter {
 public:
  explicit UnusualCounter(MapSelection selection) : selection_(std::move(selection)) {}
  /// Counts about `numbers` more numbers; returns false when all are counted.
  bool advance(std::size_t numbers);
  const UnusualCounts& result() const { return result_; }
  const MapSelection& selection() const { return selection_; }

 private:
  MapSelection selection_;
  std::size_t row_ = 0;
  UnusualCounts result_;
  std::vector<float> weights_;
};

/// Metrics of a head, see lab/metrics.hpp. Rows are normalized; rows with a negative or not finite number do not
/// count. Distances are counted in the whole map. NaN without a truth, or if no row counts.
struct HeadMetrics {
  double entropy, distance, alignment_accuracy, mass_on_truth, divergence;
};
HeadMetrics compute_head_metrics(const MapSelection& selection, const HeadIndex& index);

/// Returns the metrics as a list, in the order of the members.
std::vector<float> list_metrics(const HeadMetrics& measures);

void write(Json& json, const MapSelection& selection, const UnusualCounts& unusual);

}  // namespace attento
