// The sentences of one run, as numbers: written by the grammar of tasks/reviews.hpp, or the user's own. Words get
// their ids from the training split alone; the split is drawn by the seed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "files/labelled_text.hpp"
#include "lab/experiment.hpp"
#include "tasks/reviews.hpp"
#include "tasks/vocabulary.hpp"

namespace attento::sentiment {

class SentenceCorpus {
 public:
  /// Throws BAD_FILE for own data that cannot be read.
  SentenceCorpus(std::uint64_t seed, const Values& values, Data data);

  int size() const { return static_cast<int>(lengths_.size()); }
  int training() const { return training_; }
  int held_out() const { return size() - training_; }
  int maximum_length() const { return maximum_; }
  bool own() const { return own_; }
  const Vocabulary& vocabulary() const { return vocabulary_; }

  /// The sentence at a place of the order: training first, then held-out.
  int at(int place) const { return order_[static_cast<std::size_t>(place)]; }
  /// The i-th of those that are held out.
  int held_out(int i) const { return at(training() + i); }

  std::span<const std::int32_t> ids(int sentence) const {
    const auto width = static_cast<std::size_t>(maximum_);
    return {ids_.data() + static_cast<std::size_t>(sentence) * width, width};
  }
  int length(int sentence) const { return lengths_[static_cast<std::size_t>(sentence)]; }
  bool positive(int sentence) const { return positive_[static_cast<std::size_t>(sentence)] != 0; }

  /// The words that are read, and the places of the cue (none of own data).
  Review review(int sentence) const;

  /// How many words of it are not read.
  int cut(int sentence) const { return static_cast<int>(whole(sentence).words.size()) - length(sentence); }

  /// Whether the models know all words of it that are read.
  bool has_known_words(int sentence) const {
    const auto read = ids(sentence).first(static_cast<std::size_t>(length(sentence)));
    return std::find(read.begin(), read.end(), Vocabulary::kUnknown) == read.end();
  }

  /// The field "data" of the manifest. `shown`: so many of the sentences in the frame, the first, are held out.
  void describe(Json& json, int shown) const;

 private:
  /// All words, also those beyond the maximal length.
  Review whole(int sentence) const;

  std::uint64_t seed_;
  int maximum_;
  bool own_;
  ReviewSettings settings_;
  LabelledText text_;  // own data
  int training_ = 0;
  std::vector<int> order_;
  Vocabulary vocabulary_;
  std::vector<std::int32_t> ids_;
  std::vector<int> lengths_;
  std::vector<char> positive_;
  int longest_ = 0, cut_ = 0;
  double unknown_share_ = 0;
};

}  // namespace attento::sentiment
