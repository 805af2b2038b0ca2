// Associative recall: keys and their values in turn, then some of the keys again; the answers are their values.
//
//   k 4 c 7 b 4 c k    →  7 4
//   k₁ v₁ k₂ v₂ … k …  →  for each k at the end the v behind the earlier k
//
// Keys are letters, all different; values are digits, which may repeat. How many pairs there are lies between two
// bounds; from one to all keys are asked for.
// The truth: the place of the value behind the earlier key.
// Paper: Olsson et al. 2022, "In-context learning and induction heads"; the task: Ba et al. 2016, "Using fast weights
//   to attend to the recent past".
// Look for: two heads, one in each of two layers. The first makes each token know the one before it, the second finds
//   the token that comes after the key: an induction head. With one layer nothing prepares what the second needs.
#pragma once

#include "tasks/letters.hpp"

namespace attento {

class Recall final : public PairTask {
 public:
  /// From `minimum` to `maximum` pairs, with the first `letters` letters as keys, at least so many.
  Recall(std::uint64_t seed, int minimum, int maximum, int count)
      : Recall(seed, minimum, maximum, count, letters_and(count, "0123456789")) {}

 protected:
  void draw(Generator& random, Pair& pair) const override {
    const int pairs = number_between(random, minimum_, longest_target() - 1);
    const auto keys = different(random, pairs, letters_);
    const std::int32_t digit = token::kFirst + letters_;
    for (const std::int32_t key : keys) {
      pair.source.push_back(key);
      pair.source.push_back(digit + static_cast<std::int32_t>(random.integer(10)));
    }
    const int asked = number_between(random, 1, pairs);
    for (const std::int32_t place : different(random, asked, pairs))
      pair.source.push_back(pair.source[2 * static_cast<std::size_t>(place - token::kFirst)]);
    answer(pair);
    finish(pair);
  }

  bool answer(Pair& pair) const override {
    const auto& source = pair.source;
    const auto is_key = [&](std::size_t i) { return source[i] < token::kFirst + letters_; };
    const auto first = [&](std::size_t i) {
      return static_cast<std::size_t>(std::find(source.begin(), source.end(), source[i]) - source.begin());
    };
    std::size_t i = 0;
    for (; i + 1 < source.size() && is_key(i) && !is_key(i + 1); i += 2) {
      if (first(i) < i) return false;
    }
    const std::size_t asked = i;
    for (; i < source.size(); ++i) {
      if (!is_key(i) || first(i) >= asked) return false;
      pair.target.push_back(source[first(i) + 1]);
      pair.alignment.push_back(static_cast<std::int32_t>(first(i)) + 1);
    }
    return i > asked;
  }

 private:
  Recall(std::uint64_t seed, int minimum, int maximum, int count, const Lexicon& words)
      : PairTask(seed, words, words,
                 {.stream = "task/recall",
                  .longest_source = 3 * maximum + 1,
                  .longest_target = maximum + 1,
                  .characters = true}),
        minimum_(minimum),
        letters_(count) {}

  int minimum_, letters_;
};

}  // namespace attento
