// Pairs drawn once and kept side by side, so that training finds them without drawing and without an allocation.
#pragma once

#include <span>
#include <vector>

#include "tasks/translation.hpp"

namespace attento {

class PairTable {
 public:
  /// The first `count` training pairs of a task.
  PairTable(const PairTask& task, int count) {
    ends_.push_back(0);
    for (int i = 0; i < count; ++i) {
      const Pair pair = task.pair(static_cast<std::uint32_t>(i));
      for (const auto* side : {&pair.source, &pair.target}) {
        tokens_.insert(tokens_.end(), side->begin(), side->end());
        ends_.push_back(tokens_.size());
      }
    }
  }

  std::span<const std::int32_t> source(int index) const { return part(2 * index); }
  std::span<const std::int32_t> target(int index) const { return part(2 * index + 1); }

 private:
  std::span<const std::int32_t> part(int i) const {
    const std::size_t first = ends_[static_cast<std::size_t>(i)];
    return std::span(tokens_).subspan(first, ends_[static_cast<std::size_t>(i) + 1] - first);
  }

  std::vector<std::int32_t> tokens_;
  std::vector<std::size_t> ends_;
};

}  // namespace attento
