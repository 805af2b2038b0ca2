// Reversal: write a sequence of digits in reverse order, or copy it.
//
//   4 7 1 9  →  9 1 7 4
//   t[i] = s[n − 1 − i], as a copy t[i] = s[i]
//
//   n  length, between two bounds
//
// The truth is the antidiagonal, or for a copy the diagonal.
// Look for: the whole line, and whether it is shifted by one token.
#pragma once

#include <algorithm>

#include "tasks/translation.hpp"

namespace attento {

class Reversal final : public PairTask {
 public:
  /// A source has from `minimum` (at least 2) to `maximum` digits.
  Reversal(std::uint64_t seed, int minimum, int maximum, bool copy = false)
      : PairTask(seed, Lexicon::from_characters("0123456789"),
                 {.stream = copy ? "task/copy" : "task/reversal",
                  .max_source_length = std::max({minimum, maximum, 2}) + 1,
                  .max_target_length = std::max({minimum, maximum, 2}) + 1,
                  .characters = true}),
        minimum_(std::max(minimum, 2)),
        copy_(copy) {}

 protected:
  void draw(Generator& random, Pair& pair) const override {
    const int length =
        minimum_ +
        static_cast<int>(random.integer(static_cast<std::uint32_t>(max_source_length() - minimum_)));
    for (int i = 0; i < length; ++i)
      pair.source.push_back(token::kFirst + static_cast<std::int32_t>(random.integer(10)));
    fill_answer(pair);
    append_end_tokens(pair);
  }

  bool fill_answer(Pair& pair) const override {
    const auto length = static_cast<std::int32_t>(pair.source.size());
    for (std::int32_t i = 0; i < length; ++i) pair.alignment.push_back(copy_ ? i : length - 1 - i);
    for (const std::int32_t from : pair.alignment)
      pair.target.push_back(pair.source[static_cast<std::size_t>(from)]);
    return true;
  }

 private:
  int minimum_;
  bool copy_;
};

}  // namespace attento
