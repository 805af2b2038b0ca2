// Metrics on held-out pairs, and the map and the computation of one pair.
#pragma once

#include <numeric>
#include <vector>

#include "experiments/translation/recording.hpp"
#include "experiments/translation/trial.hpp"

namespace attento::translation {

/// Sums over held-out pairs, for the metrics: their maps, one row for each target token, and counts.
struct MetricSums : PairCounts {
  std::vector<float> weights, truth, near, mask;
  AlignmentLinks links;

  /// Adds a pair, which is in row `row` of the recording.
  void add(const TranslationRecording& recording, int row, const Pair& pair) {
    for (int t = 0; t < static_cast<int>(pair.target.size()); ++t) {
      const auto index = static_cast<std::size_t>(t);
      correct_tokens += is_correct(recording.predicted_token(row, t), pair.target[index]);
      const auto row_weights = recording.batch_first_row(recording.decoder_output.attention.weights, row, t);
      append(weights, row_weights);
      count_links(pair, index, row_weights, links);
      const auto columns = static_cast<std::size_t>(recording.S);
      for (auto* marks : {&truth, &near}) {
        marks->resize(marks->size() + columns);
        mark_truth(pair, index, std::span(*marks).last(columns), marks == &near);
      }
      for (int s = 0; s < recording.S; ++s) mask.push_back(s < static_cast<int>(pair.source.size()));
    }
  }

  MetricValues metrics(int S) const {
    MetricValues all = pair_metrics();
    all.insert(all.end(), {{"alignmentAccuracy", alignment_accuracy(weights, truth, S)},
                           {"alignmentAccuracyWithinOne", alignment_accuracy(weights, near, S)},
                           {"massOnTruth", mass_on_truth(weights, truth, S)},
                           {"alignmentErrorRate", links.error_rate()},
                           {"normalizedEntropy", normalized_entropy(weights, S, mask)}});
    return all;
  }
};

/// The centers of the windows, or the positions that hard attention chose, at the first `rows` steps of one pair;
/// empty for soft global attention.
inline std::vector<float> find_centers(const TranslationRecording& recording, std::size_t rows) {
  const EncoderDecoder& model = recording.model;
  std::vector<float> centers;
  if (recording.decoder_output.position.valid()) {
    append(centers, recording.batch_first_rows(recording.decoder_output.position, rows));
  } else if (model.has_attention() && model.settings.locality == "local-m") {
    centers.resize(rows);
    std::iota(centers.begin(), centers.end(), 0.0F);
  } else if (model.is_hard()) {
    for (int t = 0; t < static_cast<int>(rows); ++t)
      centers.push_back(
          static_cast<float>(recording.argmax(recording.decoder_output.sample.choice, t, recording.T)));
  }
  return centers;
}

/// Makes the map of one pair, with the truth of `pair` unless `pair` is null. `source`: the labels of the source.
inline AttentionMap make_map(const TranslationRecording& recording, const PairTask& task,
                             std::span<const std::int32_t> target, const std::vector<std::string>& source,
                             const Pair* pair) {
  const std::size_t n = target.size();
  const std::size_t s = source.size();
  const Shape shape{static_cast<int>(n), static_cast<int>(s)};
  const auto crop = [&](Node map) {
    return map.valid() ? crop_maps(recording.plan.value(map), {recording.T, recording.S}, shape)
                       : std::vector<float>(n * s);
  };
  std::vector<float> marked(pair ? n * s : 0);
  if (pair) mark_true_map(*pair, s, marked);
  AttentionMap map{.name = kMaps[0].name,
                   .shape = shape,
                   .weights = crop(recording.decoder_output.attention.weights),
                   .scores = crop(recording.decoder_output.attention.scores),
                   .truth = marked,
                   .row_labels = get_word_labels(task.target_words(), target),
                   .column_labels = source};
  map.fields.add("position", find_centers(recording, n));
  return map;
}

/// The computation of one pair with `source` and `target` tokens.
inline ComputationSteps list_steps(const TranslationRecording& recording, const Parameters<float>& parameters,
                                   std::size_t source, int target) {
  const EncoderDecoder& model = recording.model;
  const EncoderDecoder::Source& encoded_source = recording.encoded_source;
  const EncoderDecoder::DecoderOutput& decoder_output = recording.decoder_output;
  ComputationSteps steps;
  steps.add("encoder states", "h", recording.first_rows(encoded_source.states, source, recording.S));
  if (model.has_attention()) {
    steps.add("keys", model.key.id < 0 ? "k = h" : "k = U h",
              recording.first_rows(encoded_source.keys, source, recording.S));
    if (model.key.id >= 0) steps.add("score vector", "v", parameters.values(model.v));
  }
  const auto state = [&](int t) {
    return t < 0 ? std::span<const float>(recording.plan.value(encoded_source.start.state.hidden))
                 : recording.time_first_row(decoder_output.states, 0, t);
  };
  for (int t = 0; t < target; ++t) {
    if (model.has_attention()) {
      const int query_step = model.attend_before_step() ? t - 1 : t;
      steps.add("query", query_step < t ? "z[t−1]" : "z[t]", state(query_step), t);
      steps.add("projected query", model.query.id < 0 ? "q = z" : "q = W z",
                query_step < 0 ? std::span<const float>(recording.plan.value(recording.first_query))
                               : recording.time_first_row(recording.queries, 0, query_step),
                t);
      steps.add("context", model.is_hard() ? "c = h of the largest a" : "c = Σ a h",
                recording.time_first_row(decoder_output.attention.context, 0, t), t);
    }
    steps.add("state", "z", state(t), t);
  }
  return steps;
}

}  // namespace attento::translation
