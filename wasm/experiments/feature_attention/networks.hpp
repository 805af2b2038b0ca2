// Attention over features and its baseline without attention, recorded on one tape, and their statistics on held-out
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

/// Both networks, recorded for one batch size. The sum of their losses is trained; they share no parameter, so each
/// learns as if it were alone.
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

/// Writes for each feature f of a first layer W [D, H] its size Σ_h |W[f, h]| and its share of all sizes.
void measure_first_layer(std::span<const float> weights, std::span<float> sizes, std::span<float> shares);

/// Runs both networks on many examples at once.
class FeatureEvaluator {
 public:
  static constexpr int kRows = 1024;  // number of examples in one pass
  static constexpr int kGrid = 32;    // cells along an edge of a decision surface; kGrid² = kRows
  static constexpr float kEdge = 3;   // the decision surface extends from −3 to 3 along both axes

  /// Sums over the examples of run_examples().
  struct Sums {
    int rows = 0;
    double loss = 0;  // of the attention network, like `correct`
    int correct = 0;
    int baseline_correct = 0;
    std::vector<double> weights;  // sums over the examples, for each column
    std::vector<double> scores;

    void write_means(std::span<const double> of, std::span<float> to) const;
  };

  FeatureEvaluator(const FeatureGateClassifier& first, const FeedForwardClassifier& second,
                   const Parameters<float>& parameters, int columns)
      : recording_(parameters, false, first, second, columns, kRows) {}

  Plan<float>& plan() { return recording_.plan; }

  /// Runs both networks on `count` examples from `first` on.
  Sums run_examples(const FeatureSelection& task, int first, int count);

  /// For the weights of each column over the last `rows` ≤ kRows examples, writes the tenth and the ninetieth
  /// percentile, rounded to a thousandth.
  void write_percentiles(int rows, std::span<float> low, std::span<float> high) const;

  /// Writes both networks' probability of the answer yes, and the true answers, over the plane of the informative
  /// features [kGrid, kGrid]; other features are 0. The first row has the largest second feature.
  void write_surfaces(const FeatureSelection& task, std::span<float> surface, std::span<float> baseline,
                      std::span<float> truth);

 private:
  void add_outputs(int rows, Sums& sums) const;

  FeatureRecording recording_;
};

}  // namespace attento::feature_attention
