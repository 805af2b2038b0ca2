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
    const int source = static_cast<int>(pair.source.size());
    const int target = static_cast<int>(pair.target.size());
    std::vector<float> mean;
    for (const MapKind map : {kEncoderMap, kDecoderMap, kCrossMap}) {
      if (!recording.attention(map, 0)) continue;
      const int C = layout_.columns(map);
      const int used = layout_.used_columns(map, source, target);
      for (int layer = 0; layer < model_.settings.layers; ++layer) {
        const auto weights = recording.plan.value(recording.attention(map, layer)->weights);
        for (int t = 0; t < layout_.used_rows(map, source, target); ++t) {
          const int target_index = t - layout_.answer_row(source, target, 0);
          const int true_column = map == truth_ && target_index >= 0
                                      ? true_position(pair, static_cast<std::size_t>(target_index))
                                      : -1;
          const auto truth = std::span(&true_column, true_column < 0 ? 0 : 1);
          const int visible = map != kCrossMap && model_.is_causal(map == kDecoderMap) ? t + 1 : used;
          mean.assign(static_cast<std::size_t>(C), 0.0F);
          for (std::size_t n = 0; n < count(); ++n) {
            const std::size_t first =
                ((static_cast<std::size_t>(row) * count() + n) * static_cast<std::size_t>(layout_.rows(map)) +
                 static_cast<std::size_t>(t)) *
                mean.size();
            const auto one = weights.subspan(first, mean.size());
            HeadStatistics& head = heads_[map][static_cast<std::size_t>(layer) * count() + n];
            head.add(one, visible, t, truth);
            if (map == truth_ && target_index >= 0)
              count_links(pair, static_cast<std::size_t>(target_index), one, head.links);
            for (std::size_t s = 0; s < mean.size(); ++s) mean[s] += one[s] / static_cast<float>(count());
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
    const int target = static_cast<int>(pair.target.size());
    int right = 0;
    for (int t = 0; t < target; ++t) {
      const int answer_row = recording.layout.answer_row(static_cast<int>(pair.source.size()), target, t);
      right +=
          is_correct(recording.predicted_token(row, answer_row), pair.target[static_cast<std::size_t>(t)]);
    }
    // A freely decoded output is right if and only if each token is right after the true previous tokens.
    correct_pairs += right == target;
    correct_tokens += right;
    tokens += target;
    heads.add(recording, row, pair);
  }

  MetricValues metrics(const std::vector<float>& head_gates) const {
    const auto& all = heads.heads(heads.truth_map());
    const std::size_t best = find_best_head(all, head_gates);
    const HeadStatistics& mean = heads.layer_mean(best / heads.count());
    double mean_entropy = 0;
    for (const HeadStatistics& head : all) mean_entropy += head.entropy() / static_cast<double>(all.size());
    MetricValues all_metrics = pair_metrics();
    all_metrics.insert(all_metrics.end(), {{"alignmentAccuracy", all[best].alignment()},
                                           {"massOnTruth", all[best].mass_on_truth()},
                                           {"meanAlignmentAccuracy", mean.alignment()},
                                           {"meanMassOnTruth", mean.mass_on_truth()},
                                           {"alignmentErrorRate", all[best].links.error_rate()},
                                           {"normalizedEntropy", mean_entropy}});
    return all_metrics;
  }
};

}  // namespace attento::self_attention
