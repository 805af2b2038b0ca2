// A cache of the training pairs of a translation task, so that each pair is drawn only once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tasks/translation.hpp"

namespace attento {

/// The training pairs, each drawn at its first use. Ids take two bytes, enough for every lexicon.
class TrainingPairs {
 public:
  using Tokens = std::span<const std::uint16_t>;

  TrainingPairs(const PairTask& task, int count)
      : task_(task),
        S_(static_cast<std::size_t>(task.max_source_length())),
        width_(S_ + static_cast<std::size_t>(task.max_target_length())),
        ids_(static_cast<std::size_t>(count) * width_, std::uint16_t{token::kPadding}) {
    for (auto* side : {&pair_.source, &pair_.target, &pair_.alignment}) side->reserve(width_);
  }

  /// Returns source and target of a pair, without padding.
  std::pair<Tokens, Tokens> operator[](std::int32_t index) {
    const auto row = std::span(ids_).subspan(static_cast<std::size_t>(index) * width_, width_);
    if (row[0] == token::kPadding) {
      task_.draw_pair(static_cast<std::uint32_t>(index), pair_);
      std::copy(pair_.source.begin(), pair_.source.end(), row.begin());
      std::copy(pair_.target.begin(), pair_.target.end(), row.begin() + static_cast<std::ptrdiff_t>(S_));
    }
    return {trim_padding(row.first(S_)), trim_padding(row.subspan(S_))};
  }

 private:
  static Tokens trim_padding(Tokens all) {
    const auto end = std::find(all.begin(), all.end(), std::uint16_t{token::kPadding});
    return all.first(static_cast<std::size_t>(end - all.begin()));
  }

  const PairTask& task_;
  std::size_t S_, width_;
  std::vector<std::uint16_t> ids_;
  Pair pair_;
};

}  // namespace attento
