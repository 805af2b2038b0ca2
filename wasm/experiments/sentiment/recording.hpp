// A recording of the models for one batch size: their sentences and their outputs.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "experiments/sentiment/corpus.hpp"
#include "experiments/sentiment/trial.hpp"
#include "lab/cell_choice.hpp"
#include "lab/recording.hpp"
#include "models/sentence_classifier.hpp"
#include "ops/binary_cross_entropy.hpp"
#include "ops/dropout.hpp"

namespace attento::sentiment {

using SentenceModels = std::vector<SentenceClassifier>;  // the model, and perhaps its baseline

/// The models' names, which are also those of their pooling maps, and the name of the map of the intra-attention.
inline constexpr std::string_view kModelNames[] = {kMaps[0].name, kMaps[1].name};
inline constexpr std::string_view kIntraMap = kMaps[2].name;

/// Declares the models. `size` has no cell yet.
inline SentenceModels declare_models(Parameters<float>& parameters, const Values& values,
                                     SentenceClassifier::Size size) {
  SentenceModels models;
  for (const std::string_view setting : {"pooling", "baseline"}) {
    const std::string& pooling = values.choice(setting);
    if (pooling == "none") continue;
    const std::string& other = values.choice("baselineCell");
    const std::string& cell = models.empty() || other == kSame ? values.choice("cell") : other;
    size.is_machine_reader = cell == kMachineReader[0].name;
    size.is_transformer = cell == kCausalTransformer[0].name;
    if (size.is_transformer && pooling == "last")
      throw_bad_parameter("baselineCell", other,
                          "a recurrent cell, where the baseline keeps its last real state");
    if (!size.is_machine_reader && !size.is_transformer) size.cell = NamedChoice<kCells>(cell)->value;
    models.push_back(SentenceClassifier::declare(parameters, std::string(kModelNames[models.size()]), pooling,
                                                 values.boolean("maskPadding"), size));
  }
  return models;
}

/// Initializes the models. Parameters with the same name and shape in model and baseline get the same values.
inline void initialize_models(const SentenceModels& models, Parameters<float>& parameters, double range,
                              std::uint64_t seed) {
  for (const SentenceClassifier& model : models)
    model.initialize(parameters, seed, static_cast<float>(range));
  const auto numbers = [&](const auto& entry) {
    return parameters.all_values().subspan(entry.offset, entry.shape.size());
  };
  for (const auto& entry : parameters.entries()) {
    for (const auto& other : parameters.entries()) {
      if (!other.name.starts_with(kModelNames[0]) || other.shape != entry.shape) continue;
      if (entry.name != std::string(kModelNames[1]) + other.name.substr(kModelNames[0].size())) continue;
      std::copy_n(numbers(other).begin(), entry.shape.size(), numbers(entry).begin());
    }
  }
}

/// The models, recorded for one batch size.
struct SentenceNodes {
  const SentenceModels& models;
  int batch, length;
  IdsNode words;
  Node mask, target;
  std::vector<SentenceClassifier::Output> outputs;
  std::vector<Node> losses;
  Node objective;  // the sum of the losses; the models share no parameter, so each learns as if it were alone

  /// `input_rate`, `state_rate`: dropout rates.
  SentenceNodes(Tape<float>& tape, bool, const SentenceModels& models, int batch, double input_rate = 0,
                double state_rate = 0)
      : models(models),
        batch(batch),
        length(models[0].size.length),
        words(tape.ids("source", {length, batch}, models[0].size.vocabulary)),
        mask(tape.input("mask", {batch, length})),
        target(tape.input("target", {batch, 1})) {
    SentenceClassifier::Input in{.words = words, .mask = mask};
    if (input_rate > 0) in.input_dropout = dropout_mask(tape, {batch, models[0].size.embedding}, input_rate);
    if (state_rate > 0) in.state_dropout = dropout_mask(tape, {batch, models[0].size.hidden}, state_rate);
    for (const SentenceClassifier& model : models) {
      outputs.push_back(model(tape, in));
      losses.push_back(binary_cross_entropy(tape, outputs.back().logit, target).loss);
    }
    objective = losses.size() == 2 ? add(tape, losses[0], losses[1]) : losses[0];
  }
};

struct SentenceRecording : Recording<SentenceNodes> {
  using Recording::Recording;

  void fill(int row, std::span<const std::int32_t> ids, bool is_positive) {
    const std::span<std::int32_t> words_in = plan.ids(words);
    const std::span<float> mask_row = this->row(mask, row, batch);
    for (int t = 0; t < length; ++t) {
      const auto word = static_cast<std::size_t>(t);
      words_in[flat_index(t, batch, row)] = word < ids.size() ? ids[word] : Vocabulary::kPadding;
      mask_row[word] = word < ids.size() ? 1.0F : 0.0F;
    }
    plan.value(target)[static_cast<std::size_t>(row)] = is_positive ? 1.0F : 0.0F;
  }
  void fill(int row, const SentenceCorpus& corpus, int sentence) {
    fill(row, corpus.ids(sentence), corpus.is_positive(sentence));
  }

  float logit(std::size_t model, int row) const { return this->row(outputs[model].logit, row, batch)[0]; }

  /// The intra-attention of the first model while word t > 0 is read.
  const IntraAttention& intra_attention(int t) const {
    return outputs[0].word_attention[static_cast<std::size_t>(t) - 1];
  }

  /// The weights or scores of a map for a row of `word_count` words. Of a pooling [T]; if it takes one state, that
  /// state has all the weight. Of the intra-attention [T, T]: of each word on the words before it, 0 elsewhere.
  std::vector<float> read_map(std::string_view map, bool scores, int row, int word_count) const {
    const std::size_t model = map == kModelNames[1] ? 1 : 0;
    const Attention& attention = outputs[model].attention;
    std::vector<float> numbers(Shape{map == kIntraMap ? length : 1, length}.size());
    if (map == kIntraMap) {
      for (int t = 1; t < word_count; ++t) {
        const IntraAttention& output = intra_attention(t);
        const std::span<float> from = this->row(scores ? output.scores : output.weights, row, batch);
        std::copy(from.begin(), from.end(), select_row(numbers, t, length).begin());
      }
    } else if (attention.weights.valid()) {
      return copy_numbers(this->row(scores ? attention.scores : attention.weights, row, batch));
    } else {
      numbers[static_cast<std::size_t>(models[model].pooling == "last" ? word_count : length) - 1] = 1;
    }
    return numbers;
  }
};

}  // namespace attento::sentiment
