// Statistics of the heads of a transformer on some pairs: distance, entropy, and agreement with the truth.
#pragma once

#include <array>
#include <vector>

#include "experiments/self_attention/recording.hpp"
#include "lab/head_statistics.hpp"
#include "lab/pair_trial.hpp"

namespace attento::self_attention {

/// The statistics of each head in each map of a transformer. For the map with the truth, also the statistics of the
/// mean over the heads of each layer.
class HeadStatisticsByMap {
 public:
  HeadStatisticsByMap(const Transformer& model, const PairLayout& layout)
      : model_(model), layout_(layout), truth_(layout.truth_map()) {
    const auto layers = static_cast<std::size_t>(model.settings.layers);
    means_.resize(layers);
    for (auto& heads : heads_) heads.resize(layers * count());
  }

  /// Adds `pair`, which the recording has computed in row `row`.
  void add(const TransformerRecording& recording, int row, const Pair& pair) {
    const PairLayout used = layout_.for_pair(pair.source, pair.target);
    const int N = model_.settings.heads;
    std::vector<float> mean;
    for (const MapKind map : layout_.maps()) {
      const int rows = layout_.rows(map);
      for (int layer = 0; layer < model_.settings.layers; ++layer) {
        for (int t = 0; t < used.rows(map); ++t) {
          const int target_index = t - used.answer_row(0);
          const int true_column = map == truth_ && target_index >= 0
                                      ? true_position(pair, static_cast<std::size_t>(target_index))
                                      : -1;
          const auto truth = std::span(&true_column, true_column < 0 ? 0 : 1);
          const int visible = is_causal(model_, map) ? t + 1 : used.columns(map);
          mean.assign(static_cast<std::size_t>(layout_.columns(map)), 0.0F);
          for (int n = 0; n < N; ++n) {
            const auto one = recording.row(recording.attention(map, layer).weights, (row * N + n) * rows + t,
                                           recording.batch * N * rows);
            HeadStatistics& head = heads_[map][static_cast<std::size_t>(layer * N + n)];
            head.add(one, visible, t, truth);
            if (map == truth_ && target_index >= 0)
              count_links(pair, static_cast<std::size_t>(target_index), one, head.links);
            for (std::size_t s = 0; s < mean.size(); ++s) mean[s] += one[s] / static_cast<float>(N);
          }
          if (true_column >= 0) means_[static_cast<std::size_t>(layer)].add(mean, visible, t, truth);
        }
      }
    }
  }

  MapKind truth_map() const { return truth_; }
  /// The statistics of all heads of a map, head by head, layer after layer.
  const std::vector<HeadStatistics>& heads(MapKind map) const { return heads_[map]; }
  /// The statistics of the mean over the heads of a layer.
  const HeadStatistics& layer_mean(std::size_t layer) const { return means_[layer]; }

  std::size_t count() const { return static_cast<std::size_t>(model_.settings.heads); }

 private:
  const Transformer& model_;
  PairLayout layout_;
  MapKind truth_;
  std::array<std::vector<HeadStatistics>, kMapKinds> heads_;
  std::vector<HeadStatistics> means_;
};

/// Sums over held-out pairs, for the metrics.
struct MetricSums : PairCounts {
  HeadStatisticsByMap heads;

  /// Adds `pair`, which the recording has computed in row `row`.
  void add(const TransformerRecording& recording, int row, const Pair& pair) {
    const PairLayout used = recording.layout.for_pair(pair.source, pair.target);
    int right = 0;
    for (int t = 0; t < used.T; ++t)
      right += is_correct(recording.predicted_token(row, used.answer_row(t)),
                          pair.target[static_cast<std::size_t>(t)]);
    // A freely decoded output is right if and only if each token is right after the true previous tokens.
    correct_pairs += right == used.T;
    correct_tokens += right;
    tokens += used.T;
    heads.add(recording, row, pair);
  }

  MetricValues metrics(std::span<const float> head_gates) const {
    const auto& all = heads.heads(heads.truth_map());
    const std::size_t best = find_best_head(all, head_gates);
    const HeadStatistics& mean = heads.layer_mean(best / heads.count());
    MetricValues all_metrics = pair_metrics();
    all_metrics.insert(all_metrics.end(), {{"alignmentAccuracy", all[best].alignment()},
                                           {"massOnTruth", all[best].mass_on_truth()},
                                           {"meanAlignmentAccuracy", mean.alignment()},
                                           {"meanMassOnTruth", mean.mass_on_truth()},
                                           {"alignmentErrorRate", all[best].links.error_rate()},
                                           {"normalizedEntropy", mean_entropy(all)}});
    return all_metrics;
  }
};

}  // namespace attento::self_attention
