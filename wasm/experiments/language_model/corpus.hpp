// The text of one run, as tokens: a primer of tasks/primer.hpp, or the user's own text. Its last tenth is held out; the
// vocabulary comes from the rest only.
//
//   characters  each character (grapheme cluster) is a token
//   words       a word as text/tokenizer.hpp defines it, or any other character; with the blank before it, if there is one
//
// In both forms the concatenated tokens are the text, so both can be compared in bits per character.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/plain_text.hpp"
#include "lab/experiment.hpp"
#include "tasks/primer.hpp"
#include "tasks/vocabulary.hpp"

namespace attento::language_model {

/// The byte offsets at which tokens of a cleaned text begin, then its length. Splits words after 40 code points.
std::vector<std::uint32_t> find_token_starts(std::string_view text, bool words);

class TextCorpus {
 public:
  /// Throws BAD_FILE if the user's own data cannot be read, or if a text is too short even for the shortest windows.
  TextCorpus(std::uint64_t seed, const Values& values, Data data);

  /// The ids of all tokens: first the training text, then the held-out text.
  std::span<const std::int32_t> ids() const { return ids_; }
  int training_count() const { return training_count_; }
  int held_out_count() const { return static_cast<int>(ids_.size()) - training_count_; }
  /// The number of tokens of a window: the setting, or less if the user's own text is short.
  int context() const { return context_; }
  /// How often a token must occur in the training text to get an id.
  int minimum_count() const { return minimum_count_; }

  const Vocabulary& vocabulary() const { return vocabulary_; }
  /// The labels of all ids: padding, unknown, then the tokens.
  const std::vector<std::string>& labels() const { return labels_; }
  std::vector<std::string> list_words(std::span<const std::int32_t> tokens) const {
    std::vector<std::string> words;
    for (const std::int32_t token : tokens) words.push_back(labels_[static_cast<std::size_t>(token)]);
    return words;
  }
  /// Returns the tokens of a typed text.
  std::vector<std::int32_t> encode(std::string_view text) const;

  std::string_view token(std::size_t at) const {
    return std::string_view(text_).substr(starts_[at], starts_[at + 1] - starts_[at]);
  }
  /// The number of characters of the token at index `at`.
  double count_characters(std::size_t at) const;
  /// The additional bits for spelling the token at index `at` if it is unknown: eight for each byte.
  double spelling_bits(std::size_t at) const;

  /// Whether the true attention of this text is known.
  bool has_truth() const { return !is_own_; }
  bool is_own() const { return is_own_; }
  /// If a repeated name begins at token `next`: the positions at which it was mentioned before, counted from the
  /// first token of the window, `from`. Otherwise empty.
  std::vector<int> find_true_positions(std::size_t from, std::size_t next) const;

  /// If token `at` names something of the kind that token `next` begins to name: the token that would have to replace
  /// `next` to name the same thing. Otherwise −1.
  int find_named_token(std::size_t at, std::size_t next) const;

  /// Writes the field "data" of the manifest. `watchable_count`: how many windows can be shown as examples (first
  /// held-out windows, then training windows).
  void describe(Json& json, int watchable_count) const;

 private:
  const Mention* find_mention(std::size_t at) const;  // the mention that token `at` is a part of, or null

  bool is_own_, words_;
  std::string text_;
  LineReport report_;
  int lines_ = 0;
  int context_, minimum_count_;
  std::vector<Mention> mentions_;  // in the order of the text
  std::vector<std::uint32_t> starts_;
  std::vector<std::int32_t> ids_;
  int training_count_ = 0;
  Vocabulary vocabulary_;
  std::vector<std::string> labels_;
};

}  // namespace attento::language_model
