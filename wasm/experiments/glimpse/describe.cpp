// The experiment "glimpse": task tasks/glyphs.hpp, model models/glimpse_network.hpp.
#include "experiments/glimpse/trial.hpp"
#include "lab/common_metrics.hpp"
#include "lab/common_settings.hpp"

namespace attento::glimpse {
namespace {

constexpr Setting gaze_width(std::string_view name, Text label, std::string_view default_text, Text help) {
  return real(name, label, {0.02, 1, 0.01}, default_text, help, "half widths");
}

constexpr Setting kSettings[] = {
    choice("kind", "To be found", "glyphs",
           "What is among the dots: a glyph that is always drawn alike, or a digit that never is.",
           {{"glyphs", "six glyphs"}, {"digits", "ten stroke digits"}}),
    integer("dots", "Dots", {0, Glyphs::kMaxDots}, "5", "How many dots lie around the glyph."),
    real("noise", "Noise", {0, 0.6, 0.01}, "0.2",
         "The most noise that is added to a pixel, which is from 0 to 1."),
    examples("Pictures", "100000", {},
             "How many pictures are trained on, in a new order in each epoch. 1,024 others are for the test.",
             1000000),
    integer("glimpses", "Glimpses", {2, 8}, "4", "T: how often it looks. The first look is at the center."),
    integer("patchSize", "Patch", {4, 8, 2}, "6", "N: a patch has N × N cells.", "cells"),
    integer("scales", "Scales", {1, 3}, "3",
            "M: the number of patches in a glimpse, each twice as wide and as coarse as the one before."),
    integer("features", "Glimpse vector", {8, 128, 8}, "64", "The number of entries of a glimpse's vector.",
            "numbers"),
    hidden_width("64", 8, 256, "The number of entries of the network's state."),
    gaze_width(
        "initialSigma", "Width of the gaze at first", "0.5",
        "σ: how wide places scatter around the chosen one when training starts. 1 is half the picture."),
    gaze_width("finalSigma", "Width of the gaze later", "0.15", "What σ falls to. It never grows."),
    fraction("sigmaDecayShare", "Narrowing", "0.6", "The share of the steps over which σ falls."),
    choice("classifyAt", "Asked", "every",
           "After which glimpses it has to answer. Only answers are rewarded, and each rewards all glimpses "
           "before it.",
           {{"every", "after every glimpse"}, {"last", "after the last glimpse (Mnih et al. 2014)"}}),
    boolean("rewardTrainsState", "Rewards reach the state", "true",
            "Whether rewards train the state that chooses a place, or the layer that reads it alone."),
    integer("samples", "Samples", {2, 16}, "8",
            "K: how many times each picture of a batch is looked at, each time at random places. The mean "
            "reward of the others is the baseline."),
    choice("baseline", "Baseline", "random",
           "A second network that learns beside the first from the same pictures, and chooses nothing.",
           {{"random", "random places"}, {"coarse", "one coarse look at all"}, {"none", "none"}}),
    dropout_rate("In training, a glimpse misses this share of its cells, so that looking twice tells more.",
                 "0.35"),
    clip_limit(),
    batch_size("16", 64, "pictures", "How many pictures a step averages over."),
    learning_rate("0.003"),
    watched_example("Watched picture", kHeldOut, "Which of the test pictures is shown."),
    steps("8000", 100, 40000, false,
          "After how many steps a run stops by itself. The learning rate falls along a cosine on the way, to "
          "a fiftieth.")};

constexpr Metric kMetrics[] = {
    cross_entropy_loss(
        "Cross-entropy of the answers in training, averaged over about the last hundred steps."),
    epoch_loss(),
    baseline_metric("baselineLoss", "Loss, baseline", "−Σ ln p(y) / n", false),
    baseline_epoch_loss_metric(),
    share("accuracy", "Right answers", "Share of test pictures whose glyph is named after the last glimpse.",
          "mean [ŷ = y]", 0.9),
    share("onTarget", "Last glimpse on the glyph",
          "Share of pictures in which the last glimpse is on the glyph. Chance is 0.04, with digits 0.11.",
          "mean [l ∈ glyph]", 0.8),
    share("secondGlimpseOnTarget", "Second glimpse on the glyph",
          "The same of the second glimpse, the first that it chooses.", "mean [l ∈ glyph]", 0.6),
    share("massOnTruth", "Fovea on the glyph",
          "Share of the sharpest patch of the last glimpse that lies on the glyph. With glyphs no more than "
          "0.69 is possible.",
          "mean Σ_glyph share", 0.5),
    baseline_share("baselineAccuracy", "Right answers, baseline", "mean [ŷ = y]"),
    baseline_share("baselineOnTarget", "Last glimpse on the glyph, baseline", "mean [l ∈ glyph]")};

constexpr Text kViews[] = {"glimpse-path", "loss-curve", "own-glimpses"};

constexpr Preset kPresets[] = {
    {"narrowing-sigma", "A gaze that narrows",
     "At first it looks almost anywhere, and sometimes hits the glyph by chance. Such hits are rewarded; "
     "then σ falls.",
     ""},
    {"published", "As published",
     "A narrow gaze from the start, one answer at the end, rewards that do not reach the state. It hits "
     "nothing by chance, so nothing is rewarded, and it does not learn where to look.",
     "initialSigma=0.15;finalSigma=0.15;classifyAt=last;rewardTrainsState=false;steps=3000", "", "onTarget"},
    {"digits", "Stroke digits",
     "Ten digits, never drawn twice alike. It looks at them long before it can tell them apart.",
     "kind=digits;noise=0.1;dropout=0.1;steps=10000", "accuracy=0.85"}};

}  // namespace

extern const Experiment kExperiment = {
    .name = "glimpse",
    .place = 9,
    .module = "glimpses",
    .title = "Where to look next",
    .summary =
        "A network sees a picture through a small window: sharp in the middle, coarse around it. It looks "
        "four times, and must name the one glyph among dots. Nobody tells it where to look; only right "
        "answers are rewarded.",
    .article = "Recurrent models of visual attention",
    .paper = "Mnih, Heess, Graves & Kavukcuoglu 2014, Recurrent models of visual attention",
    .settings = kSettings,
    .has_baseline = true,
    .supports_micro_batches = true,
    .schedule = {.curve = kCosine, .length = "steps", .floor = 0.02},
    .metrics = kMetrics,
    .inputs = kInputs,
    .maps = kMaps,
    .views = kViews,
    .presets = kPresets,
    .make_trial = make_trial,
};

}  // namespace attento::glimpse
