// The experiment "language-model": text tasks/primer.hpp or the user's own text, model models/transformer.hpp.
#include "experiments/language_model/trial.hpp"
#include "files/plain_text.hpp"
#include "lab/common_metrics.hpp"
#include "lab/common_settings.hpp"
#include "lab/transformer_settings.hpp"

namespace attento::language_model {
namespace {

constexpr Setting kSettings[] = {
    choice("tokens", "Tokens", "words",
           "How the text is split into tokens. A word includes the space before it; punctuation marks are "
           "separate tokens.",
           {{"characters", "characters"}, {"words", "words"}}),
    integer("lines", "Lines", {200, 20000, 100}, "1000",
            "How many lines of our primer there are. Your own text has its own length."),
    integer(
        "context", "Context", {kMinContext, 128}, "64",
        "How many tokens the model sees at once, and how many it writes. At most a tenth of your own text.",
        "tokens"),
    integer("minimumCount", "Rare tokens", {1, 100}, "2",
            "Tokens that occur less often in the training text are read as <unknown>. Of all others, the "
            "2,000 most frequent are known. In your own text of fewer than 5,000 tokens, 2 counts as 1.",
            "times"),
    model_width("64"),
    head_count("4"),
    layer_count("2", "Of the decoder."),
    feed_forward_width("4"),
    position_encoding(),
    dropout_rate("The share of entries in embeddings and in what each layer adds that training sets to 0."),
    clip_limit(),
    disabled_heads(47, "The output of these heads is set to 0 outside of training. Counted layer by layer."),
    watched_example("Watched window", kHeldOutWindows, "The test window whose maps are shown."),
    make_live(real("temperature", "Temperature", {0, 2, 0.05}, "0.7",
                   "What the logits are divided by before the next token of the sample is drawn. Lower: more "
                   "probable tokens; 0: always the most probable one.")),
    make_live(integer("sampleSeed", "Draw", {0, 9999}, "0",
                      "Which sample is drawn; the same number and weights give the same one.")),
    batch_size("16", 64),
    learning_rate("0.003"),
    learning_rate_warm_up("100"),
    steps("1000", 1, 1000000, true)};

constexpr Metric kMetrics[] = {
    cross_entropy_loss(
        "Cross-entropy of the next token in training, averaged over about the last hundred steps."),
    epoch_loss(),
    {"bitsPerCharacter", "Bits per character",
     "How many bits a character of the test text takes, if each token is coded with the probability that "
     "the model gives it. An unknown token takes eight bits more for each of its bytes.",
     "−Σ log₂ p(y) / characters", false, 0.4},
    {"trigramBits", "Bits per character, trigrams",
     "The same, if each probability is counted from the two tokens before. Witten & Bell 1991, The "
     "zero-frequency problem.",
     "−Σ log₂ p(y | y₋₂ y₋₁) / characters"},
    {"unigramBits", "Bits per character, unigrams",
     "The same, if each token is as probable as it is frequent.", "−Σ log₂ p(y) / characters"},
    token_accuracy(kNoTarget),
    share("recallAccuracy", "Named again",
          "Share of the words that a line names again whose first token is the most probable one.",
          "mean [argmax p = y], y named before", 0.85),
    share("alignmentAccuracy", "Alignment accuracy, best head",
          "Share of these words before which the largest weight lies where the word was named before, in the "
          "head with the most weight there.",
          "mean [argmax a ∈ truth]", 0.35),
    share("massOnTruth", "Weight on the true tokens, best head",
          "Mean weight of that head, before these words, where the word was named before.", "mean Σ_truth a",
          0.25),
    {"normalizedEntropy", "Normalized entropy",
     "How evenly the weights of the heads are spread: 0 for one token, 1 for all alike.", "mean H(a) / ln n"},
    training_metric("trainingTokenAccuracy", "Token accuracy, training", "mean [argmax p = y]")};

constexpr Text kViews[] = {"written-text", "head-grid", "loss-curve", "token-arcs", "compare"};

constexpr Preset kPresets[] = {
    {"words", "Words",
     "A decoder learns to write our primer, word by word. Names that come again are looked up.", ""},
    {"characters", "Characters",
     "The same text, character by character: the model has to learn the words first.", "tokens=characters",
     "bitsPerCharacter=0.6;recallAccuracy=;alignmentAccuracy=;massOnTruth="},
    {"no-positions", "Without positions",
     "The causal mask alone tells where a token stands: the model has to find out which is the last.",
     "positions=none", "", "recallAccuracy"},
    {"one-layer", "One layer", "No head can look for what another head has found.", "layers=1",
     "recallAccuracy=0.65"}};

}  // namespace

extern const Experiment kExperiment = {
    .name = "language-model",
    .place = 10,
    .module = "transformer",
    .title = "A small language model",
    .summary =
        "A decoder predicts the next character or word of a text, ours or yours, and goes on writing by "
        "itself. Arcs show where it looks while it writes.",
    .article = "The transformer: a decoder alone",
    .paper = "Radford et al. 2018, Improving language understanding by generative pre-training",
    .settings = kSettings,
    .supports_micro_batches = true,
    .schedule = kWarmUp,
    .metrics = kMetrics,
    .inputs = kInputs,
    .maps = kMaps,
    .views = kViews,
    .presets = kPresets,
    .data = {"Your own text",
             "Any text file in UTF-8: a story, a program, a list. At least 90 words and marks; its last "
             "tenth is for the test. Its true attention is unknown, so the maps have no outlines.",
             kMaxTextBytes},
    .make_trial = make_trial,
};

}  // namespace attento::language_model
