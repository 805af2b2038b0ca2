// Dates: a day from 1950 to 2049, written in one of twelve ways, to be written as in ISO 8601.
//
//   9th of may 1998       →  1998-05-09
//   wednesday 9 sep 2026  →  2026-09-09
//   31/12/2001            →  2001-12-31
//
// Tokens are characters. The truth: a digit comes from the digit it repeats; one that the source leaves out ("0" in
// "05") from its neighbour; a century from the first digit of '98; both digits of a month from the first letter of its
// name; the hyphens come from nowhere. Only days that exist are drawn, with their true day of the week; where all is
// digits the day stands before the month, unless the year comes first.
// Look for: three bright places, whose order depends on the way of writing.
#pragma once

#include "tasks/translation.hpp"

namespace attento {

class Dates final : public PairTask {
 public:
  explicit Dates(std::uint64_t seed);

 protected:
  void draw(Generator& random, Pair& pair) const override;

 private:
  std::vector<std::string_view> ways_, months_, weekdays_;
};

}  // namespace attento
