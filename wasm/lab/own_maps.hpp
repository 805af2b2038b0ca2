// What the viewer asks of maps that were computed elsewhere: a head in whole or in part, perhaps without some tokens, how
// it agrees with the truth, and what in its numbers is unusual.
#pragma once

#include <vector>

#include "files/maps.hpp"
#include "lab/json.hpp"

namespace attento {

/// A part of a map.
struct MapPart {
  std::size_t row = 0, column = 0, rows = 0, columns = 0;
};

/// A map without the rows and columns of some tokens. What is left of each row is divided by its sum. Rows whose rest holds
/// a number that is negative or not finite stay as they are; where the rest is all zeros it stays zeros.
class MapSelection {
 public:
  /// The whole map; its numbers are what the file says. `map` must outlive the selection.
  explicit MapSelection(const OwnMap& map);

  /// Without the rows and columns of these tokens. Columns that are patches of a picture are kept, and all rows of a map
  /// that has but one. Throws BAD_PARAMETER where nothing would be left.
  MapSelection(const OwnMap& map, const std::vector<std::string>& without);

  const OwnMap& map() const { return *map_; }
  std::size_t rows() const { return rows_.size(); }
  std::size_t columns() const { return columns_.size(); }
  bool is_renormalized() const { return columns_.size() < map_->columns; }
  /// The place of a row or column in the whole map.
  std::size_t row(std::size_t index) const { return rows_[index]; }
  std::size_t column(std::size_t index) const { return columns_[index]; }

  /// The numbers of the file in one row of one head.
  void read_raw(std::size_t moment, std::size_t layer, std::size_t head, std::size_t row,
                std::vector<float>& into) const;
  /// The weights of one row, renormalized where columns are left out.
  void read(const HeadPlace& place, std::size_t row, std::vector<float>& into) const;

 private:
  const OwnMap* map_;
  std::vector<std::uint32_t> rows_, columns_;
  std::vector<std::int32_t> place_of_;  // of each column of the map among those that are kept, or -1
};

/// The weights of a head in a part, row by row.
std::vector<float> head_weights(const MapSelection& selection, const HeadPlace& place, const MapPart& part);

/// The true shares in a part, zeros where nobody knows them.
std::vector<float> true_shares(const MapSelection& selection, const MapPart& part);

/// A head on at most `most` rows and columns: where it has more, each cell is the largest number of a block, as equal blocks
/// as there are.
std::vector<float> pooled(const MapSelection& selection, const HeadPlace& place, std::size_t most);

/// The ends of color scales: the largest weight of each row of a part, then the largest of the whole head, and its smallest
/// positive one, at least a millionth of the largest. Only finite numbers count; 0 where there is none.
std::vector<float> weight_ranges(const MapSelection& selection, const HeadPlace& place, const MapPart& part);

/// Numbers that are no weights of attention, counted over all heads and moments.
struct Unusual {
  std::size_t nan = 0, infinite = 0, negative = 0;  // numbers
  std::size_t rows = 0;     // that do not add up to 1 within kRowTolerance, where nothing was renormalized
  std::size_t emptied = 0;  // rows of which nothing is left without the tokens
  std::size_t all_rows = 0;
};
constexpr double kRowTolerance = 1e-3;

/// Counts a slice at a time.
class UnusualCount {
 public:
  explicit UnusualCount(MapSelection selection) : selection_(std::move(selection)) {}
  /// Counts about so many numbers more; false when all are counted.
  bool advance(std::size_t numbers);
  const Unusual& result() const { return result_; }
  const MapSelection& selection() const { return selection_; }

 private:
  MapSelection selection_;
  std::size_t row_ = 0;
  Unusual result_;
  std::vector<float> weights_;
};

/// How good a head is, and what it looks like; see lab/metrics.hpp. Each row counts with its shares, and rows with a number
/// that is negative or not finite not at all. Distances are those in the whole map. Not-a-number where there is no truth,
/// or nothing to judge.
struct HeadMeasures {
  double entropy, distance, alignment_accuracy, mass_on_truth, divergence;
};
HeadMeasures head_measures(const MapSelection& selection, const HeadPlace& place);

/// In the order above.
std::vector<float> numbers_of(const HeadMeasures& measures);

void write(Json& json, const MapSelection& selection, const Unusual& unusual);

}  // namespace attento
