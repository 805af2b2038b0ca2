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
constexpr std::uint32_t kLargest = 1'000'000;

std::uint32_t digits(std::uint32_t number) { return number < 10 ? 1 : 1 + digits(number / 10); }

std::uint32_t clamp_largest(int largest) {
  return static_cast<std::uint32_t>(std::clamp(largest, 99, int{kLargest}));
}

/// The maximum number of words of a number with `digits` digits. With seven, only 1,000,000 occurs.
int most_words(std::uint32_t digits) {
  constexpr char kLongest[] = {0, 1, 2, 4, 6, 7, 9, 9};
  return kLongest[digits];
}

}  // namespace

NumberWords::NumberWords(std::uint64_t seed, int largest)
    : PairTask(seed, Lexicon(split(kWords)), Lexicon::from_characters("0123456789"),
               {.stream = "task/number-words",
                .max_source_length = most_words(digits(clamp_largest(largest))) + 1,
                .max_target_length = static_cast<int>(digits(clamp_largest(largest))) + 1,
                .characters = false}),
      largest_(clamp_largest(largest)) {}

void NumberWords::spell(std::uint32_t number, Pair& pair) {
  const auto append_word = [&](std::uint32_t word) {
    pair.source.push_back(token::kFirst + static_cast<std::int32_t>(word));
  };
  const auto append_digit = [&](std::uint32_t digit) {  // aligns the digit with the last word of the source
    pair.target.push_back(token::kFirst + static_cast<std::int32_t>(digit));
    pair.alignment.push_back(static_cast<std::int32_t>(pair.source.size()) - 1);
  };
  const auto append_group = [&](std::uint32_t n,
                                bool inside) {  // three digits, with leading zeros if `inside`
    const std::uint32_t hundreds = n / 100, tens = n / 10 % 10, ones = n % 10;
    if (hundreds > 0) {
      append_word(hundreds);
      append_digit(hundreds);
      append_word(kHundred);
      inside = true;
    } else if (inside) {
      append_digit(0);
    }
    if (tens == 1) {
      append_word(10 + ones);
      append_digit(1);
      append_digit(ones);
      return;
    }
    if (tens > 1) {
      append_word(kTwenty + tens - 2);
      inside = true;
    }
    if (inside) append_digit(tens);
    if (ones > 0) append_word(ones);
    if (inside || ones > 0) append_digit(ones);
  };

  if (number == 0) {
    append_word(0);
    append_digit(0);
  } else if (number == kLargest) {
    append_word(1);
    append_digit(1);
    append_word(kMillion);
    for (int zero = 0; zero < 6; ++zero) append_digit(0);
  } else if (number >= 1000) {
    append_group(number / 1000, false);
    append_word(kThousand);
    append_group(number % 1000, true);
  } else {
    append_group(number, false);
  }
  append_end_tokens(pair);
}

void NumberWords::draw(Generator& random, Pair& pair) const {
  if (largest_ == kLargest && random.integer(128) == 0) return spell(kLargest, pair);
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
