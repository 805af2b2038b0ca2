// Helpers for tasks on letters.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/translation.hpp"

namespace attento {

/// The first `count` letters of the alphabet.
constexpr std::string_view letters(int count) {
  return std::string_view("abcdefghijklmnopqrstuvwxyz").substr(0, static_cast<std::size_t>(count));
}

/// A lexicon of the first `count` letters, then `more_words`; each character is a word.
inline Lexicon make_lexicon(int count, std::string_view more_words) {
  std::vector<std::string_view> all;
  for (const std::string_view part : {letters(count), more_words}) {
    for (std::size_t i = 0; i < part.size(); ++i) all.push_back(part.substr(i, 1));
  }
  return Lexicon(all);
}

/// Draws a number from `minimum` to `maximum` uniformly.
inline int draw_between(Generator& random, int minimum, int maximum) {
  return minimum + static_cast<int>(random.integer(static_cast<std::uint32_t>(maximum - minimum + 1)));
}

/// A list of ids with a fixed capacity, so that it can be filled without allocation.
struct DistinctIds {
  std::array<std::int32_t, 26> ids{};
  int count = 0;
  const std::int32_t* begin() const { return ids.data(); }
  const std::int32_t* end() const { return ids.data() + count; }
};

/// Draws `count` different ids from those of the first `word_count` words, in random order.
inline DistinctIds draw_distinct(Generator& random, int count, int word_count) {
  DistinctIds chosen;
  const auto all = std::span(chosen.ids).first(static_cast<std::size_t>(word_count));
  std::iota(all.begin(), all.end(), token::kFirst);
  random.shuffle(all);
  chosen.count = count;
  return chosen;
}

}  // namespace attento
