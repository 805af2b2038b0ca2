// Associative recall: alternating keys and values, then some of the keys again; the answers are their values.
//
//   k 4 c 7 b 4 c k    →  7 4
//   k₁ v₁ k₂ v₂ … k …  →  for each k at the end the v after the earlier k
//
// Keys are letters, all different; values are digits, which may repeat. The number of pairs lies between two bounds;
// between one and all keys are queried.
// The truth: the position of the value after the earlier key.
// Paper: Olsson et al. 2022, "In-context learning and induction heads"; the task: Ba et al. 2016, "Using fast weights
//   to attend to the recent past".
// Look for: two heads in two layers. The first copies the previous token to each position; the second finds the token
//   after the key: an induction head. With one layer the second head lacks the output of the first.
#pragma once

#include "tasks/letters.hpp"

namespace attento {

class Recall final : public PairTask {
 public:
  /// A source has from `minimum` to `maximum` pairs; keys are among the first `count` (≥ `maximum`) letters.
  Recall(std::uint64_t seed, int minimum, int maximum, int count)
      : PairTask(seed, make_lexicon(count, "0123456789"),
                 {.stream = "task/recall",
                  .max_source_length = 3 * maximum + 1,
                  .max_target_length = maximum + 1,
                  .characters = true}),
        minimum_(minimum),
        letters_(count) {}

  bool is_value(std::int32_t token) const { return token >= token::kFirst + letters_; }

 protected:
  void draw(Generator& random, Pair& pair) const override {
    const int pairs = draw_between(random, minimum_, max_target_length() - 1);
    const auto keys = draw_distinct(random, pairs, letters_);
    const std::int32_t digit = token::kFirst + letters_;
    for (const std::int32_t key : keys) {
      pair.source.push_back(key);
      pair.source.push_back(digit + static_cast<std::int32_t>(random.integer(10)));
    }
    const int queries = draw_between(random, 1, pairs);
    for (const std::int32_t place : draw_distinct(random, queries, pairs))
      pair.source.push_back(pair.source[2 * static_cast<std::size_t>(place - token::kFirst)]);
    fill_answer(pair);
    append_end_tokens(pair);
  }

  bool fill_answer(Pair& pair) const override {
    const auto& source = pair.source;
    const auto is_key = [&](std::size_t i) { return source[i] < token::kFirst + letters_; };
    const auto first = [&](std::size_t i) {
      return static_cast<std::size_t>(std::find(source.begin(), source.end(), source[i]) - source.begin());
    };
    std::size_t i = 0;
    for (; i + 1 < source.size() && is_key(i) && !is_key(i + 1); i += 2) {
      if (first(i) < i) return false;
    }
    const std::size_t queries = i;
    for (; i < source.size(); ++i) {
      if (!is_key(i) || first(i) >= queries) return false;
      pair.target.push_back(source[first(i) + 1]);
      pair.alignment.push_back(static_cast<std::int32_t>(first(i)) + 1);
    }
    return i > queries;
  }

 private:
  int minimum_, letters_;
};

}  // namespace attento
