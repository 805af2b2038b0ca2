// Metrics of a language model: bits per character, also of n-gram baselines, and statistics of its heads.
#pragma once

#include <cstddef>
#include <vector>

#include "experiments/language_model/corpus.hpp"
#include "experiments/language_model/ngrams.hpp"
#include "experiments/language_model/recording.hpp"
#include "lab/head_statistics.hpp"

namespace attento::language_model {

/// The characters of a passage, and the bits of its text under the n-gram baselines.
struct BaselineBits {
  double characters = 0, spelling_bits = 0, unigram = 0, trigram = 0;

  BaselineBits& operator+=(const BaselineBits& other) {
    characters += other.characters;
    spelling_bits += other.spelling_bits;
    unigram += other.unigram;
    trigram += other.trigram;
    return *this;
  }
};

/// Sums over some held-out windows.
struct MetricSums {
  double loss = 0, tokens = 0, correct_tokens = 0, correct_repetitions = 0, repetitions = 0;
  double bits = 0;  // of the model
  BaselineBits baseline_bits;
  std::vector<HeadStatistics> heads;

  /// Adds a window that begins at token `from`, from a row of the last forward pass.
  void add(const TextRecording& recording, int row, const TextCorpus& corpus, std::size_t from);

  MetricValues metrics(const std::vector<float>& head_gates) const;
};

/// Counts the characters of `length` tokens from `first` on, and their bits under the baselines.
BaselineBits compute_baseline_bits(const TextCorpus& corpus, const Ngrams& ngrams, std::size_t first,
                                   std::size_t length);

}  // namespace attento::language_model
