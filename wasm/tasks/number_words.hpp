// Number words: an English numeral, to be written in digits.
//
//   three hundred forty two  →  3 4 2
//   two thousand fifteen     →  2 0 1 5
//
// The truth: a digit is aligned with the word that names it (both digits of 1 5 with "fifteen"); a zero that no word
// names with the word before it, often the scale ("hundred", "thousand"). Long numbers and zeros are more frequent than
// in uniformly drawn numbers.
// Look for: a staircase, with a wide step at every word that stands for several digits.
#pragma once

#include "tasks/translation.hpp"

namespace attento {

class NumberWords final : public PairTask {
 public:
  /// Draws numbers from 0 to `largest`, which is clamped to 99 … 1,000,000.
  NumberWords(std::uint64_t seed, int largest);

  /// Returns the pair of source and target for a number up to 1,000,000.
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
