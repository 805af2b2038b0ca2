// The experiment "graph-attention": tasks tasks/dictionary_lookup.hpp and tasks/social_graph.hpp, model
// models/graph_network.hpp.
#include "experiments/graph_attention/trial.hpp"
#include "lab/common_metrics.hpp"
#include "lab/common_settings.hpp"
#include "models/graph_network.hpp"

namespace attento::graph_attention {
namespace {

constexpr Setting kSettings[] = {
    choice("task", "Task", "lookup", "What the graph is, and which of its edges carry the answer.",
           {{"lookup", "Dictionary: queries and keys"}, {"social", "Circles of friends"}}),
    integer("kinds", "Keys, or circles", {5, 32}, "8",
            "How many keys a dictionary has, or circles a society; there are as many values."),
    choice("values", "Values", "independent",
           "Drawn for each key on its own, or each value at one key. In the second case a network may find "
           "the answer by ruling out all others.",
           {{"independent", "independent"}, {"permuted", "each one once"}}),
    integer("people", "People", {8, 64}, "24",
            "Circles of friends alone: how many nodes there are. A third of them are queries."),
    integer("friends", "Friends", {1, 6}, "2",
            "Circles of friends alone: how many others each person looks up. Friends see one another."),
    boolean("selfLoops", "Self-loops", "true", "Whether a node sees itself, too."),
    choice(
        "mechanism", "Mechanism", "gatv2",
        "How a node scores its neighbors. The mechanisms differ in the place of the rectifier, or have none.",
        make_choices(kGraphAttentions)),
    integer("heads", "Heads", {1, 16}, "1", "How many maps share the width, which must be a multiple."),
    integer("width", "Width", {4, 64, 4}, "32", "H: the number of entries of a node's vector.", "numbers"),
    examples("Graphs", "20000", {},
             "How many graphs are trained on, in a new order in each epoch. Test graphs are never among "
             "them."),
    batch_size("32", 128),
    learning_rate("0.005"),
    watched_example("Watched graph", kHeldOut, "Which of the test graphs is shown."),
    steps("1500", 100, 20000)};

constexpr Metric kMetrics[] = {
    cross_entropy_loss(
        "Cross-entropy of the answers in training, averaged over about the last hundred steps."),
    epoch_loss(),
    share("accuracy", "Right answers", "Share of the query nodes whose most probable value is right.",
          "mean [ŷ = y]", 0.99),
    share("alignmentAccuracy", "True edge chosen",
          "Share of the query nodes whose largest weight, the mean of all heads, lies on an edge that "
          "carries the answer.",
          "mean [argmax a = truth]", 0.99),
    share("massOnTruth", "Weight on true edges", "Mean weight on the edges that carry the answer.",
          "mean Σ_truth a", 0.9),
    {"argmaxAgreement", "All choose one",
     "Share of the query nodes whose largest weight lies on the favorite of their graph. At 1 all of them "
     "choose the same node.",
     "mean max_s |{t: argmax a[t] = s}| / T", false, 0.125},
    {"rankAgreement", "One order for all",
     "How often two query nodes put two common neighbors in the same order, head by head. At 1 attention is "
     "static: the query node makes no difference to the order.",
     "mean [(e[t,s] − e[t,r]) (e[u,s] − e[u,r]) ≥ 0]", false, 0.6},
    {"normalizedEntropy", "Normalized entropy",
     "How evenly the neighbors share the weight: 0 for one alone, 1 for all alike.", "H(a) / ln n"}};

constexpr Text kViews[] = {"graph", "loss-curve", "own-graph", "compare"};

constexpr Preset kPresets[] = {
    {"default", "GATv2", "Every query finds its own key, within seconds.", ""},
    {"gat", "GAT",
     "The published order of the parts: every query chooses the same key, and two thirds of the answers are "
     "wrong.",
     "mechanism=gat", "", "accuracy"},
    {"gat-heads", "GAT with eight heads",
     "Eight favorites instead of one: more answers are right, but each head still has one order for all.",
     "mechanism=gat;heads=8", "", "accuracy"},
    {"permuted-values", "Each value once",
     "All answers are right, and hardly any weight lies on the true edge: the network looks at all keys but "
     "the one, and says what is missing.",
     "values=permuted", "", "alignmentAccuracy"},
    {"social", "Circles of friends",
     "A graph of persons. A query node must find the friends of its own circle; only they know its value.",
     "task=social;kinds=6", "argmaxAgreement=;rankAgreement="},
    {"social-gat", "Circles of friends, GAT", "The same persons, and one order for all.",
     "task=social;kinds=6;mechanism=gat", "", "accuracy"}};

}  // namespace

extern const Experiment kExperiment = {
    .name = "graph-attention",
    .place = 8,
    .module = "graphs",
    .title = "Who listens to whom",
    .summary =
        "Nodes of a graph attend to their neighbors. Only one edge of many carries the answer, and it is "
        "known which. Two mechanisms with the same parts learn to choose.",
    .article = "Graph attention networks",
    .paper =
        "Veličković et al. 2018, Graph attention networks; Brody, Alon & Yahav 2022, How attentive are graph "
        "attention networks?",
    .settings = kSettings,
    .metrics = kMetrics,
    .inputs = kInputs,
    .maps = kMaps,
    .views = kViews,
    .presets = kPresets,
    .make_trial = make_trial,
};

}  // namespace attento::graph_attention
