// The experiment "draw": task tasks/strokes.hpp, model models/draw.hpp.
#include "experiments/draw/trial.hpp"
#include "lab/common_metrics.hpp"
#include "lab/common_settings.hpp"

namespace attento::draw {
namespace {

constexpr Setting grid(std::string_view name, Text label, Text help) {
  return integer(name, label, {2, 12}, "5", help, "filters");
}

constexpr Setting kSettings[] = {
    choice("pictures", "Pictures", "digits", "What is drawn, each time by one stroke.",
           {{"digits", "digits"}, {"shapes", "shapes"}}),
    examples(
        "Examples", "16000", "pictures",
        "How many pictures are trained on, in a new order in each epoch. 1,024 others are for the test."),
    real("slant", "Slant", {0, 0.6, 0.05}, "0.25",
         "The most that strokes lean to the right; to the left they lean half as much.", "columns per row"),
    real("jitter", "Jitter", {0, 0.1, 0.01}, "0.04", "How far every corner of a stroke may be off its place.",
         "heights"),
    boolean("readWindow", "Attention for reading", "true",
            "Reads through a window that it moves, zooms and blurs; without one, it sees all pixels at every "
            "step."),
    boolean("writeWindow", "Attention for writing", "true",
            "Writes through such a window; without one, it adds to all pixels at every step."),
    grid("readGrid", "Read window", "N: the read window is a grid of N × N Gaussian filters."),
    grid("writeGrid", "Write window", "N: the write window is a grid of N × N Gaussian filters."),
    integer("glimpses", "Steps per picture", {1, 16}, "8", "How often it looks and writes.", "steps"),
    hidden_width("64", 8, 256, "The number of entries of the encoder's and the decoder's state."),
    integer(
        "latent", "Latent numbers", {1, 32}, "8",
        "How many numbers pass from encoder to decoder at each step; each nat of theirs adds to the loss.",
        "numbers"),
    choice("baseline", "Baseline", "equal-parameters",
           "A second network that reads and writes without windows, and learns beside the first from the "
           "same batches.",
           {{"equal-parameters", "without windows, as many parameters"},
            {"equal-width", "without windows, as wide a state"},
            {"none", "none"}}),
    watched_example("Watched picture", kFrameExamples, "Which picture's maps are shown."),
    batch_size("16", 128),
    learning_rate("0.004"),
    make_live(integer(
        "decaySteps", "Steps of decay", {0, 100000}, "3000",
        "D: the learning rate falls along a cosine to a twentieth in this many steps; 0 keeps it constant.",
        "steps")),
    clip_limit(),
    epochs("3")};

constexpr Metric kMetrics[] = {
    {"loss", "Loss", "The bound on training pictures, averaged over about the last hundred steps.",
     "−ln D(x|c) + Σ KL"},
    epoch_loss(),
    baseline_metric("baselineLoss", "Loss, baseline", "−ln D(x|c) + Σ KL", false),
    baseline_epoch_loss_metric(),
    {"variationalBound", "Bound",
     "The most nats that the model needs to encode a test picture: those of the latent numbers, and "
     "those of each pixel given the latent numbers.",
     "−ln D(x|c) + Σ KL", false, 58},
    {"reconstructionLoss", "Reconstruction", "The nats of the pixels given the canvas, per picture.",
     "−ln D(x|c)", false, 48},
    {"klDivergence", "Divergence", "The nats of the latent numbers, per picture.", "Σ KL(Q(z|e) ‖ N(0, 1))",
     true, 8},
    {"meanImageBound", "Mean picture",
     "The bound of a model that always answers with the mean of the training pictures.", "−ln D(x|mean)"},
    {"noiseFloor", "Noise floor",
     "The entropy of gray pixels: no model can need less, even if it knew the picture.",
     "−Σ x ln x + (1 − x) ln(1 − x)"},
    {"windowExtent", "Read window's size",
     "The edge of the read window, in edges of the picture; 1 without a window.", "mean (N − 1) δ / 20",
     false, 0.7},
    share("windowOnInk", "Read window on ink", "Share of the read window that falls on ink.",
          "mean Σ share · x", 0.15),
    share("inkShare", "Ink", "Share of ink in the pictures: the value of a window that sees everything.",
          "mean x", kNoTarget, false),
    baseline_metric("baselineVariationalBound", "Bound, baseline", "−ln D(x|c) + Σ KL", false),
    baseline_metric("baselineReconstructionLoss", "Reconstruction, baseline", "−ln D(x|c)", false),
    baseline_metric("baselineKlDivergence", "Divergence, baseline", "Σ KL(Q(z|e) ‖ N(0, 1))", true)};

constexpr Text kViews[] = {"draw-steps", "loss-curve", "invented-pictures", "own-drawing"};

constexpr Preset kPresets[] = {
    {"digits", "Digits", "Eight looks at a digit, eight strokes on the canvas.", ""},
    {"no-baseline", "Digits alone", "Only the network with windows is trained.", "baseline=none"},
    {"larger", "Larger",
     "Twice the state, twice the latent numbers, ten steps. Mostly, the bound falls a little further.",
     "hidden=128;latent=16;glimpses=10;baseline=none"},
    {"read-all-pixels", "Without attention for reading",
     "It sees all pixels at every step, and writes through its window all the same.", "readWindow=false",
     "windowExtent=;windowOnInk="},
    {"equal-width-baseline", "Baseline as wide",
     "The baseline gets as wide a state, and with it about four times the parameters.",
     "baseline=equal-width"},
    {"shapes", "Shapes", "Circles, squares, triangles, zigzags and waves.", "pictures=shapes",
     "variationalBound=70;reconstructionLoss=60"},
    {"no-attention", "Without any attention", "Sees everything, writes everywhere.",
     "readWindow=false;writeWindow=false;baseline=none", "windowExtent=;windowOnInk="}};

}  // namespace

extern const Experiment kExperiment = {
    .name = "draw",
    .place = 7,
    .module = "draw",
    .title = "Drawing stroke by stroke",
    .summary =
        "A network copies a picture: it looks through a small window, again and again, and each time adds a "
        "stroke to a canvas. A baseline of the same size sees and writes all pixels at once.",
    .article = "DRAW",
    .paper = "Gregor et al. 2015, DRAW: a recurrent neural network for image generation",
    .settings = kSettings,
    .has_baseline = true,
    .supports_micro_batches = true,
    .schedule = {.curve = kCosine, .length = "decaySteps", .floor = 0.05},
    .metrics = kMetrics,
    .inputs = kInputs,
    .maps = kMaps,
    .views = kViews,
    .presets = kPresets,
    .make_trial = make_trial,
};

}  // namespace attento::draw
