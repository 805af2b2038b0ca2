// The few lengths that a training plan is recorded for where pairs differ much. Pairs of like length share a part of their
// batch, and a part takes the smallest plan that holds it: so little padding is computed.
#pragma once

#include <algorithm>
#include <cstddef>
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

/// Lengths to record plans for, the longest first: each further one holds a larger share of the pairs in `sample`, which is
/// put in order. Only the longest where they fill most of it: others would then save little.
std::vector<PairLengths> lengths_of_plans(std::vector<PairLengths> sample, const PairLengths& longest);

/// The place of the smallest of them that holds `most`.
std::size_t smallest_plan(const std::vector<PairLengths>& plans, const PairLengths& most);

}  // namespace attento
