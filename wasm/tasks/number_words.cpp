#include "tasks/number_words.hpp"

#include <algorithm>

namespace attento {
namespace {

constexpr std::string_view kWords =
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand "
    "million";
constexpr int kTwenty = 20;
constexpr int kHundred = 28;
constexpr int kThousand = 29;
constexpr int kMillion = 30;
constexpr std::uint32_t kMost = 1'000'000;

std::uint32_t digits(std::uint32_t number) { return number < 10 ? 1 : 1 + digits(number / 10); }

std::uint32_t bounded(int largest) { return static_cast<std::uint32_t>(std::clamp(largest, 99, int{kMost})); }

/// The maximum number of words for a number of `digits` digits. With seven digits there is only "one million".
int most_words(std::uint32_t digits) {
  constexpr char kLongest[] = {0, 1, 2, 4, 6, 7, 9, 9};
  return kLongest[digits];
}

}  // namespace

NumberWords::NumberWords(std::uint64_t seed, int largest)
    : PairTask(seed, Lexicon(split(kWords)), Lexicon::of_characters("0123456789"),
               {.stream = "task/number-words",
                .max_source_length = most_words(digits(bounded(largest))) + 1,
                .max_target_length = static_cast<int>(digits(bounded(largest))) + 1,
                .characters = false}),
      largest_(bounded(largest)) {}

void NumberWords::spell(std::uint32_t number, Pair& pair) {
  const auto say = [&](std::uint32_t word) {
    pair.source.push_back(token::kFirst + static_cast<std::int32_t>(word));
  };
  const auto write = [&](std::uint32_t digit) {  // aligned with the last word of the source
    pair.target.push_back(token::kFirst + static_cast<std::int32_t>(digit));
    pair.alignment.push_back(static_cast<std::int32_t>(pair.source.size()) - 1);
  };
  const auto group = [&](std::uint32_t n, bool inside) {  // three digits, with leading zeros if `inside`
    const std::uint32_t hundreds = n / 100, tens = n / 10 % 10, ones = n % 10;
    if (hundreds > 0) {
      say(hundreds);
      write(hundreds);
      say(kHundred);
      inside = true;
    } else if (inside) {
      write(0);
    }
    if (tens == 1) {
      say(10 + ones);
      write(1);
      write(ones);
      return;
    }
    if (tens > 1) {
      say(kTwenty + tens - 2);
      inside = true;
    }
    if (inside) write(tens);
    if (ones > 0) say(ones);
    if (inside || ones > 0) write(ones);
  };

  if (number == 0) {
    say(0);
    write(0);
  } else if (number == kMost) {
    say(1);
    write(1);
    say(kMillion);
    for (int zero = 0; zero < 6; ++zero) write(0);
  } else if (number >= 1000) {
    group(number / 1000, false);
    say(kThousand);
    group(number % 1000, true);
  } else {
    group(number, false);
  }
  finish(pair);
}

void NumberWords::draw(Generator& random, Pair& pair) const {
  if (largest_ == kMost && random.integer(128) == 0) return spell(kMost, pair);
  const std::uint32_t longest = std::min(digits(largest_), 6U);
  while (true) {
    // The probability of a length is proportional to the length.
    std::uint32_t length = 1;
    for (std::uint32_t rest = random.integer(longest * (longest + 1) / 2); rest >= length; ++length)
      rest -= length;
    std::uint32_t number = length == 1 ? random.integer(10) : 1 + random.integer(9);
    for (std::uint32_t i = 1; i < length; ++i) {
      number = 10 * number + (random.integer(4) == 0 ? 0 : random.integer(10));
    }
    if (number <= largest_) return spell(number, pair);
  }
}

}  // namespace attento
