// Metrics that several experiments share. Losses have no target if their value alone means little.
#pragma once

#include "lab/experiment.hpp"

namespace attento {

constexpr Metric cross_entropy_loss(Text help) { return {"loss", "Loss", help, "−Σ ln p(y) / n"}; }

constexpr Metric epoch_loss(Text help = "The same over the last complete epoch.") {
  return {"epochLoss", "Loss of the last epoch", help, "Σ loss / steps"};
}

/// A share of examples, tokens, weight or pixels, which texts may give in percent.
constexpr Metric share(std::string_view name, Text label, Text help, Text formula, double target = kNoTarget,
                       bool higher_is_better = true) {
  return {name, label, help, formula, higher_is_better, target, {}, true};
}

constexpr Metric exact_match(Text help, double target = 0.99) {
  return share("exactMatch", "Exact match", help, "mean [ŷ = y]", target);
}

/// A share of training examples. Comparing it with the same metric on held-out examples shows whether the user's own
/// data are enough to generalize from; built-in tasks always generate enough.
constexpr Metric training_metric(std::string_view name, Text label, Text formula) {
  return {name,
          label,
          "The same for training examples. If it is much higher, there are too few of them to generalize.",
          formula,
          true,
          kNoTarget,
          kOwnData,
          true};
}

constexpr Metric training_exact_match() {
  return training_metric("trainingExactMatch", "Exact match, training", "mean [ŷ = y]");
}

/// The loss of experiments on pairs of a source and a target.
constexpr Metric token_loss() {
  return cross_entropy_loss(
      "Cross-entropy of the target tokens in training, averaged over about the last hundred steps.");
}

constexpr Metric token_accuracy(double target = 0.995) {
  return share("tokenAccuracy", "Token accuracy",
               "Share of the test examples’ target tokens that are the most probable ones after the true "
               "previous tokens.",
               "mean [argmax p = y]", target);
}

/// A metric of the baseline. It is listed after the model's metric, whose target holds for both.
constexpr Metric baseline_metric(std::string_view name, Text label, Text formula, bool higher_is_better) {
  return {name, label, "The same for the second network.", formula, higher_is_better};
}

/// A metric of the baseline that is a share.
constexpr Metric baseline_share(std::string_view name, Text label, Text formula,
                                bool higher_is_better = true) {
  Metric metric = baseline_metric(name, label, formula, higher_is_better);
  metric.is_share = true;
  return metric;
}

constexpr Metric baseline_epoch_loss_metric() {
  return baseline_metric("baselineEpochLoss", "Loss of the last epoch, baseline", "Σ loss / steps", false);
}

}  // namespace attento
