// Outputs of the models on held-out sentences, metrics, and the maps of one sentence with their truth.
#pragma once

#include <cmath>
#include <vector>

#include "experiments/sentiment/recording.hpp"

namespace attento::sentiment {

inline double probability(float logit) { return 1 / (1 + std::exp(-static_cast<double>(logit))); }

/// The outputs of each model for some sentences, and sums over the looks back of the first model.
struct ModelOutputs {
  std::vector<SentenceOutput> models;
  double on_modifier = 0;  // sum over sentences with a modifier
  int modified = 0;
  double on_previous = 0;  // sum over words that can look back at more than one
  int choosing = 0;
};

/// Runs the models on the first `count` held-out sentences.
ModelOutputs run_models(SentenceRecording& recording, const SentenceModels& models,
                        const SentenceCorpus& corpus, int count);

/// The accuracy of each model on the first `count` training sentences.
MetricValues training_accuracy(SentenceRecording& recording, const SentenceModels& models,
                               const SentenceCorpus& corpus, int count);

/// Whether the i-th held-out sentence is classified correctly.
bool is_right(const SentenceOutput& output, const SentenceCorpus& corpus, int i);

/// The weight that a row has on positions from `real` on.
double sum_padding_weight(const SentenceOutput& output, int row, int width, int real);

/// Metrics of the first `count` held-out sentences.
MetricValues metrics(const ModelOutputs& outputs, const SentenceCorpus& corpus, int count);

inline constexpr std::size_t kBack = 2;  // index in kMaps: the map of the looks back

/// Marks the cue of a sentence; its words share 1.
void mark_cues(const Review& review, std::span<float> row);

/// Marks the true positions of the word of sentiment in a map with `columns` columns; its modifiers share 1.
void mark_modifiers(const Review& review, int columns, std::span<float> map);

/// The map of a model's pooling weights.
AttentionMap row_map(const SentenceRecording& recording, const SentenceModels& models, std::size_t model,
                     const Review& review);

/// The map of the first model's looks back.
AttentionMap back_map(const SentenceRecording& recording, const Review& review);

}  // namespace attento::sentiment
