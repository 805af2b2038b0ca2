// Metrics of a language model: bits per character (also of its n-gram baselines) and statistics of its heads. Also the
// samples that it draws.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "experiments/language_model/corpus.hpp"
#include "experiments/language_model/recording.hpp"
#include "text/ngrams.hpp"

namespace attento::language_model {

/// The number of characters of a passage, and the bits that n-gram baselines need for its text. Unknown tokens need eight
/// bits more for each of their bytes, to be spelled.
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
  void add(TextRecording& recording, int row, const TextCorpus& corpus, std::size_t from) {
    const HeadMap map = recording.map();
    heads.resize(static_cast<std::size_t>(map.head_count()));
    for (int t = 0; t < recording.length; ++t) {
      loss += static_cast<double>(recording.batch_first_row(recording.loss.surprisals, row, t)[0]);
      const bool is_correct = recording.is_correct(row, t);
      correct_tokens += is_correct;
      const std::vector<int> truth = corpus.find_true_positions(from, from + static_cast<std::size_t>(t) + 1);
      repetitions += !truth.empty();
      correct_repetitions += is_correct && !truth.empty();
      for (int i = 0; i < map.head_count(); ++i)
        heads[static_cast<std::size_t>(i)].add(map.row(row, i, t), t + 1, t, truth);
    }
  }

  double token_accuracy() const { return correct_tokens / tokens; }

  MetricValues metrics(std::span<const float> head_gates) const {
    const HeadStatistics& head = heads[find_best_head(heads, head_gates)];
    return {{"bitsPerCharacter", baseline_bits.per_character(loss / std::numbers::ln2)},
            {"trigramBits", baseline_bits.per_character(baseline_bits.trigram)},
            {"unigramBits", baseline_bits.per_character(baseline_bits.unigram)},
            {"tokenAccuracy", token_accuracy()},
            {"recallAccuracy", correct_repetitions / repetitions},
            {"alignmentAccuracy", head.alignment()},
            {"massOnTruth", head.mass_on_truth()},
            {"normalizedEntropy", mean_entropy(heads)}};
  }
};

/// Counts the characters of `length` tokens from `first` on, and the bits that the baselines need for them.
inline BaselineBits compute_baseline_bits(const TextCorpus& corpus, const Ngrams& ngrams, std::size_t first,
                                          std::size_t length) {
  constexpr int kTrigram = 3;
  BaselineBits baseline_bits;
  for (std::size_t at = first; at < first + length; ++at) {
    const auto before = corpus.ids().first(at);
    const std::string_view token = corpus.token(at);
    baseline_bits.characters += static_cast<double>(find_token_starts(token, false).size() - 1);
    if (corpus.ids()[at] == Vocabulary::kUnknown)
      baseline_bits.spelling_bits += 8.0 * static_cast<double>(token.size());
    baseline_bits.unigram -= std::log2(ngrams.probability(before, corpus.ids()[at], 1));
    baseline_bits.trigram -= std::log2(ngrams.probability(before, corpus.ids()[at], kTrigram));
  }
  return baseline_bits;
}

/// Draws from softmax(logits / temperature), but never padding or the unknown token; temperature 0 takes the most probable
/// token.
inline std::int32_t draw_token(std::span<const float> all, double temperature, Generator& random) {
  constexpr std::size_t kFirst = Vocabulary::kUnknown + 1;
  const std::size_t shift = std::min(kFirst, all.size() - 1);
  const auto logits = all.subspan(shift);
  const auto best = std::max_element(logits.begin(), logits.end());
  const auto id = [&](std::ptrdiff_t index) {
    return static_cast<std::int32_t>(index + static_cast<std::ptrdiff_t>(shift));
  };
  if (temperature <= 0) return id(best - logits.begin());
  std::vector<double> sums;
  double sum = 0;
  for (const float logit : logits)
    sums.push_back(sum += std::exp(static_cast<double>(logit - *best) / temperature));
  const double point = static_cast<double>(random.uniform()) * sum;
  return id(std::upper_bound(sums.begin(), sums.end() - 1, point) - sums.begin());
}

/// Continues `tokens` to a full window by drawn tokens. Runs the recording on the whole window, which it returns, with one
/// token of padding.
inline std::vector<std::int32_t> generate(TextRecording& recording, std::vector<std::int32_t> tokens,
                                          double temperature, Generator random) {
  const auto T = static_cast<std::size_t>(recording.length);
  std::size_t position = std::min(tokens.size(), T);
  tokens.resize(T + 1, Vocabulary::kPadding);
  for (; position < T; ++position) {
    fill_and_run(recording, tokens);
    tokens[position] = draw_token(
        recording.batch_first_row(recording.logits, 0, static_cast<int>(position) - 1), temperature, random);
  }
  fill_and_run(recording, tokens);
  return tokens;
}

}  // namespace attento::language_model
