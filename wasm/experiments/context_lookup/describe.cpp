// The experiment "context-lookup": task tasks/context_lookup.hpp, model models/context_gate_regressor.hpp.
#include "experiments/context_lookup/trial.hpp"
#include "lab/common_metrics.hpp"
#include "lab/common_settings.hpp"

namespace attento::context_lookup {
namespace {

constexpr Setting kSettings[] = {
    examples("Training examples", "10000", {},
             "How many rows of numbers one epoch goes through, always in the same order."),
    integer("sequenceLength", "Sequence length", {2, 64}, "8", "How many numbers there are to choose from.",
            "positions"),
    integer("contexts", "Contexts", {1, 32}, "5",
            "How many contexts there are; each has its own true position."),
    {.name = "map",
     .label = "True positions",
     .type = SettingType::kIntegers,
     .default_text = "2,7,3,5,1",
     .help = "The position that each context points to. It may be changed while the network learns.",
     .requires_restart = false,
     .length = "contexts",
     .item_limit = "sequenceLength"},
    batch_size("1"),
    learning_rate("0.001"),
    epochs("4")};

constexpr Metric kMetrics[] = {
    {"loss", "Loss",
     "Mean squared error on the training examples, averaged over about the last hundred steps.",
     "Σ (y − target)² / B", false, 5e-5},
    epoch_loss("Mean squared error over the last complete epoch."),
    share("alignmentAccuracy", "Alignment accuracy",
          "Share of contexts whose largest effective weight is at the true position.",
          "mean [argmax = truth]", 1),
    share("massOnTruth", "Weight on the true position",
          "Mean effective weight at the true positions, over all contexts.", "mean |a·w| / Σ|a·w|", 0.97),
    share("minimumMassOnTruth", "Weight, worst context",
          "The effective weight at the true position of the context where it is smallest.",
          "min |a·w| / Σ|a·w|", 0.97)};

constexpr Text kViews[] = {"context-bars", "loss-curve", "compare"};

}  // namespace

extern const Experiment kExperiment = {
    .name = "context-lookup",
    .place = 1,
    .module = "core",
    .title = "A context that selects a position",
    .summary =
        "A network gets a row of numbers and a context, and must return the number at the position that the "
        "context stands for. The positions are not given; the network learns one row of attention weights "
        "for each context.",
    .article = "Context-indexed attention network",
    .settings = kSettings,
    .metrics = kMetrics,
    .inputs = kInputs,
    .maps = kMaps,
    .views = kViews,
    .make_trial = make_trial,
};

}  // namespace attento::context_lookup
