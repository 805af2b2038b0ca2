// What a language model is measured by: bits per character beside those of counted baselines, and what its heads look at.
#pragma once

#include <cstddef>
#include <vector>

#include "experiments/language_model/corpus.hpp"
#include "experiments/language_model/ngrams.hpp"
#include "experiments/language_model/reader.hpp"
#include "lab/head_tally.hpp"

namespace attento::language_model {

/// What the text of a window costs, in bits.
struct WindowCost {
  double characters = 0, spelling = 0, unigram = 0, trigram = 0;

  WindowCost& operator+=(const WindowCost& other) {
    characters += other.characters;
    spelling += other.spelling;
    unigram += other.unigram;
    trigram += other.trigram;
    return *this;
  }
};

/// Sums over some held-out windows.
struct Measured {
  double loss = 0, tokens = 0, right = 0, recalled = 0, again = 0;
  double bits = 0;  // of the model
  WindowCost cost;
  std::vector<HeadTally> heads;

  /// A window that begins at token `from` and stands in a row of what the model has just read.
  void add(const TextReader& reader, int row, const TextCorpus& corpus, std::size_t from);

  /// The head with the most weight on the truth, of those that are on.
  std::size_t best(const std::vector<float>& on) const;

  MetricValues metrics(const std::vector<float>& on) const;
};

/// Of the `length` tokens from the `first` on.
WindowCost cost_of(const TextCorpus& corpus, const Ngrams& counted, std::size_t first, std::size_t length);

}  // namespace attento::language_model
