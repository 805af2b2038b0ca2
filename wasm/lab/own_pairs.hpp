// The user's own pairs as a task: pairs split into tokens, a vocabulary of the training pairs, and a share of
// held-out pairs. No held-out source is trained on.
#pragma once

#include <memory>
#include <vector>

#include "files/parallel_text.hpp"
#include "lab/experiment.hpp"
#include "tasks/translation.hpp"
#include "tasks/vocabulary.hpp"

namespace attento {

/// The description of the user's own pairs.
inline constexpr DataDescription kOwnPairs{
    "Your own pairs",
    "A text file in UTF-8, on each line a source, a tab or |||, and its target; at least 10 of them, at most "
    "20,000. A third column such as 0-0 1-2 2-1 (place in the source, place in the target, from 0) is the "
    "true alignment; without it the map has no outlines.",
    kMaxPairBytes};

/// The settings of experiments that can learn from the user's own pairs.
constexpr Setting own_tokens() {
  return choice("tokens", "Tokens", "words",
                "For your own pairs. Words are split at spaces and punctuation, which is left out; if pairs "
                "are aligned, at spaces and tabs only. A character is a grapheme cluster.",
                {{"words", "words"}, {"characters", "characters"}});
}

constexpr Setting own_longest_pair() {
  return integer("maximumPairLength", "Longest side", {2, 64}, "16",
                 "Your own pairs with a longer side are left out.", "tokens");
}

constexpr Setting own_minimum_count() {
  return integer("minimumCount", "Rare words", {1, 100}, "1",
                 "Words that occur less often in your own training pairs are read as <unknown>.", "times");
}

constexpr Setting own_capitals() {
  return boolean("caseSensitive", "Keep capitals", "false",
                 "For your own pairs: whether “The” and “the” are two words.");
}

struct OwnLanguage {
  Vocabulary vocabulary;
  int longest = 0;  // number of tokens, with the end token
};

struct OwnCorpus {
  TokenOptions form;
  OwnLanguage source, target;
  std::vector<Pair> training, held_out;
  LineReport report;
  int accepted = 0;          // number of accepted pairs
  int aligned = 0;           // number of pairs with an alignment
  double unknown_share = 0;  // share of unknown tokens among the held-out tokens
};

class OwnPairs final : public PairTask {
 public:
  /// Reads the pairs. Throws BAD_FILE, also if too few pairs remain to learn from.
  static std::unique_ptr<OwnPairs> read(std::uint64_t seed, const Values& values, Data data);

  bool is_own() const override { return true; }
  int count_training_pairs(int) const override { return static_cast<int>(corpus_->training.size()); }
  int count_held_out_pairs(int) const override { return static_cast<int>(corpus_->held_out.size()); }

  /// Writes the field "data" of the manifest. `watchable_count`: how many training pairs can be shown.
  void describe(Json& json, int watchable_count) const;

 private:
  OwnPairs(std::uint64_t seed, std::unique_ptr<const OwnCorpus> corpus);

  void draw(Generator&, Pair&) const override {}
  void draw_from_set(std::uint32_t index, bool held_out, Pair& into) const override {
    into = (held_out ? corpus_->held_out : corpus_->training)[index];
  }

  std::unique_ptr<const OwnCorpus> corpus_;
};

}  // namespace attento
