// Dates: a day from 1950 to 2049 in one of twelve formats, to be written in ISO 8601.
//
//   9th of may 1998       →  1998-05-09
//   wednesday 9 sep 2026  →  2026-09-09
//   31/12/2001            →  2001-12-31
//
// Tokens are characters. The truth: a digit is aligned with the same digit of the source; one that the source omits
// ("0" in "05") with its neighbor; a century with the first digit of '98; both digits of a month with the first letter
// of its name; hyphens are not aligned. Only days that exist are drawn, with their true day of the week. In formats of
// digits alone the day precedes the month, unless the year comes first.
// Look for: three bright spots, whose order depends on the format.
#pragma once

#include "tasks/translation.hpp"

namespace attento {

class Dates final : public PairTask {
 public:
  explicit Dates(std::uint64_t seed);

 protected:
  void draw(Generator& random, Pair& pair) const override;

 private:
  std::vector<std::string_view> formats_, months_, weekdays_;
};

}  // namespace attento
