#include "lab/experiments/translation.hpp"

#include "lab/common_settings.hpp"
#include "lab/experiments/translation_trial.hpp"

namespace attento {
namespace {

constexpr Setting kSettings[] = {
    {.name = "task",
     .label = "Task",
     .type = Type::kChoice,
     .standard = "french",
     .help = "What is translated into what. Of every task the true alignment is known.",
     .choices = {{"french", "French to English"},
                 {"number-words", "number words to digits"},
                 {"dates", "dates to ISO 8601"},
                 {"reversal", "digits, reversed"},
                 {"copy", "digits, copied"}}},
    examples_of_pairs(),
    length_bound("minimumLength", "Shortest number", "4", 30, "digits", "Of reversal and copy."),
    length_bound("maximumLength", "Longest number", "8", 30, "digits", "Of reversal and copy."),
    {.name = "largest",
     .label = "Largest number",
     .type = Type::kInteger,
     .minimum = 99,
     .maximum = 1000000,
     .standard = "9999",
     .help = "Of the number words.",
     .logarithmic = true},
    {.name = "cell",
     .label = "Cell",
     .type = Type::kChoice,
     .standard = "gru",
     .help = "What reads the source and writes the target token by token.",
     .choices = {{"rnn", "simple"}, {"gru", "GRU"}, {"lstm", "LSTM"}}},
    {.name = "bidirectional",
     .label = "Read in both directions",
     .type = Type::kBoolean,
     .standard = "true",
     .help = "A second encoder reads the source from its end; every state then knows what comes after it."},
    {.name = "embedding",
     .label = "Embedding",
     .type = Type::kInteger,
     .minimum = 4,
     .maximum = 64,
     .standard = "32",
     .unit = "numbers",
     .help = "How many numbers stand for a token."},
    {.name = "hidden",
     .label = "Hidden state",
     .type = Type::kInteger,
     .minimum = 4,
     .maximum = 128,
     .standard = "64",
     .unit = "numbers",
     .help = "The width of the decoder's state and of the encoder's in each direction. For the dot product, "
             "which compares the two, both directions share it."},
    {.name = "score",
     .label = "Score",
     .type = Type::kChoice,
     .standard = "concat",
     .help =
         "How well a state z of the decoder matches a state h of the encoder. Additive is Bahdanau's: it "
         "asks before the decoder steps. The others are Luong's: they ask after it. With none the decoder "
         "has nothing but the encoder's last state.",
     .choices = {{"none", "none: no attention"},
                 {"dot", "dot: z · h"},
                 {"general", "general: z W h"},
                 {"concat", "concat: v · tanh(W z + U h), after the step"},
                 {"additive", "additive: v · tanh(W z + U h), before it"}}},
    {.name = "reach",
     .label = "Reach",
     .type = Type::kChoice,
     .standard = "global",
     .help =
         "Where a step may look: everywhere, in a window that moves on by one token a step, or in one that "
         "the decoder places itself, p = S · σ(v · tanh(W z)).",
     .choices = {{"global", "global"}, {"local-m", "local, monotonic"}, {"local-p", "local, predicted"}}},
    {.name = "window",
     .label = "Window",
     .minimum = 1,
     .maximum = 10,
     .step = 0.5,
     .standard = "2",
     .unit = "tokens",
     .help = "D: how far a local window reaches to either side. Where it is predicted, weights fall off as a "
             "Gaussian with σ = D / 2."},
    {.name = "inputFeeding",
     .label = "Input feeding",
     .type = Type::kBoolean,
     .standard = "false",
     .help = "Luong's decoder gets tanh(W [c; z]) of the step before as input, so that it knows where it has "
             "looked. Bahdanau's gets its context in any case."},
    {.name = "teacherForcing",
     .label = "Teacher forcing",
     .maximum = 1,
     .step = 0.05,
     .standard = "1",
     .help =
         "The chance that a step in training is given the true token before it rather than what the decoder "
         "has just said."},
    dropout_share("The share of the numbers in embeddings and before the output that training leaves out."),
    clip_limit(),
    {.name = "fault",
     .label = "Fault",
     .type = Type::kChoice,
     .standard = "none",
     .help = "A mistake that has been published, with which the loss still falls. Scores without tanh are "
             "those of "
             "concat and additive.",
     .choices = {{"none", "none"},
                 {"no-source", "the source is left out of the score"},
                 {"no-tanh", "no tanh in the score"},
                 {"no-mask", "padding is not masked"}}},
    {.name = "beam",
     .label = "Beam",
     .type = Type::kInteger,
     .minimum = 1,
     .maximum = 5,
     .standard = "1",
     .unit = "beginnings",
     .help = "How many beginnings of a translation are followed up when one is typed and in the final test; "
             "1 takes "
             "the most probable token each time.",
     .restart = false},
    watched_pair(kTranslationHeldOut, "The held-out pair whose map is shown."),
    {.name = "batchSize",
     .label = "Batch size",
     .type = Type::kInteger,
     .minimum = 1,
     .maximum = 256,
     .standard = "64",
     .unit = "pairs",
     .help = "How many pairs are averaged for one step."},
    {.name = "learningRate",
     .label = "Learning rate",
     .minimum = 1e-6,
     .maximum = 1,
     .step = 1e-6,
     .standard = "0.005",
     .help = "The size of a step of Adam.",
     .restart = false,
     .logarithmic = true},
    {.name = "steady",
     .label = "Steps at full rate",
     .type = Type::kInteger,
     .maximum = 100000,
     .standard = "250",
     .unit = "steps",
     .help = "W: after so many steps the learning rate falls, at step t to (W / t)² of what it was, so that "
             "what has been "
             "learned settles; 0 keeps it as it is.",
     .restart = false},
    {.name = "epochs",
     .label = "Epochs",
     .type = Type::kInteger,
     .minimum = 1,
     .maximum = 10000,
     .standard = "2",
     .help = "After how many passes over the pairs a run stops by itself.",
     .restart = false}};

constexpr Metric kMetrics[] = {
    {"loss", "Loss",
     "Cross-entropy of the target tokens in training, averaged over about the last hundred steps.",
     "−Σ ln p(y) / n", false, 0.01},
    {"epochLoss", "Loss of the last epoch", "The same over the last complete epoch.", "Σ loss / steps", false,
     0.05},
    {"exactMatch", "Exact translations",
     "Share of held-out sources whose translation is right in every token, written without any help.",
     "mean [ŷ = y]", true, 0.99},
    {"tokenAccuracy", "Right tokens",
     "Share of held-out target tokens that are the most probable ones after the true tokens before them.",
     "mean [argmax p = y]", true, 0.995},
    {"alignmentAccuracy", "Right alignment",
     "Share of target tokens whose largest weight lies on the source token that they come from.",
     "mean [argmax a = truth]", true, 0.9},
    {"alignmentNear", "Alignment, give or take one",
     "The same, where a neighbour of that token counts as well.", "mean [|argmax a − truth| ≤ 1]", true,
     0.95},
    {"massOnTruth", "Weight on the truth", "Mean weight on the source token that a target token comes from.",
     "mean a[truth]", true, 0.6},
    {"normalisedEntropy", "Spread of the weight",
     "How evenly the source tokens share the weight: 0 for one token only, 1 for all alike.", "H(a) / ln n",
     false, 0.4}};

constexpr Text kViews[] = {"alignment-matrix", "loss-curve", "decoder-steps", "race", "explanation"};

// What the presets on digits have in common.
#define DIGITS "hidden=32;batchSize=32;learningRate=0.01;steady=150;epochs=1"

constexpr Preset kPresets[] = {
    {"french", "French to English",
     "A small grammar with adjectives after the noun: attention jumps ahead to the last one and comes back.",
     ""},
    {"bahdanau", "French by Bahdanau's attention",
     "Asked before the step rather than after it: as right in its words, softer in its map.",
     "score=additive"},
    {"number-words", "Number words",
     "A staircase, with a landing at every word that stands for several digits.",
     "task=number-words;largest=1000000;hidden=32;steady=150"},
    {"dates", "Dates", "Character by character, in a dozen ways of writing.", "task=dates;steady=150"},
    {"reversal", "Reversal", "The other diagonal.", "task=reversal;score=additive;" DIGITS},
    {"copy", "Copy", "The diagonal.", "task=copy;score=additive;" DIGITS},
    {"dot", "Luong's dot product",
     "The shortest score there is; encoder and decoder need states of one width.",
     "task=reversal;" DIGITS ";score=dot"},
    {"general", "Luong's general score", "With a matrix between the states: a map almost without haze.",
     "task=reversal;" DIGITS ";score=general"},
    {"local-p", "A window that places itself",
     "First the window finds its place, then the weights sharpen in it.",
     "task=reversal;" DIGITS ";score=general;reach=local-p"},
    {"forgetful", "Without attention",
     "One state has to hold the whole sentence. The loss falls all the same; few translations are right.",
     "score=none"},
    {"wrong-way", "A window that goes the wrong way",
     "It moves from left to right, the answer from right to left: only where they meet can it see.",
     "task=reversal;" DIGITS ";score=general;reach=local-m"},
    {"no-source", "What is wrong? A",
     "The loss falls, and the map never takes shape: every row is as even as on the first day. Which switch "
     "repairs it?",
     "task=reversal;score=additive;" DIGITS ";fault=no-source"},
    {"no-tanh", "What is wrong? B",
     "All rows of this map are alike, whatever is being written. Which switch repairs it?",
     "task=reversal;score=additive;" DIGITS ";fault=no-tanh"},
    {"no-mask", "What is wrong? C", "The colours of a row do not add up to one. Which switch repairs it?",
     "task=reversal;score=additive;" DIGITS ";fault=no-mask;watched=7"},
    {"little-data", "What is wrong? D",
     "The loss is next to nothing, yet every fifth translation is wrong. Which number repairs it?",
     "task=reversal;score=additive;hidden=32;batchSize=32;learningRate=0.01;steady=0;examples=200;epochs="
     "100"},
    {"one-off", "What is wrong? E",
     "Translations right, map wrong: the weights stand one token aside. Which switch repairs it?",
     "task=reversal;score=additive;" DIGITS ";bidirectional=false"}};

#undef DIGITS

}  // namespace

const Experiment kTranslation = {
    .name = "translation",
    .title = "Translation that shows where it looks",
    .summary =
        "An encoder reads a sentence, a decoder writes its translation word by word and looks back at what "
        "was "
        "read. Nobody tells it where to look; what it learns is laid over the true alignment.",
    .article = "Encoder and decoder with Bahdanau's and Luong's attention, global and local",
    .paper =
        "Bahdanau, Cho & Bengio 2015, Neural machine translation by jointly learning to align and translate; "
        "Luong, Pham & Manning 2015, Effective approaches to attention-based neural machine translation",
    .settings = kSettings,
    .schedule = "t > W > 0: η (W / t)²; else η; W = steady",
    .metrics = kMetrics,
    .inputs = kTranslationInputs,
    .maps = kTranslationMaps,
    .views = kViews,
    .presets = kPresets,
    .explains = true,
    .bytes = translation_bytes,
    .start = start_translation,
};

}  // namespace attento
