// A recording of the models for one batch size: their sentences and their outputs.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "experiments/sentiment/corpus.hpp"
#include "experiments/sentiment/trial.hpp"
#include "lab/cell_choice.hpp"
#include "lab/recording.hpp"
#include "models/sentence_classifier.hpp"
#include "ops/binary_cross_entropy.hpp"
#include "ops/dropout.hpp"

namespace attento::sentiment {

inline constexpr std::string_view kModelNames[] = {"model", "baseline"};

/// Returns the size of a model with the cell of this name.
inline SentenceClassifier::Size with_cell(SentenceClassifier::Size size, const std::string& cell) {
  size.is_machine_reader = cell == kMachineReader[0].name;
  size.is_transformer = cell == kCausalTransformer[0].name;
  if (!size.is_machine_reader && !size.is_transformer) size.cell = NamedChoice<kCells>(cell)->value;
  return size;
}

/// The offset of a row in an array with rows of `width` numbers.
inline std::size_t row_offset(int row, int width) {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(width);
}

using SentenceModels = std::vector<SentenceClassifier>;  // the model, and perhaps its baseline

inline SentenceModels declare_models(Parameters<float>& parameters, const Values& values,
                                     const SentenceClassifier::Size& size) {
  SentenceModels models;
  const std::string& cell = values.choice("cell");
  const std::string& other = values.choice("baselineCell");
  for (const std::string_view setting : {"pooling", "baseline"}) {
    const std::string& pooling = values.choice(setting);
    if (pooling == "none") continue;
    const bool same = models.empty() || other == kSame;
    if (!same && other == kCausalTransformer[0].name && pooling == "last") {
      throw_bad_parameter("baselineCell", other,
                          "a recurrent cell, where the baseline keeps its last real state");
    }
    models.push_back(SentenceClassifier::declare(parameters, std::string(kModelNames[models.size()]), pooling,
                                                 values.boolean("maskPadding"),
                                                 with_cell(size, same ? cell : other)));
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
      if (entry.name != "baseline" + other.name.substr(5) || other.shape != entry.shape) continue;
      std::copy_n(numbers(other).begin(), entry.shape.size(), numbers(entry).begin());
    }
  }
}

/// The output of one model for a sentence.
struct SentenceOutput {
  std::vector<float> weights{}, scores{};  // [T]
  float logit;
};

/// The dropout rates of a training plan.
struct DropoutRates {
  double input = 0, state = 0;
};

/// The models, recorded for one batch size.
struct SentenceNodes {
  int batch, length;
  IdsNode words;
  Node mask, target;
  std::vector<SentenceClassifier::Output> outputs;
  std::vector<Node> losses;
  Node objective;  // the sum of the losses; the models share no parameter, so each learns as if it were alone

  SentenceNodes(Tape<float>& tape, bool, const SentenceModels& models, const SentenceClassifier::Size& size,
                int batch, const DropoutRates& rates = {})
      : batch(batch),
        length(size.length),
        words(tape.ids("source", {length, batch}, size.vocabulary)),
        mask(tape.input("mask", {batch, length})),
        target(tape.input("target", {batch, 1})) {
    SentenceClassifier::Input in{.words = words, .mask = mask};
    if (rates.input > 0) in.input_dropout = dropout_mask(tape, {batch, size.embedding}, rates.input);
    if (rates.state > 0) in.state_dropout = dropout_mask(tape, {batch, size.hidden}, rates.state);
    for (const SentenceClassifier& model : models) {
      outputs.push_back(model(tape, in));
      losses.push_back(binary_cross_entropy(tape, outputs.back().logit, target).loss);
    }
    objective = losses.size() == 2 ? add(tape, losses[0], losses[1]) : losses[0];
  }
};

struct SentenceRecording : Recording<SentenceNodes> {
  using Recording::Recording;

  void fill(int row, std::span<const std::int32_t> ids, bool positive) {
    const std::span<std::int32_t> words_in = plan.ids(words);
    const std::span<float> mask_row = plan.value(mask).subspan(row_offset(row, length));
    for (int t = 0; t < length; ++t) {
      const auto word = static_cast<std::size_t>(t);
      words_in[flat_index(t, batch, row)] = word < ids.size() ? ids[word] : Vocabulary::kPadding;
      mask_row[word] = word < ids.size() ? 1.0F : 0.0F;
    }
    plan.value(target)[static_cast<std::size_t>(row)] = positive ? 1.0F : 0.0F;
  }
  void fill(int row, const SentenceCorpus& corpus, int sentence) {
    fill(row, corpus.ids(sentence), corpus.is_positive(sentence));
  }

  /// The outputs of model number `model` for a row of `word_count` words. If the pooling takes one state, that state
  /// has all the weight.
  SentenceOutput read_output(const SentenceModels& models, std::size_t model, int row, int word_count) const {
    const auto& model_output = outputs[model];
    const auto width = static_cast<std::size_t>(length);
    SentenceOutput output{.logit = plan.value(model_output.logit)[static_cast<std::size_t>(row)]};
    if (model_output.attention.weights.valid()) {
      output.weights = copy_numbers(this->row(model_output.attention.weights, row, batch));
      output.scores = copy_numbers(this->row(model_output.attention.scores, row, batch));
    } else {
      output.weights.assign(width, 0.0F);
      const int last = models[model].pooling == "last" ? word_count : length;
      output.weights[static_cast<std::size_t>(last) - 1] = 1;
      output.scores = output.weights;
    }
    return output;
  }

  /// The intra-attention of the first model for a row of `word_count` words: weights or scores of each word on the words
  /// before it, [T, T]; 0 elsewhere.
  std::vector<float> read_intra_attention(bool scores, int row, int word_count) const {
    std::vector<float> map(row_offset(length, length));
    for (int t = 1; t < word_count; ++t) {
      const IntraAttention& output = outputs[0].word_attention[static_cast<std::size_t>(t) - 1];
      const std::span<float> from = this->row(scores ? output.scores : output.weights, row, batch);
      std::copy(from.begin(), from.end(), map.begin() + static_cast<std::ptrdiff_t>(row_offset(t, length)));
    }
    return map;
  }
};

}  // namespace attento::sentiment
