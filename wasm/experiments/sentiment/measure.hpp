// Outputs of the models on held-out sentences, metrics, and the maps of one sentence with their truth.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "experiments/sentiment/recording.hpp"
#include "lab/metrics.hpp"
#include "lab/trial_helpers.hpp"

namespace attento::sentiment {

inline double probability(float logit) { return 1 / (1 + std::exp(-static_cast<double>(logit))); }

/// The outputs of one model for n sentences.
struct ModelOutputs {
  std::vector<float> weights;       // [n, T]
  std::vector<char> correct;        // [n], 1 if the sentence is classified correctly
  double loss = 0, on_padding = 0;  // sums: of the losses and of the weights on padding

  double accuracy() const {
    return static_cast<double>(std::count(correct.begin(), correct.end(), 1)) /
           static_cast<double>(correct.size());
  }
};

/// The outputs of each model for some sentences, and sums over the intra-attention weights of the first model.
struct SentenceOutputs {
  std::vector<ModelOutputs> models;
  double modifier_weight = 0;  // weights on modifiers, summed over the sentences that have a modifier
  int sentences_with_modifier = 0;
  double previous_word_weight = 0;  // weights on the previous word: sum over words with several words before
  int words_with_choice = 0;

  /// Adds the intra-attention for one review of `length` words, which is in row `row` of the recording.
  void add_intra_attention(const SentenceRecording& recording, int row, const Review& review, int length) {
    const auto weights = [&](int t) {
      return recording.row(recording.intra_attention(t).weights, row, recording.batch);
    };
    for (int t = 2; t < length; ++t, ++words_with_choice)
      previous_word_weight += static_cast<double>(weights(t).back());
    if (review.modifiers.empty()) return;
    ++sentences_with_modifier;
    for (const int modifier : review.modifiers)
      modifier_weight += static_cast<double>(weights(review.cues.back())[static_cast<std::size_t>(modifier)]);
  }
};

/// The sum of a sentence's weights on padding, that is from position `word_count` on.
inline double sum_padding_weight(const std::vector<float>& weights, int word_count) {
  return std::accumulate(weights.begin() + word_count, weights.end(), 0.0,
                         [](double sum, float weight) { return sum + static_cast<double>(weight); });
}

/// Runs the models on `count` sentences from position `first` of the corpus on.
inline SentenceOutputs run_models(SentenceRecording& recording, const SentenceCorpus& corpus, int first,
                                  int count) {
  SentenceOutputs outputs{std::vector<ModelOutputs>(recording.models.size())};
  const auto fill = [&](int row, int i) { recording.fill(row, corpus, corpus.sentence_at(first + i)); };
  run_in_batches(recording.plan, recording.batch, count, fill, [&](int batch, int rows) {
    for (int row = 0; row < rows; ++row) {
      const int sentence = corpus.sentence_at(first + batch + row);
      const int length = corpus.length(sentence);
      const bool is_positive = corpus.is_positive(sentence);
      for (std::size_t m = 0; m < outputs.models.size(); ++m) {
        const auto x = static_cast<double>(recording.logit(m, row));
        const std::vector<float> weights = recording.read_map(kModelNames[m], false, row, length);
        ModelOutputs& all = outputs.models[m];
        append(all.weights, weights);
        all.correct.push_back((x > 0) == is_positive);
        all.loss += std::max(x, 0.0) - (is_positive ? x : 0) + std::log1p(std::exp(-std::abs(x)));
        all.on_padding += sum_padding_weight(weights, length);
      }
      if (recording.models[0].size.is_machine_reader)
        outputs.add_intra_attention(recording, row, corpus.review(sentence), length);
    }
  });
  return outputs;
}

/// The ranges of the lengths of held-out sentences, all of one width.
struct LengthRanges {
  static constexpr int kCount = 6;
  int shortest, longest = 0;  // lengths of the shortest and the longest held-out sentence

  explicit LengthRanges(const SentenceCorpus& corpus) : shortest(corpus.maximum_length()) {
    for (int i = 0; i < corpus.held_out_count(); ++i) {
      shortest = std::min(shortest, corpus.length(corpus.held_out(i)));
      longest = std::max(longest, corpus.length(corpus.held_out(i)));
    }
  }

  /// The shortest length of a range; for kCount, one more than the longest length.
  double limit(int range) const {
    return shortest + static_cast<double>(range) * (longest + 1 - shortest) / kCount;
  }

