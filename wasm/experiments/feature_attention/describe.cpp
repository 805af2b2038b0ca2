// The experiment "feature-attention": task tasks/feature_selection.hpp, models models/feature_gate_classifier.hpp
// and, as its baseline, models/feed_forward_classifier.hpp.
#include "experiments/feature_attention/trial.hpp"
#include "lab/common_metrics.hpp"
#include "lab/common_settings.hpp"

namespace attento::feature_attention {
namespace {

constexpr Setting kSettings[] = {
    integer("features", "Features", {4, 100}, "10",
            "How many numbers each example has; all but two are noise. It is also the hidden width of the "
            "plain network, so that both networks have (D + 1)² parameters."),
    choice("target", "What decides", "product", "How the answer depends on the two informative features.",
           make_choices(kTargets)),
    {.name = "informativeFeatures",
     .label = "Informative features",
     .type = SettingType::kIntegers,
     .default_text = "4,7",  // these also differ modulo a smaller number of features
     .help = "The two features that decide, unknown to the networks.",
     .length = "2",
     .item_limit = "features"},
    real("noise", "Label noise", {0, 0.4, 0.01}, "0",
         "The share of labels that are flipped, in training and in the test examples alike. It limits "
         "the accuracy of every network."),
    integer("examples", "Examples", {200, 100000, 100}, "100000",
            "The first 70 % are for training, shuffled anew in each epoch; the rest is for the test."),
    integer(
        "selectedFeatureCount", "Features kept", {0, 100}, "0",
        "0, or as many as there are: all. Otherwise both networks get only the chosen ones, two or more."),
    {.name = "selectedFeatures",
     .label = "Which are kept",
     .type = SettingType::kIntegers,
     .default_text = "0",
     .help = "The features that are left when some are dropped.",
     .length = "selectedFeatureCount",
     .item_limit = "features"},
    batch_size("128"),
    learning_rate("0.001"),
    epochs("16", 10000)};

constexpr Metric kMetrics[] = {
    {"loss", "Loss",
     "Binary cross-entropy of the attention network, averaged over about the last hundred steps.",
     "−mean(y ln p + (1 − y) ln(1 − p))", false, 0.22},
    epoch_loss(),
    {"baselineLoss", "Loss, plain network", "The same of the plain network.",
     "−mean(y ln p + (1 − y) ln(1 − p))"},
    {"baselineEpochLoss", "Loss of the last epoch, plain network", "The same of the plain network.",
     "Σ loss / steps"},
    share("accuracy", "Accuracy", "Share of test examples that the attention network classifies correctly.",
          "mean [[p > ½] = y]", 0.92),
    share("baselineAccuracy", "Accuracy, plain network", "The same of the plain network.",
          "mean [[p > ½] = y]"),
    share("massOnTruth", "Weight on the informative features",
          "Mean attention weight on the two informative features together, over test examples.",
          "mean (aᵢ + aⱼ)", 0.7),
    share("alignmentAccuracy", "Selection accuracy",
          "Share of the informative features that are among the two with the largest mean attention weight.",
          "|top 2 ∩ {i, j}| / 2", 1),
    share("baselineMassOnTruth", "Weight on the informative features, plain network",
          "Share of the first layer's absolute weights that belong to the two informative features.",
          "(|W|ᵢ + |W|ⱼ) / Σ |W|")};

constexpr Text kViews[] = {"feature-bars", "decision-surface", "loss-curve", "explanation", "compare"};

constexpr Preset kPresets[] = {
    {"article", "Ten features", "As in the article: 100,000 examples, the product of two decides.", ""},
    {"hundred-features", "A hundred features",
     "98 features are noise: which network still selects the other two?", "features=100"},
    {"circle", "Circle", "Yes inside a circle, no outside: hard for the attention network.", "target=circle",
     "", "alignmentAccuracy"},
    {"small-data", "Small data", "500 examples, over many epochs.", "examples=500;epochs=3000",
     "accuracy=0.84;massOnTruth=0.6"},
    {"noise", "Noise", "Every fifth label is wrong, so no network can exceed 80 % accuracy.", "noise=0.2",
     "loss=;accuracy=0.72"}};

}  // namespace

extern const Experiment kExperiment = {
    .name = "feature-attention",
    .place = 2,
    .module = "core",
    .title = "Attention over features",
    .summary =
        "Two of many numbers decide the answer. One network computes an attention weight for each number; a "
        "plain network of the same size has none. Both train side by side on the same data.",
    .article = "Softmax attention over features",
    .paper = "",
    .settings = kSettings,
    .has_baseline = true,
    .optimizer = {.epsilon = 1e-7},  // Keras's default
    .metrics = kMetrics,
    .inputs = kInputs,
    .maps = kMaps,
    .views = kViews,
    .presets = kPresets,
    .supports_explanation = true,
    .make_trial = make_trial,
};

}  // namespace attento::feature_attention
