// Metrics of a language model: bits per character (also of its n-gram baselines) and statistics of its heads. Also the
// samples that it draws, and the map of one window.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "experiments/language_model/corpus.hpp"
#include "experiments/language_model/recording.hpp"
#include "experiments/language_model/windows.hpp"
#include "lab/head_statistics.hpp"
#include "text/ngrams.hpp"

namespace attento::language_model {

/// The number of characters of a passage, and the bits that n-gram baselines need for its text.
struct BaselineBits {
  double characters = 0, spelling_bits = 0, unigram = 0, trigram = 0;

  /// `bits` and those for spelling, for each character.
  double per_character(double bits) const { return (bits + spelling_bits) / characters; }

  BaselineBits& operator+=(const BaselineBits& other) {
    characters += other.characters;
    spelling_bits += other.spelling_bits;
    unigram += other.unigram;
    trigram += other.trigram;
    return *this;
  }
};

/// Sums over held-out windows, for the metrics.
struct MetricSums {
  double loss = 0, tokens = 0, correct_tokens = 0, correct_repetitions = 0, repetitions = 0;
  BaselineBits baseline_bits;
  std::vector<HeadStatistics> heads;

  /// Adds the window that begins at token `from` and was row `row` of the last forward pass.
  void add(const TextRecording& recording, int row, const TextCorpus& corpus, std::size_t from);

  double token_accuracy() const { return correct_tokens / tokens; }
  MetricValues metrics(std::span<const float> head_gates) const;
};

/// Counts the characters of `length` tokens from `first` on, and the bits that the baselines need for them.
BaselineBits compute_baseline_bits(const TextCorpus& corpus, const Ngrams& ngrams, std::size_t first,
                                   std::size_t length);

/// Continues `tokens` to a full window by tokens drawn from softmax(logits / temperature); temperature 0 takes the most
/// probable one. Never draws padding or the unknown token. Runs the recording on the whole window, which it returns,
/// with one token of padding.
std::vector<std::int32_t> generate(TextRecording& recording, std::vector<std::int32_t> tokens,
                                   double temperature, Generator random);

/// Makes the map of T tokens (`tokens` has one more), with its truth if it is the window `start`.
AttentionMap make_map(const TextRecording& recording, const TextWindows& windows,
                      std::span<const std::int32_t> tokens, std::optional<std::size_t> start);

}  // namespace attento::language_model
