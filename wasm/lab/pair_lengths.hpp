// The few lengths that a training plan is recorded for where pairs differ much. Pairs of like length share a part of their
// batch, and a part takes the smallest plan that holds it: so little padding is computed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace attento {

/// Of a pair, or the most on either side of several: tokens.
struct PairLengths {
  int source = 0, target = 0;

  bool operator==(const PairLengths&) const = default;
  /// Whether there is room for `other`.
  bool holds(const PairLengths& other) const { return other.source <= source && other.target <= target; }
  /// The least that has room for both.
  PairLengths with(const PairLengths& other) const {
    return {std::max(source, other.source), std::max(target, other.target)};
  }
  /// How long it is among those of at most `longest`: by the side that fills more of it.
  int rank(const PairLengths& longest) const {
    return std::max(source * longest.target, target * longest.source);
  }
};

/// A pair behind its rank, in one number: sorted so, pairs stand by their ranks, alike ones by their own numbers.
constexpr std::int64_t ranked(int rank, std::int32_t pair) { return std::int64_t{rank} << 32 | pair; }
constexpr std::int32_t pair_of(std::int64_t ranked) { return static_cast<std::int32_t>(ranked & 0xffffffff); }

/// Lengths to record plans for, the longest first: each of at most `shorter` further ones holds a larger share of the pairs in
/// `sample`. Only the longest where they fill most of it: others would then save little.
std::vector<PairLengths> lengths_of_plans(const std::vector<PairLengths>& sample, const PairLengths& longest,
                                          std::size_t shorter);

/// The place of the smallest of them that holds `most`.
std::size_t smallest_plan(const std::vector<PairLengths>& plans, const PairLengths& most);

}  // namespace attento
