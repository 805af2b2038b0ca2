// Statistics of the heads of a transformer on some pairs: distance, entropy, and agreement with the truth.
#pragma once

#include <array>
#include <vector>

#include "experiments/self_attention/recording.hpp"

namespace attento::self_attention {

/// Sums over held-out pairs, for the metrics.
struct MetricSums : PairCounts {
  std::array<std::vector<HeadStatistics>, kMapKinds> heads;  // of the heads of each map
  std::vector<HeadStatistics> means;  // of the mean over the heads of each layer, in the map with the truth

  /// Adds `pair`, which the recording has computed in row `row`.
  void add(TransformerRecording& recording, int row, const Pair& pair) {
    const PairLayout used = recording.layout.for_pair(pair.source, pair.target);
    int right = 0;
    for (int t = 0; t < used.T; ++t)
      right += is_correct(recording.predicted_token(row, used.answer_row(t)),
                          pair.target[static_cast<std::size_t>(t)]);
    // A freely decoded output is right if and only if each token is right after the true previous tokens.
    correct_pairs += right == used.T;
    correct_tokens += right;
    tokens += used.T;
    for (const MapKind kind : used.maps()) add_heads(recording.map(kind), row, pair, used, kind);
  }

  MetricValues metrics(MapKind truth_map, std::span<const float> head_gates) const {
    const std::vector<HeadStatistics>& all = heads[truth_map];
    const std::size_t best = find_best_head(all, head_gates);
    const HeadStatistics& mean = means[best * means.size() / all.size()];
    MetricValues all_metrics = pair_metrics();
    all_metrics.insert(all_metrics.end(), {{"alignmentAccuracy", all[best].alignment()},
                                           {"massOnTruth", all[best].mass_on_truth()},
                                           {"meanAlignmentAccuracy", mean.alignment()},
                                           {"meanMassOnTruth", mean.mass_on_truth()},
                                           {"alignmentErrorRate", all[best].links.error_rate()},
                                           {"normalizedEntropy", mean_entropy(all)}});
    return all_metrics;
  }

 private:
  void add_heads(const HeadMap& map, int row, const Pair& pair, const PairLayout& used, MapKind kind) {
    heads[kind].resize(static_cast<std::size_t>(map.head_count()));
    means.resize(map.layers.size());
    const std::size_t count = heads[kind].size(), per_layer = count / means.size();
    for (int t = 0; t < used.rows(kind); ++t) {
      const int target = kind == used.truth_map() ? t - used.answer_row(0) : -1;  // index of the target token
      const int true_column = target < 0 ? -1 : true_position(pair, static_cast<std::size_t>(target));
      const auto truth = std::span(&true_column, true_column < 0 ? 0 : 1);
      const int visible = map.is_causal ? t + 1 : used.columns(kind);
      std::vector<float> mean;
      for (std::size_t head = 0; head < count; ++head) {
        const auto weights = map.row(row, static_cast<int>(head), t);
        HeadStatistics& statistics = heads[kind][head];
        statistics.add(weights, visible, t, truth);
        if (target >= 0) count_links(pair, static_cast<std::size_t>(target), weights, statistics.links);
        if (head % per_layer == 0) mean.assign(weights.size(), 0.0F);
        for (std::size_t s = 0; s < mean.size(); ++s) mean[s] += weights[s] / static_cast<float>(per_layer);
        if (head % per_layer + 1 == per_layer && true_column >= 0)
          means[head / per_layer].add(mean, visible, t, truth);
      }
    }
  }
};

}  // namespace attento::self_attention
