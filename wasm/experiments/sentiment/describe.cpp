// The experiment "sentiment": task tasks/reviews.hpp or the user's own sentences, models
// models/sentence_classifier.hpp, two of them with different poolings.
#include "experiments/sentiment/trial.hpp"
#include "files/labeled_text.hpp"
#include "lab/cell_choice.hpp"
#include "lab/common_metrics.hpp"
#include "lab/common_settings.hpp"
#include "models/sentence_classifier.hpp"

namespace attento::sentiment {
namespace {

constexpr NamedRow kNoBaseline[] = {{"none", "none"}};
constexpr NamedRow kSameCell[] = {{kSame, "the same"}};

constexpr Setting kSettings[] = {
    integer("sentences", "Sentences", {500, 20000, 100}, "4000",
            "How many reviews the grammar generates; a fifth is for the test. Your own data have their own "
            "number."),
    integer("maximumLength", "Longest sentence", {8, 256}, "48",
            "Every sentence is padded at its end to this length; a longer one is cut.", "words"),
    integer(
        "neutralClauses", "Neutral clauses", {0, 32}, "4",
        "The largest number of clauses without an opinion around the verdict; the smallest is half of it."),
    fraction("reportedSpeech", "Reported opinions", "0.5",
             "The probability of a clause with somebody else's opinion, which does not count."),
    fraction("negation", "Negation", "0.3", "The probability that a clause is negated: “not bad” is good."),
    fraction("intensifiers", "Intensifiers", "0.3",
             "The probability of a word such as “very”, which does not change the verdict."),
    fraction("contrast", "Contrast", "0.3",
             "The probability that the verdict follows its opposite: “the screen is fine but the battery is "
             "terrible”."),
    real("positiveShare", "Positive reviews", {0.1, 0.9, 0.05}, "0.5",
         "The share of reviews with a positive verdict."),
    integer("vocabulary", "Vocabulary", {40, 400, 10}, "60",
            "400 uses every word of the grammar, 100 the most frequent quarter of each kind."),
    choice("cell", "Cell", "lstm",
           "The recurrent cell that reads the words. An LSTMN keeps the states of all words, and at each "
           "word chooses by attention from which it goes on.",
           make_choices(kCells, kMachineReader)),
    embedding_width("16", "The number of entries of a word vector."),
    real("embeddingRange", "Initial range", {0.01, 1, 0.01}, "0.2",
         "The embedding starts with random numbers between minus and plus this. A larger range lets single "
         "words count earlier, and generalizes worse to rare ones."),
    hidden_width("32", 4, 256, "The number of entries of the hidden state."),
    choice("pooling", "Pooling", "additive", "How the states of all words become one vector.",
           make_choices(kPoolings)),
    choice("baseline", "Baseline", "last-padded",
           "The pooling of a second network with the same initial weights, trained on the same batches.",
           make_choices(kPoolings, kNoBaseline)),
    choice("baselineCell", "Baseline's cell", kSame,
           "The recurrent cell of the second network; or in its place a layer of a transformer with a causal "
           "mask, about as large as an LSTM, which keeps no last real state.",
           make_choices(kSameCell, kCells, kMachineReader, kCausalTransformer)),
    boolean("maskPadding", "Mask padding", "true",
            "Padding gets weight 0 in the mean and in both kinds of attention."),
    dropout_rate(
        "The share of the embedding's numbers that is dropped, the same at all words of a sentence."),
    fraction(
        "recurrentDropout", "Recurrent dropout", "0",
        "The share of the state's numbers that the gates do not see, the same at all words of a sentence.",
        0.8),
    real("l2", "L2 of the embedding", {0, 0.1, 0.0005}, "0",
         "λ: training also makes λ times the sum of the squared embedding small. The losses shown are "
         "without it."),
    clip_limit("0.5",
               "The norm of each network's gradient is limited to this; 0 sets no limit. It keeps a "
               "recurrent network from leaping when it has nearly learned."),
    batch_size("25", 512),
    learning_rate("0.01"),
    epochs("5", 1000, kOwnEpochsHelp)};

constexpr Metric kMetrics[] = {
    {"loss", "Loss", "Cross-entropy of the training sentences, averaged over about the last hundred steps.",
     "−Σ (t ln p + (1 − t) ln(1 − p)) / B"},
    epoch_loss("Cross-entropy over the last complete epoch."),
    baseline_metric("baselineLoss", "Loss, baseline", "−Σ (t ln p + (1 − t) ln(1 − p)) / B", false),
    baseline_epoch_loss_metric(),
    share("accuracy", "Accuracy", "Share of test sentences that are classified correctly.",
          "mean [(p > ½) = t]", 0.95),
    baseline_share("baselineAccuracy", "Accuracy, baseline", "mean [(p > ½) = t]"),
    share("massOnModifier", "Weight on the modifier",
          "Of a cell that looks back: mean weight on the negation and the intensifier of the word that "
          "decides, while that word is read.",
          "mean Σ_modifier a", 0.9),
    share("massOnPrevious", "Weight one word back",
          "Of a cell that looks back: mean weight on the word right before. An LSTM has all of it there, "
          "since it goes on from its last state.",
          "mean a[t, t−1]", kNoTarget, false),
    share("massOnCues", "Weight on cue words",
          "Mean weight on the words that decide: the word of sentiment and its negation.", "mean Σ_cue a",
          0.5),
    share("cueAccuracy", "Largest weight on a cue word",
          "Share of test sentences whose largest weight is on a word that decides.", "mean [argmax a ∈ cue]",
          0.5),
    share("massOnPadding", "Weight on padding", "Mean weight on the positions behind the sentence.",
          "mean Σ_padding a", 0, false),
    {"normalizedEntropy", "Normalized entropy",
     "How evenly the weights are spread over the real words: 0 for one word, 1 for all alike.",
     "H(a) / ln n"},
    baseline_share("baselineMassOnCues", "Weight on cue words, baseline", "mean Σ_cue a"),
    baseline_share("baselineMassOnPadding", "Weight on padding, baseline", "mean Σ_padding a", false),
    training_metric("trainingAccuracy", "Accuracy, training", "mean [(p > ½) = t]"),
    training_metric("baselineTrainingAccuracy", "Accuracy, training, baseline", "mean [(p > ½) = t]")};

constexpr Text kViews[] = {"looks-back", "sentences", "accuracy-by-length", "loss-curve", "explanation",
                           "what-if",    "compare"};

constexpr Preset kPresets[] = {
    {"default", "Attention vs last state", "The baseline keeps its last state, after the padding.", ""},
    {"article", "As in the article",
     "The article's sizes, its attention without a mask and its baseline, on short reviews.",
     "neutralClauses=1;reportedSpeech=0;embedding=32;hidden=100;l2=0.001;dropout=0.3;recurrentDropout=0.2;"
     "maximumLength=32;pooling=article;maskPadding=false;baseline=last-padded;learningRate=0.001;epochs=10;"
     "clip=0;batchSize=100;embeddingRange=0.05",
     "", "massOnPadding"},
    {"article-masked", "The article with a mask", "The same, but padding gets weight 0.",
     "neutralClauses=1;reportedSpeech=0;embedding=32;hidden=100;l2=0.001;dropout=0.3;recurrentDropout=0.2;"
     "maximumLength=32;pooling=article;maskPadding=true;baseline=last-padded;learningRate=0.001;epochs=10;"
     "clip=0;batchSize=100;embeddingRange=0.05",
     "", "accuracy"},
    {"last-real-baseline", "Attention vs last real state",
     "The baseline keeps the state after the last real word.", "baseline=last"},
    {"mean-baseline", "Attention vs mean", "The baseline averages all states.", "baseline=mean"},
    {"machine-reader", "The machine reader",
     "At each word the cell looks back and chooses from which states it goes on. The baseline is an LSTM. "
     "Short reviews, many with a negation and none with a “very”, which changes nothing.",
     "cell=lstmn;baselineCell=lstm;pooling=mean;baseline=mean;maximumLength=16;neutralClauses=1;"
     "reportedSpeech=0;contrast=0;intensifiers=0;negation=0.5;epochs=6",
     "massOnCues=;cueAccuracy="}};

}  // namespace

extern const Experiment kExperiment = {
    .name = "sentiment",
    .place = 3,
    .module = "core",
    .title = "Which words decide the verdict?",
    .summary =
        "A network reads a review word by word and classifies it as positive or negative. One clause "
        "decides; the others are neutral or report somebody else's opinion. Two networks that differ in "
        "their pooling or their cell learn side by side.",
    .article = "LSTM with and without attention pooling",
    .paper = "Yang et al. 2016, Hierarchical attention networks for document classification",
    .settings = kSettings,
    .has_baseline = true,
    .supports_micro_batches = true,
    .metrics = kMetrics,
    .inputs = kInputs,
    .maps = kMaps,
    .views = kViews,
    .presets = kPresets,
    .data = {"Your own sentences",
             "A text file in UTF-8, on each line a sentence, a tab and its label, 0 for bad or 1 for good; "
             "at least 20 of them, of both kinds.",
             kMaxLabeledBytes},
    .supports_explanation = true,
    .make_trial = make_trial,
};

}  // namespace attento::sentiment
