// Chooses lengths for which training plans are recorded if pairs differ much in length. Pairs of similar length share
// a micro-batch. A micro-batch uses the smallest plan that fits, so little padding is computed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace attento {

/// The numbers of tokens of both sides of a pair, or the largest numbers of several pairs.
struct PairLengths {
  int source = 0, target = 0;

  bool operator==(const PairLengths&) const = default;
  /// Whether pairs of the lengths `other` fit into these lengths.
  bool covers(const PairLengths& other) const { return other.source <= source && other.target <= target; }
  /// The larger length for each side: the smallest lengths into which both fit.
  PairLengths max_with(const PairLengths& other) const {
    return {std::max(source, other.source), std::max(target, other.target)};
  }
  /// A rank by length: the larger of source / longest.source and target / longest.target, scaled to an integer.
  int rank(const PairLengths& longest) const {
    return std::max(source * longest.target, target * longest.source);
  }
};

/// A key that sorts pairs by rank, then by index. extract_pair() returns the index from a key.
constexpr std::int64_t make_sort_key(int rank, std::int32_t pair) { return std::int64_t{rank} << 32 | pair; }
constexpr std::int32_t extract_pair(std::int64_t key) { return static_cast<std::int32_t>(key & 0xffffffff); }

/// Lengths to record plans for, in descending order: `longest` and at most `max_shorter` others, each for more of the
/// pairs in `sample`. Only `longest` if pairs fill most of it, because others would then save little.
std::vector<PairLengths> choose_plan_lengths(const std::vector<PairLengths>& sample,
                                             const PairLengths& longest, std::size_t max_shorter);

/// Returns the index of the smallest plan into which a pair of lengths `largest` fits.
std::size_t find_smallest_plan(const std::vector<PairLengths>& plans, const PairLengths& largest);

}  // namespace attento
