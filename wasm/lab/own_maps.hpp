// What is asked of maps that were computed elsewhere: a head in whole or in part, how it agrees with the truth, and what
// in its numbers is unusual.
#pragma once

#include <vector>

#include "files/maps.hpp"
#include "lab/json.hpp"

namespace attento {

/// One head at one moment; `mean` over the heads of the layer where `head` is −1.
struct HeadPlace {
  std::size_t moment = 0, layer = 0;
  int head = 0;
};

/// A part of a map.
struct MapPart {
  std::size_t row = 0, column = 0, rows = 0, columns = 0;
};

/// All weights of a head, [rows, columns].
std::vector<float> head_weights(const OwnMap& map, const HeadPlace& place);

/// The true shares, [rows, columns], zeros where nobody knows them.
std::vector<float> true_shares(const OwnMap& map);

/// A part of a map of so many columns, cell by cell.
std::vector<float> cut(const std::vector<float>& map, std::size_t columns, const MapPart& part);

/// A map on at most `most` rows and columns: where it has more, each cell is the largest number of a block, as equal blocks
/// as there are.
std::vector<float> pooled(const std::vector<float>& map, std::size_t rows, std::size_t columns,
                          std::size_t most);

/// Numbers that are no weights of attention, counted over all heads and moments.
struct Unusual {
  std::size_t nan = 0, infinite = 0, negative = 0;  // numbers
  std::size_t rows = 0;                             // that do not add up to 1 within kRowTolerance
  std::size_t all_rows = 0;
};
constexpr double kRowTolerance = 1e-3;

/// Counts a slice at a time.
class UnusualCount {
 public:
  explicit UnusualCount(const OwnMap& map) : map_(&map) {}
  /// Counts about so many numbers more; false when all are counted.
  bool advance(std::size_t numbers);
  const Unusual& result() const { return result_; }

 private:
  const OwnMap* map_;
  std::size_t row_ = 0;
  Unusual result_;
};

/// How good a head is, and what it looks like; see lab/metrics.hpp. Each row counts with its shares, and rows with a number
/// that is negative or not finite not at all. Not-a-number where there is no truth, or nothing to judge.
struct HeadMeasures {
  double entropy, distance, alignment_accuracy, mass_on_truth, divergence;
};
HeadMeasures head_measures(const OwnMap& map, const HeadPlace& place);

/// In the order above.
std::vector<float> numbers_of(const HeadMeasures& measures);

void write(Json& json, const OwnMap& map, const Unusual& unusual);

}  // namespace attento
