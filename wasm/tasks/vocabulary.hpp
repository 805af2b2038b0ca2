// From text to numbers: words, and the vocabulary that gives each its id.
//
// A word is a run of ASCII letters (lower-cased), digits, letters beyond ASCII (as they are) and apostrophes inside;
// everything else separates. The vocabulary consists of the most frequent words, equally frequent ones in the order of
// their bytes; every other word is `unknown`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attento {

namespace words {

/// The character of well-formed UTF-8 that begins at `i`, and how many bytes it has.
struct Character {
  char32_t code;
  std::size_t bytes;
};

inline Character character(std::string_view text, std::size_t i) {
  const auto at = [&](std::size_t k) {
    return k < text.size() ? static_cast<char32_t>(static_cast<unsigned char>(text[k])) : 0;
  };
  const char32_t lead = at(i);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  char32_t code = lead & (0x7FU >> bytes);
  for (std::size_t k = 1; k < bytes; ++k) code = code << 6 | (at(i + k) & 0x3F);
  return {code, bytes};
}

/// Letters and digits; beyond ASCII whatever is neither punctuation nor a symbol nor a pictogram.
constexpr bool belongs(char32_t c) {
  if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  const bool apart = c < 0xC0 || c == 0xD7 || c == 0xF7 || (c >= 0x2000 && c < 0x2C00) ||
                     (c >= 0x3000 && c < 0x3040) || (c >= 0xFE00 && c < 0xFE70) || c >= 0xFF00;
  return !apart;
}

constexpr bool apostrophe(char32_t c) { return c == '\'' || c == 0x2019; }

}  // namespace words

/// The words of a text in well-formed UTF-8, at most `most`.
inline std::vector<std::string> split_words(std::string_view text, std::size_t most = SIZE_MAX) {
  std::vector<std::string> list;
  std::string word;
  for (std::size_t i = 0; i < text.size() && list.size() < most;) {
    const auto [code, bytes] = words::character(text, i);
    const std::size_t next = i + bytes;
    if (words::belongs(code)) {
      if (code >= 'A' && code <= 'Z') {
        word += static_cast<char>(code | 0x20);
      } else {
        word += text.substr(i, bytes);
      }
    } else if (words::apostrophe(code) && !word.empty() && next < text.size() &&
               words::belongs(words::character(text, next).code)) {
      word += '\'';
    } else if (!word.empty()) {
      list.push_back(std::move(word));
      word.clear();
    }
    i = next;
  }
  if (!word.empty() && list.size() < most) list.push_back(std::move(word));
  return list;
}

class Vocabulary {
 public:
  static constexpr std::int32_t kPadding = 0;
  static constexpr std::int32_t kUnknown = 1;

  void count(std::span<const std::string> words) {
    for (const std::string& word : words) ++counts_[word];
  }

  /// Ends the counting: the `most` most frequent words of those that came `least` times get ids from 2 on.
  void freeze(std::size_t most, int least = 1) {
    std::vector<std::string_view> words;
    std::vector<std::pair<int, int>> order;  // −count, place in the order of bytes
    for (const auto& [word, count] : counts_) {
      if (count < least) continue;
      order.emplace_back(-count, static_cast<int>(words.size()));
      words.push_back(word);
    }
    std::sort(order.begin(), order.end());
    if (order.size() > most) order.resize(most);
    for (const auto& [count, place] : order) {
      ids_.emplace(words[static_cast<std::size_t>(place)],
                   static_cast<std::int32_t>(ids_.size()) + kUnknown + 1);
    }
    counts_.clear();
  }

  std::int32_t id(std::string_view word) const {
    const auto found = ids_.find(word);
    return found == ids_.end() ? kUnknown : found->second;
  }

  /// The words that have an id of their own, in the order of their ids.
  std::vector<std::string_view> in_order() const {
    std::vector<std::string_view> words(ids_.size());
    for (const auto& [word, id] : ids_) words[static_cast<std::size_t>(id - kUnknown - 1)] = word;
    return words;
  }

  /// How many of them there are.
  int words() const { return static_cast<int>(ids_.size()); }
  /// How many ids there are: padding and unknown too.
  int size() const { return words() + 2; }

 private:
  std::map<std::string, int, std::less<>> counts_;
  std::map<std::string, std::int32_t, std::less<>> ids_;
};

}  // namespace attento
