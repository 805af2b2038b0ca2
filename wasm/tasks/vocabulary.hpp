// A vocabulary that is counted from texts, and maps words to ids.
//
// It consists of the most frequent words, ties in the order of their bytes. Every other word is `unknown`.
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

class Vocabulary {
 public:
  static constexpr std::int32_t kPadding = 0;
  static constexpr std::int32_t kUnknown = 1;

  void count(std::span<const std::string> words) {
    for (const std::string& word : words) ++counts_[word];
  }

  /// Ends the counting: the `max_words` most frequent words that occurred at least `min_count` times get ids from 2 on.
  void freeze(std::size_t max_words, int min_count = 1) {
    std::vector<std::string_view> words;
    std::vector<std::pair<int, int>> order;  // −count, index in the order of bytes
    for (const auto& [word, count] : counts_) {
      if (count < min_count) continue;
      order.emplace_back(-count, static_cast<int>(words.size()));
      words.push_back(word);
    }
    std::sort(order.begin(), order.end());
    if (order.size() > max_words) order.resize(max_words);
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

  /// All words of the vocabulary, in the order of their ids.
  std::vector<std::string_view> words_by_id() const {
    std::vector<std::string_view> words(ids_.size());
    for (const auto& [word, id] : ids_) words[static_cast<std::size_t>(id - kUnknown - 1)] = word;
    return words;
  }

  /// The labels of all ids: padding, unknown, then the words.
  std::vector<std::string> labels() const {
    std::vector<std::string> labels{"<padding>", "<unknown>"};
    for (const std::string_view word : words_by_id()) labels.emplace_back(word);
    return labels;
  }

  /// The number of words, without padding and unknown.
  int word_count() const { return static_cast<int>(ids_.size()); }
  /// The number of ids, including padding and unknown.
  int size() const { return word_count() + 2; }

 private:
  std::map<std::string, int, std::less<>> counts_;
  std::map<std::string, std::int32_t, std::less<>> ids_;
};

}  // namespace attento
