// The experiment "caption": task tasks/shapes.hpp, model models/captioner.hpp.
#include "experiments/caption/trial.hpp"
#include "lab/common_metrics.hpp"
#include "lab/common_settings.hpp"
#include "lab/hard_settings.hpp"

namespace attento::caption {
namespace {

constexpr Setting kSettings[] = {
    integer(
        "objects", "Objects", {1, 3}, "2",
        "The most objects in a picture; three of four pictures have that many. No two have the same color."),
    fraction("variety", "Variety", "1",
             "How much objects differ in size, and in their position within their place. At 0 they are all "
             "alike."),
    real("noise", "Noise", {0, 0.4, 0.01}, "0.06",
         "The most noise that is added to a number of a picture, which is from 0 to 1."),
    examples("Pictures", "96000", {},
             "How many pictures are trained on, in a new order in each epoch. The test pictures have "
             "other arrangements.",
             1000000),
    attention_kind(
        "How the decoder looks before each word. Without it, it knows no more than the mean annotation.",
        make_choices(kAttentionKinds)),
    choice("initialState", "Start", "mean",
           "The decoder's first state. From the mean annotation it knows what there is before it looks; from "
           "zeros it has to look.",
           {{"mean", "from the mean annotation"}, {"zero", "zeros"}}),
    choice("cell", "Cell", "gru", "The recurrent cell of the decoder; Xu et al. have an LSTM.",
           {{"gru", "GRU"}, {"lstm", "LSTM"}}),
    integer("features", "Annotation", {8, 64, 4}, "32", "D: the number of entries of a region's vector.",
            "numbers"),
    embedding_width("32", "The number of entries of a word vector."),
    hidden_width("64", 8, 128, "The number of entries of the decoder's state."),
    boolean("gate", "Gate", "false",
            "Soft attention alone: the decoder chooses how much of the context it uses (β of Xu et al. 2015, "
            "section 4.2.1)."),
    real("doublyStochastic", "Look everywhere once", {0, 1, 0.005}, "0",
         "λ of Xu et al. 2015, equation 14, soft attention alone: a penalty unless each region gets a total "
         "weight of about one in a caption. Here there are more regions than words, so it blurs the map."),
    hard_samples(),
    hard_baseline(),
    hard_reward(),
    hard_entropy(),
    hard_warm_up("1500"),
    clip_limit(),
    batch_size("32", 128),
    learning_rate("0.005"),
    watched_example("Watched picture", kHeldOut, "Which of the test pictures is shown.", "2"),
    make_live(integer("beam", "Beam", {1, 5}, "1",
                      "The width of the beam search; 1 takes the most probable word each time.")),
    steps("3000", 100, 100000, false,
          "After how many steps a run stops by itself. The learning rate falls on the way, to a fiftieth at "
          "the end.")};

constexpr Metric kMetrics[] = {
    cross_entropy_loss("Cross-entropy of the words in training, averaged over about the last hundred steps."),
    epoch_loss(),
    exact_match("Share of test pictures whose caption is right in every word, written without any help.",
                0.95),
    share(
        "wordAccuracy", "Word accuracy",
        "Share of the test captions’ words that are the most probable ones after the true words before them.",
        "mean [argmax p = y]", 0.99),
    share("relationAccuracy", "Relation accuracy", "The same of left-of, right-of, above and below alone.",
          "mean [argmax p = y]", 0.98),
    share("pointingAccuracy", "Pointing accuracy",
          "Share of words that name an object while the largest weight lies on it. Relations and the end "
          "name none.",
          "mean [argmax α ∈ object]", 0.95),
    share("pointingAccuracyWithinOne", "Pointing within one region",
          "The same, where a region beside the object counts as well.", "mean [|argmax α − object| ≤ 1]",
          0.97),
    share("attendedInTime", "Seen by then",
          "Share of words that name an object on which a look has fallen at this word or before.",
          "mean [argmax α[u] ∈ object, u ≤ t]", 0.98),
    share("massOnTruth", "Weight on the object",
          "Mean weight on the four regions of the object that a word names.", "mean Σ_object α", 0.8),
    {"normalizedEntropy", "Normalized entropy",
     "How evenly the regions share the weight at words that name an object: 0 for one region only, 1 for all "
     "alike.",
     "H(α) / ln L"}};

constexpr Text kViews[] = {"caption-picture", "own-picture", "alignment-matrix", "loss-curve",
                           "explanation",     "what-if",     "compare"};

constexpr Preset kPresets[] = {
    {"soft", "Soft attention",
     "It looks at all regions, each a little. The light usually finds the objects within seconds.", ""},
    {"hard", "Hard attention that learns",
     "It looks at one region at a time, and knows nothing before it looks. Four samples of each picture tell "
     "how good one look is. A look is rewarded for the words that follow, and soft looks are taken away "
     "slowly.",
     "attention=hard;initialState=zero;batchSize=16", "pointingAccuracy=0.9;pointingAccuracyWithinOne=0.9"},
    {"published", "Hard attention as published",
     "One sample, a moving baseline, a reward for the whole caption. After 3,000 steps with seven seeds, 33 "
     "to 91 of a hundred captions were right, and 20 to 75 of a hundred looks were on the object.",
     "attention=hard;samples=1;rewardBaseline=moving;reward=whole;warmup=0", "", "pointingAccuracy"},
    {"reward-own-word", "Rewarded for its own word",
     "Each look is rewarded for the word that it helped to write, and for no other. From zeros that is "
     "enough.",
     "attention=hard;initialState=zero;reward=own-word;batchSize=16",
     "pointingAccuracy=0.88;pointingAccuracyWithinOne=0.9"},
    {"zero-state", "A start that knows nothing",
     "Soft attention from zeros: the decoder knows nothing of the picture before its first look.",
     "initialState=zero"},
    {"gated", "Gate and even weights",
     "Soft attention with a gate β, which says how much of the picture counts at a word, and a penalty that "
     "spreads light over all regions. Seeds differ: 42 to 100 of a hundred captions were right.",
     "gate=true;doublyStochastic=0.01;cell=lstm",
     "exactMatch=;wordAccuracy=;relationAccuracy=;pointingAccuracy=0.45;pointingAccuracyWithinOne=0.5;"
     "attendedInTime=0.6;"
     "massOnTruth=0.45"},
    {"no-attention", "Without attention",
     "The mean annotation is all that it has, so it has to guess what lies where. With seven seeds, at most "
     "45 of a hundred captions came out right.",
     "attention=none", "", "exactMatch"},
    {"three-objects", "Three objects", "Two relations, nine words: more to look at.", "objects=3;steps=5000",
     "pointingAccuracy=0.93;attendedInTime=0.97"}};

}  // namespace

extern const Experiment kExperiment = {
    .name = "caption",
    .place = 6,
    .module = "captions",
    .title = "A caption that shows where it looks",
    .summary =
        "A network looks at a picture of shapes and says what is there, word by word. Before each word it "
        "looks again: at all regions a little, or at one. Nobody tells it where. What it learns lies as "
        "light over the picture, the object that each word names is outlined.",
    .article = "Show, attend and tell: soft and hard attention over a picture",
    .paper = "Xu et al. 2015, Show, attend and tell: neural image caption generation with visual attention",
    .settings = kSettings,
    .supports_micro_batches = true,
    .schedule = {.curve = kSmooth, .length = "steps", .floor = 0.02},
    .metrics = kMetrics,
    .inputs = kInputs,
    .maps = kMaps,
    .views = kViews,
    .presets = kPresets,
    .supports_explanation = true,
    .make_trial = make_trial,
};

}  // namespace attento::caption
