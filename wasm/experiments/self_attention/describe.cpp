// The experiment "self-attention": tasks tasks/{translation,letters}.hpp, model models/transformer.hpp.
#include "experiments/self_attention/setup.hpp"
#include "experiments/self_attention/trial.hpp"
#include "lab/common_metrics.hpp"
#include "lab/common_settings.hpp"
#include "lab/own_pairs.hpp"

namespace attento::self_attention {
namespace {

constexpr Setting kSettings[] = {
    choice("kind", "Kind", "encoder-decoder",
           "An encoder answers at all positions at once. A decoder reads source and target as one sequence "
           "under a causal mask. With both, the decoder attends to the encoder's output as well.",
           make_choices(kKinds)),
    choice("task", "Task", "reversal",
           "What is to be done. It is known from which source token each answer comes. An encoder alone can "
           "do reversal, copy, sorting and recall, whose answers have a known length.",
           {{"reversal", "digits, reversed"},
            {"copy", "digits, copied"},
            {"sorting", "letters, sorted"},
            {"recall", "the value of a key"},
            {"distractors", "the marked letters, copied"},
            {"french", "French to English"},
            {"number-words", "number words to digits"}}),
    length_bound("minimumLength", "Shortest", "4", 64, {},
                 "How many digits, letters or marked letters there are at least; of recall, how many pairs."),
    length_bound("maximumLength", "Longest", "8", 64, {}, "And at most."),
    own_tokens(),
    own_longest_pair(),
    own_minimum_count(),
    own_capitals(),
    integer("vocabulary", "Letters", {8, 26}, "16",
            "The alphabet of sorting, recall and the copy with distractors. Sorting uses no letter twice, "
            "recall no key, so it has at least as many letters as the longest source.",
            "letters"),
    pair_examples(),
    model_width("32"),
    head_count("2"),
    layer_count("1", "Of the encoder and of the decoder."),
    feed_forward_width("4"),
    position_encoding(),
    boolean("causalEncoder", "Causal mask in the encoder", "false",
            "Each source token sees itself and earlier tokens only, as in every decoder."),
    choice("norm", "Layer norm", "before",
           "Before each part of a block, which learns without warm-up, or after it, as in the first "
           "transformer.",
           {{"before", "before"}, {"after", "after"}}),
    choice("activation", "Activation", "relu", "Of the feed-forward network.",
           {{"relu", "ReLU"}, {"gelu", "GELU"}}),
    choice("scale", "Scale of the scores", "inverse-sqrt",
           "The factor of q · k. d is the width of one head, D that of the model. With 1/D, which an article "
           "prints, all scores are small and the weights nearly even.",
           {{"inverse-sqrt", "1/√d"}, {"inverse", "1/D"}}),
    boolean("tiedEmbeddings", "Tied embedding", "true",
            "The output layer shares its matrix with the embedding."),
    dropout_rate("The share of entries in embeddings and in what each layer adds that training sets to 0."),
    clip_limit(),
    disabled_heads(
        143,
        "The output of these heads is set to 0 outside of training, to measure the accuracy without them. "
        "Counted layer by layer: encoder self-attention, decoder self-attention, cross-attention."),
    watched_example("Watched pair", kHeldOutPairs, "The test pair whose maps are shown."),
    batch_size("64", 256),
    learning_rate("0.005"),
    learning_rate_warm_up("200"),
    steps("1000", 1, 1000000, true)};

constexpr Metric kMetrics[] = {
    token_loss(),
    epoch_loss(),
    exact_match("Share of test sources whose answer is right in every token, decoded freely."),
    token_accuracy(),
    share("alignmentAccuracy", "Alignment accuracy, best head",
          "Share of target tokens whose largest weight lies on the source token that they come from, in the "
          "head with the most weight there.",
          "mean [argmax a = truth]", 0.9),
    share("massOnTruth", "Weight on the true token, best head",
          "Mean weight of that head on the source token that a target token comes from.", "mean a[truth]",
          0.8),
    share("meanAlignmentAccuracy", "Alignment accuracy, mean of the heads",
          "The same for the mean over all heads of that layer.", "mean [argmax Σ aₙ / N = truth]", 0.8),
    share("meanMassOnTruth", "Weight on the true token, mean of the heads",
          "Mean weight of all heads of that layer on the source token that a target token comes from.",
          "mean Σ aₙ[truth] / N", 0.5),
    {"normalizedEntropy", "Normalized entropy",
     "How evenly the weights of the heads with a true alignment are spread: 0 for one token, 1 for all "
     "alike.",
     "mean H(a) / ln n"},
    {"alignmentErrorRate", "Alignment error rate, best head",
     "How far the links of the map are from those that are given. A: each target token and its largest "
     "weight in that head; S = P: the given links. 0: the same links; 1: none in common. A largest weight on "
     "the end token is a wrong link. Och & Ney 2003, A systematic comparison of various statistical "
     "alignment models.",
     "1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|)", false, 0.1, kAlignments},
    training_exact_match()};

constexpr Text kViews[] = {"head-grid",   "loss-curve", "token-arcs", "residual-path",
                           "explanation", "what-if",    "compare",    "race"};

// Settings that the presets on recall share, and those that the presets on French share.
#define RECALL \
  "kind=encoder;causalEncoder=true;task=recall;minimumLength=2;maximumLength=5;vocabulary=8;steps=600"
#define FRENCH "task=french;batchSize=32;steps=1500"

constexpr Preset kPresets[] = {
    {"reversal", "Reversal", "The map runs from top right to bottom left, found from positions alone.", ""},
    {"sorting", "Sorting", "After each letter, the decoder attends to the next one in the alphabet.",
     "task=sorting;steps=600", "alignmentAccuracy=0.6;massOnTruth=0.55;meanAlignmentAccuracy=0.65"},
    {"no-positions", "Reversal without positions",
     "The source is an unordered set: its digits are known, their order is not, and cannot be learned.",
     "positions=none;steps=600", "", "exactMatch"},
    {"sorting-no-positions", "Sorting without positions",
     "The order of the alphabet does not depend on positions, so nothing is lost.",
     "task=sorting;positions=none;steps=600",
     "alignmentAccuracy=0.7;massOnTruth=0.65;meanAlignmentAccuracy=0.65"},
    {"one-head", "One head", "French with one head: its map is the alignment.", FRENCH ";heads=1",
     "exactMatch=0.96;tokenAccuracy=0.99;alignmentAccuracy=0.85;massOnTruth=0.7;meanAlignmentAccuracy=0.8"},
    {"four-heads", "Four heads",
     "Four heads share the width and divide the work: no single map is the alignment.", FRENCH ";heads=4",
     "exactMatch=0.97;alignmentAccuracy=0.65;massOnTruth=0.6;meanAlignmentAccuracy=0.65"},
    {"induction", "Recall with two layers",
     "A head of the first layer attends to the previous token; a head of the second finds the token after "
     "the key.",
     RECALL ";layers=2"},
    {"induction-one-layer", "Recall with one layer",
     "No value knows which key it belongs to, so the model guesses among the values.", RECALL, "",
     "exactMatch"},
    {"scale-1-over-d", "Scores divided by D",
     "The scale that an article prints. Smaller scores give more even weights; the answers become as "
     "accurate, but more weight lies beside the true token.",
     "scale=inverse", "massOnTruth=0.6"},
    {"french", "French to English",
     "Adjectives change places. Two heads divide the work, and their mean is the better alignment.", FRENCH,
     "exactMatch=0.96;alignmentAccuracy=0.7;massOnTruth=0.65;meanAlignmentAccuracy=0.75"},
    {"decoder", "A decoder alone",
     "Source and target are one sequence under a causal mask. All sources have eight digits; other lengths "
     "need a second layer, whose maps are often off the true alignment.",
     "kind=decoder;minimumLength=8;maximumLength=8;steps=600",
     "massOnTruth=0.7;meanAlignmentAccuracy=0.75;meanMassOnTruth=0.45"}};

#undef FRENCH
#undef RECALL

}  // namespace

extern const Experiment kExperiment = {
    .name = "self-attention",
    .place = 5,
    .module = "transformer",
    .title = "Small transformers",
    .summary =
        "Every token is compared with every token, itself included, in several heads side by side. All heads "
        "of all layers are shown, over the true alignment where there is one, and each may be switched off.",
    .article = "The transformer: self-attention, multi-head attention, query, key and value",
    .paper = "Vaswani et al. 2017, Attention is all you need",
    .settings = kSettings,
    .supports_micro_batches = true,
    .schedule = kWarmUp,
    .metrics = kMetrics,
    .inputs = kInputs,
    .maps = kMaps,
    .views = kViews,
    .presets = kPresets,
    .data = kOwnPairs,
    .supports_explanation = true,
    .make_trial = make_trial,
};

}  // namespace attento::self_attention
