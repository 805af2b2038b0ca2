// The experiment "translation": tasks tasks/translation.hpp, model models/encoder_decoder.hpp.
#include "experiments/translation/trial.hpp"
#include "lab/cell_choice.hpp"
#include "lab/common_metrics.hpp"
#include "lab/common_settings.hpp"
#include "lab/formula_setting.hpp"
#include "lab/hard_settings.hpp"
#include "lab/own_pairs.hpp"
#include "models/encoder_decoder.hpp"

namespace attento::translation {
namespace {

constexpr Setting kSettings[] = {
    choice("task", "Task", "french", "What is translated. The true alignment of every task is known.",
           {{"french", "French to English"},
            {"number-words", "number words to digits"},
            {"dates", "dates to ISO 8601"},
            {"reversal", "digits, reversed"},
            {"copy", "digits, copied"}}),
    choice("score", "Score", "concat",
           "How a decoder state z is compared with an encoder state h. Bahdanau's additive score uses the "
           "decoder state before its step, Luong's scores use the state after it. With “none” the decoder "
           "gets the last encoder state only.",
           make_choices(kScores<float>)),
    kFormula,
    choice("locality", "Locality", "global",
           "Which positions a step sees: all, those in a window that moves by one token a step, or those in "
           "a window with a predicted center p = S · σ(v · tanh(W z)).",
           make_choices(kLocalities)),
    real("window", "Window", {1, 10, 0.5}, "2",
         "D: half the width of a local window. With a predicted center, weights fall off as a Gaussian with "
         "σ = D / 2.",
         "tokens"),
    pair_examples(),
    length_bound("minimumLength", "Shortest number", "4", 64, "digits", "Of reversal and copy."),
    length_bound("maximumLength", "Longest number", "8", 64, "digits", "Of reversal and copy."),
    integer("largestNumber", "Largest number", {99, 1000000, 1, true}, "9999", "Of the number words."),
    own_tokens(),
    own_longest_pair(),
    own_minimum_count(),
    own_capitals(),
    choice("cell", "Cell", "gru", "The recurrent cell of encoder and decoder.", make_choices(kCells)),
    boolean(
        "bidirectional", "Bidirectional encoder", "true",
        "A second encoder reads the source from its end, so that every state also depends on what follows."),
    embedding_width("32", "The number of entries of a token vector."),
    hidden_width("64", 4, 256,
                 "The width of the decoder state, and of the encoder state in each direction. For the dot "
                 "score, both directions together have this width."),
    attention_kind("How the weights are used. Soft: the context is the weighted average of all encoder "
                   "states. Hard: it is one of them, drawn with the weights as probabilities, and the most "
                   "probable one outside training. A draw has no gradient, so the weights learn from a "
                   "reward. The map shows the weights of both. Hard attention needs the global reach.",
                   make_choices(std::span(kAttentionKinds).first<2>())),
    hard_samples(),
    hard_baseline(),
    hard_reward(),
    hard_entropy(),
    hard_warm_up("0"),
    boolean("inputFeeding", "Input feeding", "false",
            "The decoder of Luong's scores gets tanh(W [c; z]) of the step before as input. Bahdanau's "
            "decoder gets its context vector in any case."),
    fraction("teacherForcing", "Teacher forcing", "1",
             "The probability that a step in training gets the true previous token, not the decoder's own."),
    dropout_rate("The share of entries in embeddings and before the output that training sets to 0."),
    clip_limit(),
    choice("fault", "Fault", "none",
           "A published mistake with which the loss still falls. Only concat and additive have a tanh to "
           "leave out.",
           make_choices(kFaults)),
    make_live(
        integer("beam", "Beam", {1, 5}, "1",
                "The width of the beam search for typed sources and in the final test; 1 takes the most "
                "probable token at each step.",
                "hypotheses")),
    watched_example("Watched pair", kHeldOutPairs, "The test pair whose map is shown."),
    batch_size("64", 256, "pairs", "How many pairs a step averages over."),
    learning_rate("0.005", "The size of a step of Adam."),
    make_live(
        integer("constantSteps", "Steps at full rate", {0, 100000}, "250",
                "W: after this many steps the learning rate decays, at step t by the factor (W / t)². 0 "
                "keeps it constant.",
                "steps")),
    epochs("2", 10000, kOwnEpochsHelp)};

constexpr Metric kMetrics[] = {
    token_loss(),
    epoch_loss(),
    exact_match("Share of test sources whose translation is right in every token, decoded freely."),
    token_accuracy(),
    share("alignmentAccuracy", "Alignment accuracy",
          "Share of target tokens whose largest weight lies on the source token that they come from.",
          "mean [argmax a = truth]", 0.9),
    share("alignmentAccuracyWithinOne", "Alignment accuracy ± 1 token",
          "The same, where the tokens beside it count as well.", "mean [|argmax a − truth| ≤ 1]", 0.95),
    share("massOnTruth", "Weight on the true token",
          "Mean weight on the source token that a target token comes from.", "mean a[truth]", 0.6),
    {"normalizedEntropy", "Normalized entropy",
     "How evenly the weights are spread over the source tokens: 0 for one token, 1 for all alike.",
     "H(a) / ln n"},
    {"alignmentErrorRate", "Alignment error rate",
     "How far the links of the map are from those that are given. A: each target token and its largest "
     "weight; S = P: the given links. 0: the same links; 1: none in common. A largest weight on the end "
     "token is a wrong link. Och & Ney 2003, A systematic comparison of various statistical alignment "
     "models.",
     "1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|)", false, 0.1, kAlignments},
    training_exact_match()};

constexpr Text kViews[] = {"alignment-matrix", "loss-curve", "decoder-steps", "race",
                           "explanation",      "what-if",    "compare"};

// Settings that the presets on digits share.
#define DIGITS "hidden=32;batchSize=32;learningRate=0.01;constantSteps=150;epochs=1"

constexpr Preset kPresets[] = {
    {"french", "French to English",
     "A small grammar. Adjectives follow the noun in French, so the alignment leaves the diagonal.", ""},
    {"bahdanau", "French, additive score",
     "Bahdanau's score uses the decoder state before its step: equally accurate, with a softer map.",
     "score=additive", "alignmentAccuracy=0.7;alignmentAccuracyWithinOne=0.9"},
    {"number-words", "Number words",
     "A staircase: a word that stands for several digits is aligned with each of them.",
     "task=number-words;largestNumber=1000000;hidden=32;constantSteps=150",
     "alignmentAccuracy=0.8;alignmentAccuracyWithinOne=0.9"},
    {"dates", "Dates", "Character by character, in a dozen notations.", "task=dates;constantSteps=150",
     "alignmentAccuracy=0.6;alignmentAccuracyWithinOne=0.85;massOnTruth=0.55"},
    {"reversal", "Reversal", "Digits reversed: the map runs from top right to bottom left.",
     "task=reversal;score=additive;" DIGITS},
    {"hard", "Hard attention",
     "A reward teaches which state to draw. With seeds 0 to 4 at least 99 % of the numbers came out right; "
     "with the reward of Xu et al. 2015, 57 to 73 %.",
     "task=reversal;score=additive;attention=hard;" DIGITS},
    {"copy", "Copy", "The diagonal.", "task=copy;score=additive;" DIGITS,
     "exactMatch=0.97;alignmentAccuracy=0.8;massOnTruth=0.55"},
    {"dot", "Dot score", "Luong's score z · h has no parameters; encoder and decoder states have one width.",
     "task=reversal;" DIGITS ";score=dot"},
    {"general", "General score", "Luong's score z W h: a matrix between the states, and a sharp map.",
     "task=reversal;" DIGITS ";score=general"},
    {"custom-score", "A score of your own",
     "Any formula of query and key can be the score. This one adds a learned multiple of the distance "
     "between the positions.",
     "task=reversal;" DIGITS ";score=own"},
    {"local-p", "Local-p (predicted center)",
     "The decoder predicts the center of its window; then the weights sharpen in it.",
     "task=reversal;" DIGITS ";score=general;locality=local-p"},
    {"no-attention", "Without attention",
     "One state has to hold the whole sentence. The loss falls, but few translations are right.",
     "score=none", "", "exactMatch"},
    {"local-m-reversal", "Local-m on reversal",
     "The window moves from left to right, the alignment from right to left: they meet in the middle only.",
     "task=reversal;" DIGITS ";score=general;locality=local-m", "", "alignmentAccuracy"},
    {"no-source", "Patient A",
     "The loss falls, but every row of the map stays as even as at the start. Which setting repairs it?",
     "task=reversal;score=additive;" DIGITS ";fault=no-source", "", "alignmentAccuracy"},
    {"no-tanh", "Patient B",
     "All rows of this map are alike, whatever is being written. Which setting repairs it?",
     "task=reversal;score=additive;" DIGITS ";fault=no-tanh", "", "alignmentAccuracy"},
    {"no-mask", "Patient C", "The visible weights of a row do not add up to 1. Which setting repairs it?",
     "task=reversal;score=additive;" DIGITS ";fault=no-mask;probeExample=7"},
    {"small-data", "Patient D",
     "The training loss is near 0, yet many test numbers come out wrong. Which setting repairs it?",
     "task=reversal;score=additive;hidden=32;batchSize=32;learningRate=0.01;constantSteps=0;examples=200;"
     "epochs=100",
     "", "exactMatch"},
    {"unidirectional-encoder", "Encoder in one direction",
     "The encoder reads from left to right only. The loss falls as usual. Where does the largest weight lie?",
     "task=reversal;score=additive;" DIGITS ";bidirectional=false", "", "alignmentAccuracy"}};

#undef DIGITS

}  // namespace

extern const Experiment kExperiment = {
    .name = "translation",
    .place = 4,
    .module = "translation",
    .title = "Translation with attention",
    .summary =
        "An encoder reads a sentence. A decoder writes the translation word by word, each from a weighted "
        "average of the encoder states. The learned weights are drawn over the true alignment, which the "
        "network never sees.",
    .article = "Encoder and decoder with Bahdanau's and Luong's attention, global and local",
    .paper =
        "Bahdanau, Cho & Bengio 2015, Neural machine translation by jointly learning to align and translate; "
        "Luong, Pham & Manning 2015, Effective approaches to attention-based neural machine translation",
    .settings = kSettings,
    .supports_micro_batches = true,
    .schedule = {.curve = kInverseSquare, .length = "constantSteps"},
    .metrics = kMetrics,
    .inputs = kInputs,
    .maps = kMaps,
    .views = kViews,
    .presets = kPresets,
    .data = kOwnPairs,
    .supports_explanation = true,
    .make_trial = make_trial,
};

}  // namespace attento::translation
