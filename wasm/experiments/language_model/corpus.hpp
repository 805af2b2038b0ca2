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

/// The byte offsets at which the tokens of a cleaned text begin, then that of its end. A word of more than 40 code points is split.
std::vector<std::uint32_t> find_token_starts(std::string_view text, bool words);

class TextCorpus {
 public:
  /// Throws BAD_FILE if the user's own data cannot be read, and if a text is too short even for the shortest windows.
  TextCorpus(std::uint64_t seed, const Values& values, Data data);

  /// All tokens: the training text, then the held-out one.
  std::span<const std::int32_t> ids() const { return ids_; }
  int training_count() const { return training_count_; }
  int held_out_count() const { return static_cast<int>(ids_.size()) - training_count_; }
  /// Tokens of a window: the setting, or fewer if the user's own text is short.
  int context() const { return context_; }
  /// How often a token must occur in the training text to be known.
  int minimum_count() const { return minimum_count_; }

  const Vocabulary& vocabulary() const { return vocabulary_; }
  /// Padding, unknown, then the tokens in the order of their ids.
  const std::vector<std::string>& labels() const { return labels_; }
  /// The tokens of a typed text.
  std::vector<std::int32_t> encode(std::string_view text) const;

  std::string_view token(std::size_t at) const {
    return std::string_view(text_).substr(starts_[at], starts_[at + 1] - starts_[at]);
  }
  /// The number of characters of a token.
  double count_characters(std::size_t at) const;
  /// The bits that it takes in addition to spell an unknown token: eight for each byte.
  double spelling_bits(std::size_t at) const;

  /// Whether the true attention of this text is known.
  bool has_truth() const { return !is_own_; }
  bool is_own() const { return is_own_; }
  /// If a repeated name begins at token `next`: where it was mentioned before, as positions in the window that begins at
  /// token `from`. Otherwise empty.
  std::vector<int> find_true_positions(std::size_t from, std::size_t next) const;

  /// The token that would have to follow in place of `next` to name again what token `at` names; -1 if token `at` names nothing, or
  /// nothing of the kind that `next` begins to name.
  int find_named_token(std::size_t at, std::size_t next) const;

  /// Writes the field "data" of the manifest. `watchable_count`: how many windows of the training text can be shown as examples, after
  /// the held-out ones.
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
