#include "experiments/sentiment/measure.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

#include "lab/metrics.hpp"
#include "lab/trial_helpers.hpp"

namespace attento::sentiment {
namespace {

/// Adds the first model's intra-attention for one sentence, which is in row `row` of the recording.
void add_intra_attention(ModelOutputs& outputs, const SentenceRecording& recording,
                         const SentenceCorpus& corpus, int row, int sentence) {
  const auto output = [&](int t) {
    return recording.row(recording.outputs[0].word_attention[static_cast<std::size_t>(t) - 1].weights, row,
                         recording.batch);
  };
  for (int t = 2; t < corpus.length(sentence); ++t, ++outputs.choosing)
    outputs.on_previous += static_cast<double>(output(t).back());
  const Review review = corpus.review(sentence);
  if (review.modifiers.empty()) return;
  ++outputs.modified;
  for (const int modifier : review.modifiers)
    outputs.on_modifier +=
        static_cast<double>(output(review.cues.back())[static_cast<std::size_t>(modifier)]);
}

}  // namespace

bool is_correct(const SentenceOutput& output, const SentenceCorpus& corpus, int i) {
  return (output.logits[static_cast<std::size_t>(i)] > 0) == corpus.is_positive(corpus.held_out(i));
}

ModelOutputs run_models(SentenceRecording& recording, const SentenceModels& models,
                        const SentenceCorpus& corpus, int count) {
  ModelOutputs outputs{std::vector<SentenceOutput>(models.size())};
  std::vector<SentenceOutput>& model_outputs = outputs.models;
  const auto fill = [&](int row, int i) { recording.fill(row, corpus, corpus.held_out(i)); };
  run_in_batches(recording.plan, recording.batch, count, fill, [&](int first, int rows) {
    for (int row = 0; row < rows; ++row) {
      const int sentence = corpus.held_out(first + row);
      for (std::size_t m = 0; m < models.size(); ++m) {
        const SentenceOutput one = recording.read_output(models, m, row, corpus.length(sentence));
        append(model_outputs[m].weights, one.weights);
        append(model_outputs[m].scores, one.scores);
        append(model_outputs[m].logits, one.logits);
      }
      if (models[0].is_machine_reader) add_intra_attention(outputs, recording, corpus, row, sentence);
    }
  });
  return outputs;
}

void add_training_accuracy(MetricValues& metrics, SentenceRecording& recording, const SentenceModels& models,
                           const SentenceCorpus& corpus, int count) {
  constexpr std::string_view kNames[] = {"trainingAccuracy", "baselineTrainingAccuracy"};
  std::vector<int> right(models.size());
  const auto fill = [&](int row, int i) { recording.fill(row, corpus, corpus.sentence_at(i)); };
  run_in_batches(recording.plan, recording.batch, count, fill, [&](int first, int rows) {
    for (std::size_t m = 0; m < models.size(); ++m) {
      const auto logits = recording.plan.value(recording.outputs[m].logit);
      for (int row = 0; row < rows; ++row)
        right[m] += (logits[static_cast<std::size_t>(row)] > 0) ==
                    corpus.is_positive(corpus.sentence_at(first + row));
    }
  });
  for (std::size_t m = 0; m < models.size(); ++m)
    metrics.emplace_back(kNames[m], static_cast<double>(right[m]) / count);
}

LengthRanges::LengthRanges(const SentenceCorpus& corpus)
    : shortest_(corpus.length(corpus.held_out(0))), longest_(shortest_) {
  for (int i = 1; i < corpus.held_out_count(); ++i) {
    shortest_ = std::min(shortest_, corpus.length(corpus.held_out(i)));
    longest_ = std::max(longest_, corpus.length(corpus.held_out(i)));
  }
}

void LengthRanges::write_accuracy(Frame& frame, const ModelOutputs& outputs, const SentenceCorpus& corpus,
                                  int count) const {
  const auto find_range = [&](int i) {
    return static_cast<std::size_t>((corpus.length(corpus.held_out(i)) - shortest_) * kCount /
                                    (longest_ + 1 - shortest_));
  };
  std::array<float, kCount> counts{};
  for (int i = 0; i < count; ++i) ++counts[find_range(i)];
  frame.write("accuracyByLength.counts", counts);
  for (std::size_t m = 0; m < outputs.models.size(); ++m) {
    std::array<float, kCount> shares{};
    for (int i = 0; i < count; ++i) shares[find_range(i)] += is_correct(outputs.models[m], corpus, i);
    for (std::size_t range = 0; range < kCount; ++range)
      if (counts[range] > 0) shares[range] /= counts[range];
    frame.write("accuracyByLength", shares, m);
  }
}

double compute_held_out_loss(const ModelOutputs& outputs, const SentenceCorpus& corpus) {
  double loss = 0;
  for (int i = 0; i < corpus.held_out_count(); ++i) {
    const auto x = static_cast<double>(outputs.models[0].logits[static_cast<std::size_t>(i)]);
    const bool is_positive = corpus.is_positive(corpus.held_out(i));
    loss += std::max(x, 0.0) - (is_positive ? x : 0) + std::log1p(std::exp(-std::abs(x)));
  }
  return loss / corpus.held_out_count();
}

double sum_padding_weight(const SentenceOutput& output, int row, int width, int word_count) {
  const float* weights = output.weights.data() + row_offset(row, width);
  return std::accumulate(weights + word_count, weights + width, 0.0,
                         [](double sum, float weight) { return sum + static_cast<double>(weight); });
}

MetricValues compute_held_out_metrics(const ModelOutputs& outputs, const SentenceCorpus& corpus, int count) {
  const std::vector<SentenceOutput>& model_outputs = outputs.models;
  constexpr std::string_view kNames[][3] = {
      {"accuracy", "massOnCues", "massOnPadding"},
      {"baselineAccuracy", "baselineMassOnCues", "baselineMassOnPadding"}};
  const int T = corpus.maximum_length();
  std::vector<float> truth(row_offset(count, T), 0.0F);
  for (int i = 0; i < count; ++i)
    mark_cues(corpus.review(corpus.held_out(i)), std::span(truth).subspan(row_offset(i, T)));
  MetricValues all;
  for (std::size_t m = 0; m < model_outputs.size(); ++m) {
    int right = 0;
    for (int i = 0; i < count; ++i) right += is_correct(model_outputs[m], corpus, i);
    double padding = 0;
    for (int i = 0; i < count; ++i)
      padding += sum_padding_weight(model_outputs[m], i, T, corpus.length(corpus.held_out(i)));
    all.insert(all.end(), {{kNames[m][0], static_cast<double>(right) / count},
                           {kNames[m][1], mass_on_truth(model_outputs[m].weights, truth, T)},
                           {kNames[m][2], padding / count}});
  }
  std::vector<float> real_weights = model_outputs[0].weights;  // without the weight of padding
  std::vector<float> mask(real_weights.size(), 1.0F);
  for (int i = 0; i < count; ++i) {
    const int length = corpus.length(corpus.held_out(i));
    std::fill_n(real_weights.begin() + static_cast<std::ptrdiff_t>(row_offset(i, T)) + length, T - length,
                0.0F);
    std::fill_n(mask.begin() + static_cast<std::ptrdiff_t>(row_offset(i, T)) + length, T - length, 0.0F);
  }
  all.emplace_back("cueAccuracy", alignment_accuracy(model_outputs[0].weights, truth, T));
  all.emplace_back("normalizedEntropy", normalized_entropy(real_weights, T, mask));
  if (outputs.modified > 0) all.emplace_back("massOnModifier", outputs.on_modifier / outputs.modified);
  if (outputs.choosing > 0) all.emplace_back("massOnPrevious", outputs.on_previous / outputs.choosing);
  return all;
}

void mark_cues(const Review& review, std::span<float> row) {
  for (const int cue : review.cues)
    row[static_cast<std::size_t>(cue)] = 1.0F / static_cast<float>(review.cues.size());
}

void mark_modifiers(const Review& review, int columns, std::span<float> map) {
  for (const int modifier : review.modifiers) {
    map[row_offset(review.cues.back(), columns) + static_cast<std::size_t>(modifier)] =
        1.0F / static_cast<float>(review.modifiers.size());
  }
}

AttentionMap make_pooling_map(const SentenceRecording& recording, const SentenceModels& models,
                              std::size_t model, const Review& review) {
  const int n = static_cast<int>(review.words.size());
  SentenceOutput output = recording.read_output(models, model, 0, n);
  const double on_padding = sum_padding_weight(output, 0, recording.length, n);
  const auto read = static_cast<std::size_t>(n);
  output.weights.resize(read);
  output.scores.resize(read);
  std::vector<float> truth(read, 0.0F);
  mark_cues(review, truth);
  AttentionMap map{.name = kModelNames[model],
                   .shape = {1, n},
                   .weights = output.weights,
                   .scores = output.scores,
                   .truth = truth,
                   .row_labels = {"sentence"},
                   .column_labels = review.words};
  map.fields.add("onPadding", on_padding);
  return map;
}

AttentionMap make_intra_attention_map(const SentenceRecording& recording, const Review& review) {
  const int n = static_cast<int>(review.words.size());
  const IntraAttentionWeights intra = recording.read_intra_attention(0, n);
  const auto crop = [&](const std::vector<float>& all) {
    return crop_maps(all, {recording.length, recording.length}, {n, n});
  };
  std::vector<float> truth(row_offset(n, n), 0.0F);
  mark_modifiers(review, n, truth);
  return {.name = kMaps[kIntraMap].name,
          .shape = {n, n},
          .weights = crop(intra.weights),
          .scores = crop(intra.scores),
          .truth = truth,
          .row_labels = review.words,
          .column_labels = review.words};
}

}  // namespace attento::sentiment
