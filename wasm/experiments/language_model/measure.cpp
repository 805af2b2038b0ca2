#include "experiments/language_model/measure.hpp"

#include <cmath>

namespace attento::language_model {

BaselineBits compute_baseline_bits(const TextCorpus& corpus, const Ngrams& ngrams, std::size_t first,
                                   std::size_t length) {
  constexpr int kTrigram = 3;
  BaselineBits baseline_bits;
  for (std::size_t at = first; at < first + length; ++at) {
    const auto before = corpus.ids().first(at);
    baseline_bits.characters += corpus.count_characters(at);
    baseline_bits.spelling_bits += corpus.spelling_bits(at);
    baseline_bits.unigram -= std::log2(ngrams.probability(before, corpus.ids()[at], 1));
    baseline_bits.trigram -= std::log2(ngrams.probability(before, corpus.ids()[at], kTrigram));
  }
  return baseline_bits;
}

void MetricSums::add(const TextRecording& recording, int row, const TextCorpus& corpus, std::size_t from) {
  const auto T = static_cast<std::size_t>(recording.length);
  const std::size_t per_layer = heads.size() / recording.output.layers.size();
  for (std::size_t t = 0; t < T; ++t) {
    const int position = static_cast<int>(t);
    loss += static_cast<double>(recording.batch_first_row(recording.loss.surprisals, row, position)[0]);
    const bool is_correct = recording.is_correct(row, position);
    correct_tokens += is_correct;
    const std::vector<int> truth = corpus.find_true_positions(from, from + t + 1);
    if (!truth.empty()) {
      repetitions += 1;
      correct_repetitions += is_correct;
    }
    for (std::size_t i = 0; i < heads.size(); ++i) {
      const auto weights = recording.plan.value(recording.attention(static_cast<int>(i / per_layer)).weights);
      const std::size_t line = (static_cast<std::size_t>(row) * per_layer + i % per_layer) * T + t;
      heads[i].add(weights.subspan(line * T, T), position + 1, position, truth);
    }
  }
}

MetricValues MetricSums::metrics(const std::vector<float>& head_gates) const {
  const HeadStatistics& head = heads[find_best_head(heads, head_gates)];
  double mean_entropy = 0;
  for (const HeadStatistics& one : heads) mean_entropy += one.entropy() / static_cast<double>(heads.size());
  return {{"bitsPerCharacter", (bits + baseline_bits.spelling_bits) / baseline_bits.characters},
          {"trigramBits", (baseline_bits.trigram + baseline_bits.spelling_bits) / baseline_bits.characters},
          {"unigramBits", (baseline_bits.unigram + baseline_bits.spelling_bits) / baseline_bits.characters},
          {"tokenAccuracy", correct_tokens / tokens},
          {"recallAccuracy", correct_repetitions / repetitions},
          {"alignmentAccuracy", head.alignment()},
          {"massOnTruth", head.mass_on_truth()},
          {"normalizedEntropy", mean_entropy}};
}

}  // namespace attento::language_model
