// Number words: an English numeral, to be written in digits.
//
//   three hundred forty two  →  3 4 2
//   two thousand fifteen     →  2 0 1 5
//
// The truth: a digit comes from the word that names it (both digits of 1 5 from "fifteen"); a zero that no word names
// comes from the word before it, often the scale ("hundred", "thousand"). Longer numbers are more frequent, and so are
// zeros.
// Look for: a staircase, with a landing at every word that stands for several digits.
#pragma once

#include "tasks/translation.hpp"

namespace attento {

class NumberWords final : public PairTask {
 public:
  /// Numbers from 0 to `largest`, which is from 99 to 1,000,000.
  NumberWords(std::uint64_t seed, int largest);

  /// The pair of a number up to 1,000,000.
  static Pair spell(std::uint32_t number) {
    Pair pair;
    spell(number, pair);
    return pair;
  }

 protected:
  void draw(Generator& random, Pair& pair) const override;

 private:
  static void spell(std::uint32_t number, Pair& pair);

  std::uint32_t largest_;
};

}  // namespace attento
