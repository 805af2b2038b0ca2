#include "experiments/sentiment/measure.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <string_view>

#include "lab/metrics.hpp"
#include "lab/trial_helpers.hpp"

namespace attento::sentiment {
namespace {

/// Adds the first model's intra-attention for one sentence, which is in row `row` of the recording.
void add_intra_attention(SentenceOutputs& outputs, const SentenceRecording& recording,
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

/// The sum of a sentence's weights on padding, that is from position `word_count` on.
double sum_padding_weight(const std::vector<float>& weights, int word_count) {
  return std::accumulate(weights.begin() + word_count, weights.end(), 0.0,
                         [](double sum, float weight) { return sum + static_cast<double>(weight); });
}

}  // namespace

SentenceOutputs run_models(SentenceRecording& recording, const SentenceModels& models,
                           const SentenceCorpus& corpus, int first, int count) {
  SentenceOutputs outputs{std::vector<ModelOutputs>(models.size())};
  const auto fill = [&](int row, int i) { recording.fill(row, corpus, corpus.sentence_at(first + i)); };
  run_in_batches(recording.plan, recording.batch, count, fill, [&](int batch, int rows) {
    for (int row = 0; row < rows; ++row) {
      const int sentence = corpus.sentence_at(first + batch + row);
      const bool is_positive = corpus.is_positive(sentence);
      for (std::size_t m = 0; m < models.size(); ++m) {
        const SentenceOutput one = recording.read_output(models, m, row, corpus.length(sentence));
        const auto x = static_cast<double>(one.logit);
        ModelOutputs& all = outputs.models[m];
        append(all.weights, one.weights);
        all.correct.push_back((x > 0) == is_positive);
        all.loss += std::max(x, 0.0) - (is_positive ? x : 0) + std::log1p(std::exp(-std::abs(x)));
        all.on_padding += sum_padding_weight(one.weights, corpus.length(sentence));
      }
      if (models[0].is_machine_reader) add_intra_attention(outputs, recording, corpus, row, sentence);
    }
  });
  return outputs;
}

LengthRanges::LengthRanges(const SentenceCorpus& corpus)
    : shortest_(corpus.length(corpus.held_out(0))), longest_(shortest_) {
  for (int i = 1; i < corpus.held_out_count(); ++i) {
    shortest_ = std::min(shortest_, corpus.length(corpus.held_out(i)));
    longest_ = std::max(longest_, corpus.length(corpus.held_out(i)));
  }
}

void LengthRanges::write_accuracy(Frame& frame, const SentenceOutputs& outputs, const SentenceCorpus& corpus,
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
    for (int i = 0; i < count; ++i)
      shares[find_range(i)] += outputs.models[m].correct[static_cast<std::size_t>(i)];
    for (std::size_t range = 0; range < kCount; ++range)
      if (counts[range] > 0) shares[range] /= counts[range];
    frame.write("accuracyByLength", shares, m);
  }
}

MetricValues compute_held_out_metrics(const SentenceOutputs& outputs, const SentenceCorpus& corpus,
                                      int count) {
  constexpr std::string_view kNames[][3] = {
      {"accuracy", "massOnCues", "massOnPadding"},
      {"baselineAccuracy", "baselineMassOnCues", "baselineMassOnPadding"}};
  const int T = corpus.maximum_length();
  const std::vector<float>& weights = outputs.models[0].weights;
  std::vector<float> truth(weights.size()), mask(weights.size());
  for (int i = 0; i < count; ++i) {
    const int sentence = corpus.held_out(i);
    const std::size_t row = row_offset(i, T);
    mark_cues(corpus.review(sentence), std::span(truth).subspan(row));
    std::fill_n(mask.begin() + static_cast<std::ptrdiff_t>(row), corpus.length(sentence), 1.0F);
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
  const double on_padding = sum_padding_weight(output.weights, n);
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
  const auto crop = [&](bool scores) {
    return crop_maps(recording.read_intra_attention(scores, 0, n), {recording.length, recording.length},
                     {n, n});
  };
  std::vector<float> truth(row_offset(n, n), 0.0F);
  mark_modifiers(review, n, truth);
  return {.name = kMaps[kIntraMap].name,
          .shape = {n, n},
          .weights = crop(false),
          .scores = crop(true),
          .truth = truth,
          .row_labels = review.words,
          .column_labels = review.words};
}

}  // namespace attento::sentiment
