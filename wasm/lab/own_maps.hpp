// Reads attention maps of the user's own file for the viewer: whole heads or parts of them, perhaps without some tokens;
// metrics of a head; and counts of unusual numbers.
#pragma once

#include <vector>

#include "files/maps.hpp"
#include "lab/json.hpp"

namespace attento {

/// A rectangular part of a map: its first row and column, and their numbers.
struct MapPart {
  std::size_t row = 0, column = 0, rows = 0, columns = 0;
};

/// A map without the rows and columns of some tokens. The rest of each row is divided by its sum, unless it holds a number
/// that is negative or not finite, or zeros only.
class MapSelection {
 public:
  /// The whole map, with the numbers of the file. `map` must outlive the selection.
  explicit MapSelection(const OwnMap& map);

  /// Without the rows and columns of these tokens. Columns that are patches of an image are kept, and so is a
  /// single row. Throws BAD_PARAMETER if nothing is left.
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
      selected_index_;  // of each column of the map: its index among the kept ones, or -1
};

/// The weights of a head in a part, row by row.
std::vector<float> read_head_weights(const MapSelection& selection, const HeadIndex& index,
                                     const MapPart& part);

/// The true attention in a part, each row as shares of 1; zeros if it is unknown.
std::vector<float> read_true_shares(const MapSelection& selection, const MapPart& part);

/// The weights of a head, max-pooled to at most `maximum_extent` rows and columns by blocks of nearly equal size.
std::vector<float> max_pool(const MapSelection& selection, const HeadIndex& index,
                            std::size_t maximum_extent);

/// The ends of color scales: the largest weight of each row of a part, then the largest of the whole head, and its smallest
/// positive one, at least a millionth of the largest. Only finite numbers count; 0 if there is none.
std::vector<float> compute_weight_ranges(const MapSelection& selection, const HeadIndex& index,
                                         const MapPart& part);

/// How many numbers cannot be attention weights, and how many rows do not sum to 1, in all heads at all training steps.
struct UnusualCounts {
  std::size_t nan = 0, infinite = 0, negative = 0;  // numbers
  std::size_t rows = 0;        // that do not sum to 1 within kRowTolerance, unless rows are renormalized
  std::size_t empty_rows = 0;  // rows that are zeros without the left-out tokens
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

/// Metrics of a head, see lab/metrics.hpp. Rows are normalized; rows with a number that is negative or not finite do not
/// count. Distances are those in the whole map. NaN without a truth, or without rows that count.
struct HeadMetrics {
  double entropy, distance, alignment_accuracy, mass_on_truth, divergence;
};
HeadMetrics compute_head_metrics(const MapSelection& selection, const HeadIndex& index);

/// The metrics as a list, in the order of the fields.
std::vector<float> list_metrics(const HeadMetrics& measures);

void write(Json& json, const MapSelection& selection, const UnusualCounts& unusual);

}  // namespace attento
