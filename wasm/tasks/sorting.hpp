// Sorting: write the letters of the source in alphabetical order.
//
//   g b x c  →  b c g x
//   t[i] is the i-th smallest of s
//
//   n  length, between two bounds
//
// All letters of a source are different, so the truth is unique.
// Look for: a decoder that, after writing a letter, attends to the next one in the alphabet, wherever it is. This needs
//   no positions: the task is the same for every order of the source.
#pragma once

#include "tasks/letters.hpp"

namespace attento {

class Sorting final : public PairTask {
 public:
  /// A source has from `minimum` to `maximum` of the first `count` (≥ `maximum`) letters.
  Sorting(std::uint64_t seed, int minimum, int maximum, int count)
      : PairTask(seed, Lexicon::from_characters(letters(count)),
                 {.stream = "task/sorting",
                  .max_source_length = maximum + 1,
                  .max_target_length = maximum + 1,
                  .characters = true}),
        minimum_(minimum),
        letters_(count) {}

 protected:
  void draw(Generator& random, Pair& pair) const override {
    const int length = draw_between(random, minimum_, max_source_length() - 1);
    const auto drawn = draw_distinct(random, length, letters_);
    pair.source.assign(drawn.begin(), drawn.end());
    fill_answer(pair);
    append_end_tokens(pair);
  }

  bool fill_answer(Pair& pair) const override {
    pair.alignment.resize(pair.source.size());
    std::iota(pair.alignment.begin(), pair.alignment.end(), 0);
    const auto letter = [&](std::int32_t place) { return pair.source[static_cast<std::size_t>(place)]; };
    std::sort(pair.alignment.begin(), pair.alignment.end(),
              [&](std::int32_t a, std::int32_t b) { return letter(a) < letter(b); });
    for (std::size_t i = 0; i < pair.source.size(); ++i) {
      pair.target.push_back(letter(pair.alignment[i]));
      // If two letters were equal, their alignment would be ambiguous.
      if (i > 0 && pair.target[i] == pair.target[i - 1]) return false;
    }
    return true;
  }

 private:
  int minimum_, letters_;
};

}  // namespace attento
