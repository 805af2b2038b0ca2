// What tasks on letters have in common.
#pragma once

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/translation.hpp"

namespace attento {

/// The first `count` letters of the alphabet, as a word of each.
constexpr std::string_view letters(int count) {
  return std::string_view("abcdefghijklmnopqrstuvwxyz").substr(0, static_cast<std::size_t>(count));
}

/// The first `count` letters and the characters after them.
inline Lexicon letters_and(int count, std::string_view others) {
  std::vector<std::string_view> all;
  for (const std::string_view part : {letters(count), others}) {
    for (std::size_t i = 0; i < part.size(); ++i) all.push_back(part.substr(i, 1));
  }
  return Lexicon(all);
}

/// From `minimum` to `maximum`, each as likely.
inline int number_between(Generator& random, int minimum, int maximum) {
  return minimum + static_cast<int>(random.integer(static_cast<std::uint32_t>(maximum - minimum + 1)));
}

/// So many of the ids of `of` words, all different, in random order.
inline std::vector<std::int32_t> different(Generator& random, int count, int of) {
  std::vector<std::int32_t> ids(static_cast<std::size_t>(of));
  std::iota(ids.begin(), ids.end(), token::kFirst);
  random.shuffle(std::span(ids));
  ids.resize(static_cast<std::size_t>(count));
  return ids;
}

}  // namespace attento
