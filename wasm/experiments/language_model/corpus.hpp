// The text of one run, as tokens: a primer of tasks/primer.hpp, or the user's own text. Its last tenth is held out; the
// vocabulary comes from the rest only.
//
//   characters  each character (grapheme cluster) is a token
//   words       a word as text/tokenizer.hpp defines it, or any other character; with the blank before it, if there is one
//
// In both forms the concatenated tokens are the text, so both can be compared in bits per character.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/language_model/trial.hpp"
#include "files/plain_text.hpp"
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

  /// Whether it is the user's own text, whose true attention is unknown.
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

/// The windows of a text that a model reads: consecutive ones for training, held-out ones, and those that can be shown.
/// A window is named by its first token.
struct TextWindows {
  const TextCorpus& corpus;
  int length, training_count;  // tokens of a window, number of training windows
  int held_out_count, probe_count;
  int measured_training_count;  // number of training windows of the user's own text that are measured and can be shown

  TextWindows(const TextCorpus& corpus, int training_count)
      : corpus(corpus),
        length(corpus.context()),
        training_count(training_count),
        held_out_count(count_windows(corpus.held_out_count(), length, corpus.is_own())),
        probe_count(std::min(kProbeWindows, held_out_count)),
        measured_training_count(corpus.is_own() ? std::min(kProbeWindows, training_count) : 0) {}

  /// How many windows can be shown: the held-out windows and, of the user's own text, some training windows.
  int watchable_count() const { return held_out_count + measured_training_count; }

  /// Returns the window of an example: first held-out ones, spread evenly over the held-out text, then training windows,
  /// spread evenly over the training text.
  std::size_t find_start(int example) const {
    if (example >= held_out_count) {
      const auto index =
          static_cast<std::int64_t>(example - held_out_count) * training_count / measured_training_count;
      return static_cast<std::size_t>(index * length);
    }
    // The first windows, which the probe reads, are also spread evenly.
    const int probes = held_out_count / probe_count;
    const std::int64_t index = example % probe_count * probes + example / probe_count;
    const auto room = static_cast<std::int64_t>((corpus.held_out_count() - 1) / length);
    return static_cast<std::size_t>(corpus.training_count() + index * room / held_out_count * length);
  }

  /// Returns the example with the fewest unknown tokens, the first if several are equal.
  int find_most_known_example() const {
    const auto unknown = [&](int example) {
      const auto tokens = (*this)[find_start(example)];
      return std::count(tokens.begin(), tokens.end(), Vocabulary::kUnknown);
    };
    int best = 0;
    for (int i = 1; i < watchable_count(); ++i)
      if (unknown(i) < unknown(best)) best = i;
    return best;
  }

  /// Returns the tokens of a window, and the token after them.
  std::span<const std::int32_t> operator[](std::size_t from) const {
    return corpus.ids().subspan(from, static_cast<std::size_t>(length) + 1);
  }

  /// Marks the true attention of a window, [T, T].
  void mark(std::size_t from, std::span<float> marks) const {
    const auto T = static_cast<std::size_t>(length);
    for (std::size_t t = 0; t < T; ++t)
      for (const int s : corpus.find_true_positions(from, from + t + 1))
        marks[t * T + static_cast<std::size_t>(s)] = 1;
  }

 private:
  /// How many windows fit into a text, each with the token that follows it; rounded down to whole probes.
  static int count_windows(int tokens, int length, bool is_own) {
    // The user's own text leaves room for as many training windows as a probe reads, because they can be shown, too.
    const int all = std::min((tokens - 1) / length, kHeldOutWindows - (is_own ? kProbeWindows : 0));
    return all > kProbeWindows ? all - all % kProbeWindows : all;
  }
};

}  // namespace attento::language_model
