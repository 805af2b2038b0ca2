// Attention over features and its plain baseline, recorded on one tape, and their statistics on held-out
// examples.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lab/recording.hpp"
#include "models/feature_gate_classifier.hpp"
#include "models/feed_forward_classifier.hpp"
#include "ops/arithmetic.hpp"
#include "ops/binary_cross_entropy.hpp"
#include "tasks/feature_selection.hpp"

namespace attento::feature_attention {

/// Both networks, recorded for one batch size. The sum of their losses is trained; as they share no
/// parameter, each learns as if it were alone.
struct FeatureAttentionNodes {
  Node x, target;
  FeatureGateClassifier::Output attention;
  FeedForwardClassifier::Output baseline;
  BinaryCrossEntropy loss, baseline_loss;
  Node objective;

  FeatureAttentionNodes(Tape<float>& tape, bool, const FeatureGateClassifier& first,
                        const FeedForwardClassifier& second, int columns, int batch)
      : x(tape.input("values", {batch, columns})),
        target(tape.input("target", {batch, 1})),
        attention(first(tape, x)),
        baseline(second(tape, x)),
        loss(binary_cross_entropy(tape, attention.logits, target)),
        baseline_loss(binary_cross_entropy(tape, baseline.logits, target)),
        objective(add(tape, loss.loss, baseline_loss.loss)) {}
};

struct FeatureRecording : Recording<FeatureAttentionNodes> {
  using Recording::Recording;

  void fill(const FeatureSelection& task, std::span<const std::int32_t> examples) {
    task.fill(examples, plan.value(x).data(), plan.value(target).data());
  }
};

/// Writes the sum of the absolute weights of each feature in a first layer W [D, H], Σ_h |W[f, h]|, and its share of the total.
void measure_first_layer(std::span<const float> weights, std::span<float> sizes, std::span<float> shares);

/// Runs both networks on many examples at once.
class FeatureEvaluator {
 public:
  static constexpr int kRows = 1024;  // examples of one pass
  static constexpr int kGrid = 32;    // cells along an edge of a decision surface; kGrid² = kRows
  static constexpr float kEdge = 3;   // the surface extends from −3 to 3

  /// Sums over the examples of run_examples().
  struct Sums {
    int rows = 0;
    double loss = 0;  // of the attention network
    int correct = 0;
    int baseline_correct = 0;
    std::vector<double> weights;  // of each column
    std::vector<double> scores;

    void write_means(std::span<const double> of, std::span<float> to) const;
  };

  FeatureEvaluator(const FeatureGateClassifier& first, const FeedForwardClassifier& second,
                   const Parameters<float>& parameters, int columns)
      : recording_(parameters, false, first, second, columns, kRows) {}

  Plan<float>& plan() { return recording_.plan; }

  /// Runs `count` examples from `first` on through both networks.
  Sums run_examples(const FeatureSelection& task, int first, int count);

  /// Writes the tenth and the ninetieth percentile of the weights of each column, rounded to a thousandth, over the last
  /// `rows` ≤ kRows examples.
  void write_percentiles(int rows, std::span<float> low, std::span<float> high) const;

  /// Writes the probability of yes of both networks over the plane of the informative features [kGrid, kGrid], with all
  /// others zero, and the true answers. The first row is the top: the largest value of the second feature.
  void write_surfaces(const FeatureSelection& task, std::span<float> surface, std::span<float> baseline,
                      std::span<float> truth);

 private:
  void add_outputs(int rows, Sums& sums) const;

  FeatureRecording recording_;
};

}  // namespace attento::feature_attention
