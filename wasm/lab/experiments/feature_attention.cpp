#include "lab/experiments/feature_attention.hpp"

#include "lab/common_settings.hpp"
#include "lab/experiments/feature_attention_trial.hpp"

namespace attento {
namespace {

constexpr Setting kSettings[] = {
    {.name = "features",
     .label = "Features",
     .type = Type::kInteger,
     .minimum = 4,
     .maximum = 100,
     .standard = "10",
     .help = "How many numbers each example has; all but two are noise. It is also the hidden width of the "
             "plain network, so that both networks have (D + 1)² parameters."},
    {.name = "target",
     .label = "What decides",
     .type = Type::kChoice,
     .standard = "product",
     .help = "How the two informative features make the answer.",
     .choices = {{"product", "x₁ · x₂ > 0"},
                 {"sum", "x₁ + x₂ > 0"},
                 {"circle", "x₁² + x₂² < 2 ln 2"},
                 {"either", "x₁ > 0 or x₂ > 0"}}},
    {.name = "informative",
     .label = "Informative features",
     .type = Type::kIntegers,
     .standard = "4,7",  // three apart: they stay different among fewer features too
     .help = "The two features that decide; nobody tells the networks which.",
     .length = "2",
     .item_limit = "features"},
    {.name = "noise",
     .label = "Wrong answers",
     .type = Type::kReal,
     .maximum = 0.4,
     .step = 0.01,
     .standard = "0",
     .help = "The share of answers that are turned round, in training and in the held-out examples alike: no "
             "network can be right more often than the rest."},
    {.name = "examples",
     .label = "Examples",
     .type = Type::kInteger,
     .minimum = 200,
     .maximum = 100000,
     .step = 100,
     .standard = "100000",
     .help = "The first 70 % are trained on, shuffled anew for each epoch; the rest is held out."},
    {.name = "keep",
     .label = "Features kept",
     .type = Type::kInteger,
     .maximum = 100,
     .standard = "0",
     .help =
         "0, or as many as there are: all. Otherwise both networks get only the chosen ones, two or more."},
    {.name = "kept",
     .label = "Which are kept",
     .type = Type::kIntegers,
     .standard = "0",
     .help = "The features that are left when some are dropped.",
     .length = "keep",
     .item_limit = "features"},
    batch_size("128"),
    learning_rate("0.001"),
    epochs("16", 10000)};

constexpr Metric kMetrics[] = {
    {"loss", "Loss",
     "Binary cross-entropy of the attention network, averaged over about the last hundred steps.",
     "−mean(y ln p + (1 − y) ln(1 − p))", false, 0.22},
    {"epochLoss", "Loss of the last epoch", "The same over the last complete epoch.", "Σ loss / steps", false,
     0.22},
    {"rivalLoss", "Loss, plain network", "The same of the plain network.",
     "−mean(y ln p + (1 − y) ln(1 − p))", false, 0.05},
    {"rivalEpochLoss", "Loss of the last epoch, plain network", "The same of the plain network.",
     "Σ loss / steps", false, 0.05},
    {"accuracy", "Accuracy", "Share of held-out examples that the attention network answers rightly.",
     "mean [[p > ½] = y]", true, 0.92},
    {"rivalAccuracy", "Accuracy, plain network", "The same of the plain network.", "mean [[p > ½] = y]", true,
     0.99},
    {"massOnTruth", "Weight on the truth",
     "Mean attention on the two informative features together, over held-out examples.", "mean (aᵢ + aⱼ)",
     true, 0.7},
    {"alignmentAccuracy", "Features found",
     "Share of the informative features that are among the two with the largest mean attention.",
     "|top 2 ∩ {i, j}| / 2", true, 1},
    {"rivalMassOnTruth", "Weight on the truth, plain network",
     "Share of the first layer's absolute weights that belong to the two informative features.",
     "(|W|ᵢ + |W|ⱼ) / Σ |W|", true, 0.7}};

constexpr Text kViews[] = {"feature-bars", "decision-surface", "loss-curve", "explanation"};

constexpr Preset kPresets[] = {
    {"article", "As in the article", "Ten features, 100,000 examples, the product of two decides.", ""},
    {"hundred-features", "A hundred features", "Ninety-eight distracting features: who still finds the two?",
     "features=100"},
    {"circle", "Circle", "Yes inside a circle, no outside: the attention network finds it hard.",
     "target=circle"},
    {"small-data", "Small data", "500 examples, gone through many times.", "examples=500;epochs=3000"},
    {"noise", "Noise", "Every fifth answer is wrong: nobody can be right in more than 80 %.", "noise=0.2"}};

}  // namespace

const Experiment kFeatureAttention = {
    .name = "feature-attention",
    .title = "Attention that picks what matters",
    .summary =
        "Of many numbers only two decide the answer. One network learns how much attention each number "
        "deserves, a plain one of the same size does without; both train side by side on the same data.",
    .article = "Softmax attention over features",
    .paper = "",
    .settings = kSettings,
    .twins = true,
    .optimiser = {.epsilon = 1e-7},  // Keras's default
    .metrics = kMetrics,
    .inputs = kFeatureInputs,
    .maps = kFeatureMaps,
    .views = kViews,
    .presets = kPresets,
    .explains = true,
    .bytes = feature_attention_bytes,
    .start = [](std::uint64_t seed, const Values& values,
                Data) { return start_feature_attention(seed, values); },
};

}  // namespace attento
