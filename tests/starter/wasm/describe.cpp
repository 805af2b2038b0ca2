// The experiment "starter": the task in task.hpp, model models/context_gate_regressor.hpp.
#include "experiments/starter/trial.hpp"
#include "lab/common_metrics.hpp"
#include "lab/common_settings.hpp"

namespace attento::starter {
namespace {

constexpr Setting kSettings[] = {
    examples("Training examples", "2000", {}, "Number of rows of numbers in an epoch."),
    integer("length", "Length", {2, 16}, "6",
            "How many numbers there are, which is also the number of contexts.", "positions"),
    batch_size("4", 100), learning_rate("0.01"), epochs("8")};

constexpr Metric kMetrics[] = {
    {"loss", "Loss", "Mean squared error, averaged over about the last hundred steps.", "Σ (y − target)² / B",
     false, 1e-3},
    epoch_loss(),
    share("massOnTruth", "Weight on the true position",
          "Mean weight at the true positions, over all contexts.", "mean |a·w| / Σ|a·w|", 0.9)};

constexpr Text kViews[] = {"context-bars", "loss-curve"};

}  // namespace

extern const Experiment kExperiment = {
    .name = "starter",
    .place = 99,
    .module = "core",
    .title = "A context that counts from the end",
    .summary = "Context c stands for position c from the end. The network has to learn this.",
    .settings = kSettings,
    .metrics = kMetrics,
    .inputs = kInputs,
    .maps = kMaps,
    .views = kViews,
    .make_trial = make_trial,
};

}  // namespace attento::starter
