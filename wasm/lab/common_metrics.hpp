// Metrics that several experiments have, each with its own targets.
#pragma once

#include "lab/experiment.hpp"

namespace attento {

constexpr Metric cross_entropy_loss(Text help, double target) {
  return {"loss", "Loss", help, "−Σ ln p(y) / n", false, target};
}

/// It has no target: where the plan is one epoch, it is mostly about the beginning.
constexpr Metric epoch_loss(Text help = "The same over the last complete epoch.") {
  return {"epochLoss", "Loss of the last epoch", help, "Σ loss / steps"};
}

constexpr Metric exact_match(Text help, double target = 0.99) {
  return {"exactMatch", "Exact match", help, "mean [ŷ = y]", true, target};
}

/// Of experiments on pairs of a source and a target.
constexpr Metric token_loss(double target) {
  return cross_entropy_loss(
      "Cross-entropy of the target tokens in training, averaged over about the last hundred steps.", target);
}

constexpr Metric token_accuracy() {
  return {"tokenAccuracy",
          "Token accuracy",
          "Share of held-out target tokens that are the most probable ones after the true previous tokens.",
          "mean [argmax p = y]",
          true,
          0.995};
}

/// A metric of the second network, behind that of the first, whose target counts for both.
constexpr Metric baseline(std::string_view name, Text label, Text formula, bool higher_is_better) {
  return {name, label, "The same for the second network.", formula, higher_is_better};
}

constexpr Metric baseline_epoch_loss() {
  return baseline("rivalEpochLoss", "Loss of the last epoch, baseline", "Σ loss / steps", false);
}

}  // namespace attento
