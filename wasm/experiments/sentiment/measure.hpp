// What the models did with held-out sentences, and how good that is.
#pragma once

#include <cmath>
#include <vector>

#include "experiments/sentiment/reader.hpp"

namespace attento::sentiment {

inline double probability(float logit) { return 1 / (1 + std::exp(-static_cast<double>(logit))); }

/// What is read of some sentences, model by model, and sums over the looks back of the first.
struct Looked {
  std::vector<SentenceLook> models;
  double on_modifier = 0;  // of sentences that have one
  int modified = 0;
  double on_previous = 0;  // of words that have a choice
  int choosing = 0;
};

/// Reads the first `count` held-out sentences.
Looked look(SentenceReader& reader, const SentenceModels& models, const SentenceCorpus& corpus, int count);

/// Share of the first `count` sentences that are trained on for which each model finds the verdict.
MetricValues training_accuracy(SentenceReader& reader, const SentenceModels& models,
                               const SentenceCorpus& corpus, int count);

/// Whether the i-th held-out sentence got its own verdict.
bool is_right(const SentenceLook& look, const SentenceCorpus& corpus, int i);

/// The weight that a row has on positions from `real` on.
double padding_of(const SentenceLook& look, int row, int width, int real);

/// Of the first `count` held-out sentences.
MetricValues metrics(const Looked& looked, const SentenceCorpus& corpus, int count);

}  // namespace attento::sentiment