  /// Writes the accuracy of each model by length, and how many of the first held-out sentences are in each range.
  void write_accuracy(Frame& frame, const SentenceOutputs& outputs, const SentenceCorpus& corpus) const {
    std::array<float, kCount> counts{};
    for (std::size_t m = 0; m < outputs.models.size(); ++m) {
      std::array<float, kCount> shares{};
      counts.fill(0);
      for (int i = 0; const char is_correct : outputs.models[m].correct) {
        const int above = corpus.length(corpus.held_out(i++)) - shortest;
        const auto range = static_cast<std::size_t>(above * kCount / (longest + 1 - shortest));
        ++counts[range];
        shares[range] += is_correct;
      }
      for (std::size_t range = 0; range < kCount; ++range)
        if (counts[range] > 0) shares[range] /= counts[range];
      frame.write("accuracyByLength", shares, m);
    }
    frame.write("accuracyByLength.counts", counts);
  }
};

/// Marks words of a row, each by 1 / their number.
inline void mark_words(const std::vector<int>& words, std::span<float> row) {
  for (const int word : words) row[static_cast<std::size_t>(word)] = 1.0F / static_cast<float>(words.size());
}

/// Marks the true positions of a map: in the one row of a pooling the words that decide the sentence, in the map
/// [·, columns] of the intra-attention the words that modify the last cue, in its row.
inline void mark_truth(const Review& review, bool is_intra, int columns, std::span<float> map) {
  if (!is_intra) return mark_words(review.cues, map);
  if (!review.modifiers.empty()) mark_words(review.modifiers, select_row(map, review.cues.back(), columns));
}

/// Metrics of the first `count` held-out sentences.
inline MetricValues compute_held_out_metrics(const SentenceOutputs& outputs, const SentenceCorpus& corpus,
                                             int count) {
  constexpr std::string_view kNames[][3] = {
      {"accuracy", "massOnCues", "massOnPadding"},
      {"baselineAccuracy", "baselineMassOnCues", "baselineMassOnPadding"}};
  const int T = corpus.maximum_length();
  const std::vector<float>& weights = outputs.models[0].weights;
  std::vector<float> truth(weights.size()), mask(weights.size());
  for (int i = 0; i < count; ++i) {
    const int sentence = corpus.held_out(i);
    mark_words(corpus.review(sentence).cues, select_row(truth, i, T));
    std::fill_n(select_row(mask, i, T).begin(), corpus.length(sentence), 1.0F);
  }
  std::vector<float> real_weights(weights.size());  // without the weight of padding
  std::transform(weights.begin(), weights.end(), mask.begin(), real_weights.begin(), std::multiplies<>());
  MetricValues all;
  for (std::size_t m = 0; m < outputs.models.size(); ++m) {
    const ModelOutputs& model = outputs.models[m];
    all.insert(all.end(), {{kNames[m][0], model.accuracy()},
                           {kNames[m][1], mass_on_truth(model.weights, truth, T)},
                           {kNames[m][2], model.on_padding / count}});
  }
  all.emplace_back("cueAccuracy", alignment_accuracy(weights, truth, T));
  all.emplace_back("normalizedEntropy", normalized_entropy(real_weights, T, mask));
  if (outputs.sentences_with_modifier > 0)
    all.emplace_back("massOnModifier", outputs.modifier_weight / outputs.sentences_with_modifier);
  if (outputs.words_with_choice > 0)
    all.emplace_back("massOnPrevious", outputs.previous_word_weight / outputs.words_with_choice);
  return all;
}

/// A map of a recording that has run on `review`.
inline AttentionMap make_map(const SentenceRecording& recording, std::string_view name,
                             const Review& review) {
  const bool is_intra = name == kIntraMap;
  const int n = static_cast<int>(review.words.size());
  const Shape shape{is_intra ? n : 1, n};
  const auto read = [&](bool scores) { return recording.read_map(name, scores, 0, n); };
  const auto crop = [&](bool scores) {
    return crop_maps(read(scores), {is_intra ? recording.length : 1, recording.length}, shape);
  };
  AttentionMap map{.name = name,
                   .shape = shape,
                   .weights = crop(false),
                   .scores = crop(true),
                   .truth = std::vector<float>(shape.size()),
                   .row_labels = is_intra ? review.words : std::vector<std::string>{"sentence"},
                   .column_labels = review.words};
  mark_truth(review, is_intra, n, map.truth);
  if (!is_intra) map.fields.add("onPadding", sum_padding_weight(read(false), n));
  return map;
}

}  // namespace attento::sentiment
