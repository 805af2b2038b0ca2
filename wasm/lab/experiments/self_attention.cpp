#include "lab/experiments/self_attention.hpp"

#include "lab/common_settings.hpp"
#include "lab/experiments/self_attention_trial.hpp"

namespace attento {
namespace {

constexpr Setting kSettings[] = {
    {.name = "kind",
     .label = "Kind",
     .type = Type::kChoice,
     .standard = "encoder-decoder",
     .help = "An encoder answers in place, all at once. A decoder reads source and target as one sequence "
             "and looks back "
             "only. With both, the decoder looks at what the encoder has read.",
     .choices = {{"encoder", "encoder"}, {"decoder", "decoder"}, {"encoder-decoder", "encoder and decoder"}}},
    {.name = "task",
     .label = "Task",
     .type = Type::kChoice,
     .standard = "reversal",
     .help = "What is asked. Of every task it is known from which token of the source each answer comes. An "
             "encoder "
             "alone can do reversal, copy, sorting and recall, whose answers have a known length.",
     .choices = {{"reversal", "digits, reversed"},
                 {"copy", "digits, copied"},
                 {"sorting", "letters, sorted"},
                 {"recall", "the value of a key"},
                 {"distractors", "the marked letters, copied"},
                 {"french", "French to English"},
                 {"number-words", "number words to digits"}}},
    length_bound("minimumLength", "Shortest", "4", 16, {},
                 "How many digits, letters or marked letters there are at least; of recall, how many pairs."),
    length_bound("maximumLength", "Longest", "8", 16, {}, "And at most."),
    {.name = "vocabulary",
     .label = "Letters",
     .type = Type::kInteger,
     .minimum = 8,
     .maximum = 26,
     .standard = "16",
     .unit = "letters",
     .help = "How many letters sorting, recall and the copy with distractors are about. In sorting no letter "
             "comes "
             "twice, nor does a key in recall, so there are at least as many as the longest source has."},
    examples_of_pairs(),
    {.name = "dModel",
     .label = "Width",
     .type = Type::kInteger,
     .minimum = 16,
     .maximum = 128,
     .step = 8,
     .standard = "32",
     .unit = "numbers",
     .help = "D: how many numbers stand for a token, from the embedding to the answer."},
    {.name = "heads",
     .label = "Heads",
     .type = Type::kInteger,
     .minimum = 1,
     .maximum = 8,
     .standard = "2",
     .help =
         "How many questions a layer asks at once. They share the width, which has to be a multiple of their "
         "number."},
    {.name = "layers",
     .label = "Layers",
     .type = Type::kInteger,
     .minimum = 1,
     .maximum = 4,
     .standard = "1",
     .help = "Of the encoder and of the decoder."},
    {.name = "feedForward",
     .label = "Feed-forward",
     .type = Type::kInteger,
     .minimum = 1,
     .maximum = 8,
     .standard = "4",
     .unit = "× width",
     .help = "How wide the network behind each attention is."},
    {.name = "positions",
     .label = "Positions",
     .type = Type::kChoice,
     .standard = "sinusoidal",
     .help = "How a token knows its place: attention by itself sees a set, not a sequence.",
     .choices = {{"sinusoidal", "waves"}, {"learned", "learned"}, {"none", "none"}}},
    {.name = "back",
     .label = "An encoder looks back only",
     .type = Type::kBoolean,
     .standard = "false",
     .help = "Each token of the source sees itself and those before it, as it is in a decoder always."},
    {.name = "norm",
     .label = "Layer norm",
     .type = Type::kChoice,
     .standard = "before",
     .help =
         "Before each attention and network, which learns without warm-up, or behind them, as in the first "
         "transformer.",
     .choices = {{"before", "before"}, {"after", "after"}}},
    {.name = "activation",
     .label = "Activation",
     .type = Type::kChoice,
     .standard = "relu",
     .help = "Of the feed-forward network.",
     .choices = {{"relu", "ReLU"}, {"gelu", "GELU"}}},
    {.name = "scale",
     .label = "Scale of the scores",
     .type = Type::kChoice,
     .standard = "root",
     .help = "What q · k is multiplied with. d is the width of one head, D that of the model. With 1/D, as "
             "an article "
             "prints it, all scores are small and every map starts pale.",
     .choices = {{"root", "1/√d"}, {"width", "1/D"}}},
    {.name = "tied",
     .label = "Tied embedding",
     .type = Type::kBoolean,
     .standard = "true",
     .help = "The answer is read off the table of embeddings instead of a matrix of its own."},
    dropout_share(
        "The share of the numbers in embeddings and in what each layer adds that training leaves out."),
    clip_limit(),
    {.name = "headsOff",
     .label = "Heads switched off",
     .type = Type::kIntegers,
     .maximum = 95,
     .help =
         "What these heads say is left out wherever nothing is trained, to see what accuracy they carry. "
         "Counted "
         "layer by layer: first those of the encoder, then the decoder's own, then its looks at the encoder.",
     .restart = false},
    watched_pair(kAttentionHeldOut, "The held-out pair whose maps are shown."),
    batch_size("64", 256),
    learning_rate("0.005"),
    {.name = "warmup",
     .label = "Warm-up",
     .type = Type::kInteger,
     .maximum = 10000,
     .standard = "200",
     .unit = "steps",
     .help = "The learning rate rises evenly for so many steps, then falls evenly to a twentieth at the "
             "planned end; 0 keeps it as it is.",
     .restart = false},
    {.name = "steps",
     .label = "Steps",
     .type = Type::kInteger,
     .minimum = 1,
     .maximum = 1000000,
     .standard = "1000",
     .help = "After how many steps a run stops by itself.",
     .restart = false,
     .logarithmic = true}};

constexpr Metric kMetrics[] = {
    {"loss", "Loss",
     "Cross-entropy of the target tokens in training, averaged over about the last hundred steps.",
     "−Σ ln p(y) / n", false, 0.01},
    {"epochLoss", "Loss of the last epoch", "The same over the last complete epoch.", "Σ loss / steps", false,
     0.05},
    {"exactMatch", "Exact answers",
     "Share of held-out sources whose answer is right in every token, given without any help.",
     "mean [ŷ = y]", true, 0.99},
    {"tokenAccuracy", "Right tokens",
     "Share of held-out target tokens that are the most probable ones after the true tokens before them.",
     "mean [argmax p = y]", true, 0.995},
    {"alignmentAccuracy", "Right alignment, best head",
     "Share of target tokens for which the largest weight lies on the source token that they come from, of "
     "the head "
     "with the most weight there.",
     "mean [argmax a = truth]", true, 0.9},
    {"massOnTruth", "Weight on the truth, best head",
     "Mean weight of that head on the source token that a target token comes from.", "mean a[truth]", true,
     0.8},
    {"meanAlignmentAccuracy", "Right alignment, mean of the heads",
     "As for the best head, of the mean over all heads of its layer.", "mean [argmax Σ aₙ / N = truth]", true,
     0.8},
    {"meanMassOnTruth", "Weight on the truth, mean of the heads",
     "Mean weight of all heads of that layer on the source token that a target token comes from.",
     "mean Σ aₙ[truth] / N", true, 0.5},
    {"normalisedEntropy", "Spread of the weight",
     "How evenly the heads of the map that has a truth share their weight: 0 for one token only, 1 for all "
     "alike.",
     "mean H(a) / ln n", false, 0.4}};

constexpr Text kViews[] = {"head-grid", "loss-curve", "token-arcs", "residual-path", "explanation", "race"};

// What the presets on recall, and those on French, have in common.
#define RECALL "kind=encoder;back=true;task=recall;minimumLength=2;maximumLength=5;vocabulary=8;steps=600"
#define FRENCH "task=french;batchSize=32;steps=1500"

constexpr Preset kPresets[] = {
    {"reversal", "Reversal",
     "Places that count down while the answer counts up: the other diagonal, drawn by positions alone.", ""},
    {"sorting", "Sorting", "Having said a letter, the decoder looks for the next one of the alphabet.",
     "task=sorting;steps=600"},
    {"no-positions", "Reversal without positions",
     "The source becomes a set: all digits are known, their order is not. No training helps.",
     "positions=none;steps=600"},
    {"sorting-a-set", "Sorting without positions",
     "What comes next in the alphabet does not depend on where it stands: nothing is missed.",
     "task=sorting;positions=none;steps=600"},
    {"one-head", "One head",
     "French with a single question at a time: its one map has to be the alignment, and is.",
     FRENCH ";heads=1"},
    {"four-heads", "Four heads",
     "The same width, shared by four: the work is divided, and no single map is the alignment any more.",
     FRENCH ";heads=4"},
    {"induction", "Recall with two layers",
     "In the first layer every token looks at the one before it; in the second a head finds the token that "
     "comes after the key.",
     RECALL ";layers=2"},
    {"no-induction", "Recall with one layer",
     "Nobody tells a value which key it belongs to: the model can only guess among the values.", RECALL},
    {"pale", "Scores divided by D",
     "As an article prints it. Smaller scores draw a paler map: the answers become as right, but more weight "
     "stays beside the truth.",
     "scale=width"},
    {"french", "French to English",
     "Adjectives change places; two heads share the work, and their mean is the better map.", FRENCH},
    {"decoder", "A decoder alone",
     "Source and target are one sequence, in which each place looks back only. All sources have eight "
     "digits. Other "
     "lengths take a second layer, whose maps then often lie beside the truth.",
     "kind=decoder;minimumLength=8;maximumLength=8;steps=600"}};

#undef FRENCH
#undef RECALL

}  // namespace

const Experiment kSelfAttention = {
    .name = "self-attention",
    .title = "Transformers small enough to watch",
    .summary =
        "Every token asks all others at once, several questions side by side. All heads of all layers lie "
        "open, "
        "over the truth where there is one, and each may be switched off.",
    .article = "The transformer: self-attention, multi-head attention, query, key and value",
    .paper = "Vaswani et al. 2017, Attention is all you need",
    .settings = kSettings,
    .schedule =
        "W = 0: η; t + 1 < W: η (t + 1) / W; else η max(1/20, (N − t − 1) / (N − W)); W = warmup, "
        "N = steps",
    .metrics = kMetrics,
    .inputs = kAttentionInputs,
    .maps = kAttentionMaps,
    .views = kViews,
    .presets = kPresets,
    .explains = true,
    .bytes = self_attention_bytes,
    .start = start_self_attention,
};

}  // namespace attento
