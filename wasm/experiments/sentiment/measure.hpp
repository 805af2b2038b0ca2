// Outputs of the models on held-out sentences, metrics, and the maps of one sentence with their truth.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "experiments/sentiment/recording.hpp"

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
  double on_modifier = 0;  // weights on modifiers, summed over the sentences that have a modifier
  int modified = 0;
  double on_previous = 0;  // weights on the previous word: sum over words with several words before
  int choosing = 0;
};

/// Runs the models on `count` sentences from position `first` of the corpus on.
SentenceOutputs run_models(SentenceRecording& recording, const SentenceModels& models,
                           const SentenceCorpus& corpus, int first, int count);

/// The ranges of the lengths of held-out sentences, all of one width.
class LengthRanges {
 public:
  static constexpr int kCount = 6;

  explicit LengthRanges(const SentenceCorpus& corpus);

  /// The shortest length of a range; for kCount, one more than the longest length.
  double limit(int range) const {
    return shortest_ + static_cast<double>(range) * (longest_ + 1 - shortest_) / kCount;
  }

  /// Writes the accuracy of each model by length, and how many of the first `count` held-out sentences are in each range.
  void write_accuracy(Frame& frame, const SentenceOutputs& outputs, const SentenceCorpus& corpus,
                      int count) const;

 private:
  int shortest_, longest_;  // lengths of the shortest and the longest held-out sentence
};

/// Metrics of the first `count` held-out sentences.
MetricValues compute_held_out_metrics(const SentenceOutputs& outputs, const SentenceCorpus& corpus,
                                      int count);

inline constexpr std::size_t kIntraMap = 2;  // index in kMaps: the map of the intra-attention

/// Marks the words that decide a sentence: each gets 1 / the number of such words.
void mark_cues(const Review& review, std::span<float> row);

/// Marks in the last cue's row of a map [·, columns] the words that modify the cue, each by 1 / their number.
void mark_modifiers(const Review& review, int columns, std::span<float> map);

/// The map of a model's pooling weights.
AttentionMap make_pooling_map(const SentenceRecording& recording, const SentenceModels& models,
                              std::size_t model, const Review& review);

/// The map of the first model's intra-attention.
AttentionMap make_intra_attention_map(const SentenceRecording& recording, const Review& review);

}  // namespace attento::sentiment
