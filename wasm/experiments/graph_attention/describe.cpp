// The experiment "graph-attention": tasks tasks/dictionary_lookup.hpp and tasks/social_graph.hpp, model
// models/graph_network.hpp.
#include "experiments/graph_attention/trial.hpp"
#include "lab/common_metrics.hpp"
#include "lab/common_settings.hpp"
#include "models/graph_network.hpp"

namespace attento::graph_attention {
namespace {

constexpr Setting kSettings[] = {
    {.name = "task",
     .label = "Task",
     .type = Type::kChoice,
     .default_text = "lookup",
     .help = "What the graph is, and which of its edges carry the answer.",
     .choices = {{"lookup", "Dictionary: queries and keys"}, {"social", "Circles of friends"}}},
    {.name = "kinds",
     .label = "Keys, or circles",
     .type = Type::kInteger,
     .minimum = 5,
     .maximum = 32,
     .default_text = "8",
     .help = "How many keys a dictionary has, or circles a society; there are as many values."},
    {.name = "values",
     .label = "Values",
     .type = Type::kChoice,
     .default_text = "independent",
     .help =
         "Drawn for each key on its own, or each value at one key. In the second case a network may find the "
         "answer by ruling out all others.",
     .choices = {{"independent", "independent"}, {"permuted", "each one once"}}},
    {.name = "people",
     .label = "People",
     .type = Type::kInteger,
     .minimum = 8,
     .maximum = 64,
     .default_text = "24",
     .help = "Circles of friends alone: how many nodes there are. A third of them are queries."},
    {.name = "friends",
     .label = "Friends",
     .type = Type::kInteger,
     .minimum = 1,
     .maximum = 6,
     .default_text = "2",
     .help = "Circles of friends alone: how many others each person looks up. Friends see one another."},
    {.name = "selfLoops",
     .label = "Self-loops",
     .type = Type::kBoolean,
     .default_text = "true",
     .help = "Whether a node sees itself, too."},
    {.name = "mechanism",
     .label = "Mechanism",
     .type = Type::kChoice,
     .default_text = "gatv2",
     .help = "How a node scores its neighbors. The mechanisms differ in the place of the rectifier, or have "
             "none.",
     .choices = make_choices(kGraphAttentions)},
    {.name = "heads",
     .label = "Heads",
     .type = Type::kInteger,
     .minimum = 1,
     .maximum = 16,
     .default_text = "1",
     .help = "How many maps share the width, which must be a multiple."},
    {.name = "width",
     .label = "Width",
     .type = Type::kInteger,
     .minimum = 4,
     .maximum = 64,
     .step = 4,
     .default_text = "32",
     .unit = "numbers",
     .help = "H: the number of entries of a node's vector."},
    examples("Graphs", "20000", {},
             "How many graphs are trained on, in a new order in each epoch. What is held out is never among "
             "them."),
    batch_size("32", 128),
    learning_rate("0.005"),
    watched("Watched graph", kHeldOut, "Which of the held-out graphs is shown."),
    steps("1500", 100, 20000)};

constexpr Metric kMetrics[] = {
    cross_entropy_loss(
        "Cross-entropy of the answers in training, averaged over about the last hundred steps."),
    epoch_loss(),
    {"accuracy", "Right answers", "Share of the query nodes whose most probable value is right.",
     "mean [ŷ = y]", true, 0.99},
    {"alignmentAccuracy", "True edge chosen",
     "Share of the query nodes whose largest weight, the mean of all heads, lies on an edge that carries the "
     "answer.",
     "mean [argmax a = truth]", true, 0.99},
    {"massOnTruth", "Weight on true edges", "Mean weight on the edges that carry the answer.",
     "mean Σ_truth a", true, 0.9},
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

constexpr Text kViews[] = {"graph", "loss-curve", "own-graph"};

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
     "the one, "
     "and says what is missing.",
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
    .start = start,
};

}  // namespace attento::graph_attention
