#include "experiments/language_model/measure.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/language_model/trial.hpp"

namespace attento::language_model {
namespace {

std::int32_t draw_token(std::span<const float> all, double temperature, Generator& random) {
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

}  // namespace

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

MetricValues MetricSums::metrics(std::span<const float> head_gates) const {
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

std::vector<std::int32_t> generate(TextRecording& recording, std::vector<std::int32_t> tokens,
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

AttentionMap make_map(const TextRecording& recording, const TextWindows& windows,
                      std::span<const std::int32_t> tokens, std::optional<std::size_t> start) {
  const std::vector<std::string> words = windows.corpus.list_words(tokens.first(tokens.size() - 1));
  const Shape heads = recording.plan.shape(recording.attention(0).weights);
  const int layers = static_cast<int>(recording.output.layers.size());
  AttentionMap map{.name = kMaps[0].name,
                   .shape = {layers, heads[1], heads[2], heads[3]},
                   .weights = recording.copy_maps(false),
                   .scores = recording.copy_maps(true),
                   .row_labels = words,
                   .column_labels = words};
  if (start && windows.corpus.has_truth()) {
    map.truth.resize(words.size() * words.size());
    windows.mark(*start, map.truth);
  }
  return map;
}

}  // namespace attento::language_model
