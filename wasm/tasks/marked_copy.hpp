// Copying with distractors: copy the letters that follow a star, in their order.
//
//   q * d a * f * d e  →  d f d
//   t[i] is the letter after the i-th star
//
// The number of marked letters lies between two bounds; the number of distractors between 0 and that of marked letters.
// Letters may repeat. The truth: the position of the marked letter.
// Paper: Graves, Wayne & Danihelka 2014, "Neural Turing machines", section 4.1 (copy); with distractors: Gu & Dao
//   2023, "Mamba: linear-time sequence modeling with selective state spaces", section 3.1.
// Look for: a head in which each letter attends to the star before it, and one that goes from star to star.
#pragma once

#include "tasks/letters.hpp"

namespace attento {

class MarkedCopy final : public PairTask {
 public:
  /// A source has from `minimum` to `maximum` marked letters, all among the first `count` of the alphabet.
  MarkedCopy(std::uint64_t seed, int minimum, int maximum, int count)
      : PairTask(seed, make_lexicon(count, "*"),
                 {.stream = "task/marked",
                  .max_source_length = 3 * maximum + 1,
                  .max_target_length = maximum + 1,
                  .characters = true}),
        minimum_(minimum),
        letters_(count) {}

 protected:
  void draw(Generator& random, Pair& pair) const override {
    const int marked = draw_between(random, minimum_, max_target_length() - 1);
    std::array<char, 32> is_marked{};
    const int all = marked + draw_between(random, 0, marked);
    const auto stars = std::span(is_marked).first(static_cast<std::size_t>(all));
    std::fill_n(stars.begin(), marked, 1);
    random.shuffle(stars);
    for (const char star : stars) {
      if (star) pair.source.push_back(token::kFirst + letters_);
      pair.source.push_back(token::kFirst +
                            static_cast<std::int32_t>(random.integer(static_cast<std::uint32_t>(letters_))));
    }
    fill_answer(pair);
    append_end_tokens(pair);
  }

  bool fill_answer(Pair& pair) const override {
    const std::int32_t star = token::kFirst + letters_;
    for (std::size_t i = 0; i + 1 < pair.source.size(); ++i) {
      if (pair.source[i] != star) continue;
      pair.target.push_back(pair.source[i + 1]);
      pair.alignment.push_back(static_cast<std::int32_t>(i) + 1);
    }
    const bool ends = pair.source.back() != star;
    return ends && !pair.target.empty() &&
           std::find(pair.target.begin(), pair.target.end(), star) == pair.target.end();
  }

 private:
  int minimum_, letters_;
};

}  // namespace attento
