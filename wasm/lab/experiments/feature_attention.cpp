#include "lab/experiments/feature_attention.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

#include "lab/trial_helpers.hpp"
#include "models/feature_gate_classifier.hpp"
#include "models/feed_forward_classifier.hpp"
#include "ops/binary_cross_entropy.hpp"
#include "tasks/feature_choice.hpp"

namespace attento {
namespace {

constexpr int kLooking = 1024;  // rows that are looked at in one go
constexpr int kGrid = 32;       // cells along an edge of a decision surface: kGrid² = kLooking
constexpr float kEdge = 3;      // it reaches from −3 to 3

constexpr Setting kSettings[] = {
    {.name = "features",
     .label = "Features",
     .type = Type::kInteger,
     .minimum = 4,
     .maximum = 100,
     .standard = "10",
     .help = "How many numbers each example has; all but two are noise. It is also the hidden width of the "
             "plain network, so that both networks have (D + 1)² parameters."},
    {.name = "target",
     .label = "What decides",
     .type = Type::kChoice,
     .standard = "product",
     .help = "How the two informative features make the answer.",
     .choices = {{"product", "x₁ · x₂ > 0"},
                 {"sum", "x₁ + x₂ > 0"},
                 {"circle", "x₁² + x₂² < 2 ln 2"},
                 {"either", "x₁ > 0 or x₂ > 0"}}},
    {.name = "informative",
     .label = "Informative features",
     .type = Type::kIntegers,
     .standard = "4,7",  // three apart: they stay different among fewer features too
     .help = "The two features that decide; nobody tells the networks which.",
     .length = "2",
     .item_limit = "features"},
    {.name = "noise",
     .label = "Wrong answers",
     .type = Type::kReal,
     .maximum = 0.4,
     .step = 0.01,
     .standard = "0",
     .help = "The share of answers that are turned round, in training and in the held-out examples alike: no "
             "network can be right more often than the rest."},
    {.name = "examples",
     .label = "Examples",
     .type = Type::kInteger,
     .minimum = 200,
     .maximum = 100000,
     .step = 100,
     .standard = "100000",
     .help = "The first 70 % are trained on, shuffled anew for each epoch; the rest is held out."},
    {.name = "keep",
     .label = "Features kept",
     .type = Type::kInteger,
     .maximum = 100,
     .standard = "0",
     .help = "0: all. Otherwise both networks get the chosen features only, as many as this: 2 or more."},
    {.name = "kept",
     .label = "Which are kept",
     .type = Type::kIntegers,
     .standard = "0",
     .help = "The features that are left when some are dropped.",
     .length = "keep",
     .item_limit = "features"},
    {.name = "batchSize",
     .label = "Batch size",
     .type = Type::kInteger,
     .minimum = 1,
     .maximum = 1024,
     .standard = "128",
     .unit = "examples",
     .help = "How many examples are averaged for one step."},
    {.name = "learningRate",
     .label = "Learning rate",
     .type = Type::kReal,
     .minimum = 1e-6,
     .maximum = 1,
     .step = 1e-6,
     .standard = "0.001",
     .help = "The size of a step of Adam, the same for both networks.",
     .restart = false,
     .logarithmic = true},
    {.name = "epochs",
     .label = "Epochs",
     .type = Type::kInteger,
     .minimum = 1,
     .maximum = 10000,
     .standard = "16",
     .help = "After how many passes over the training examples a run stops by itself.",
     .restart = false}};

constexpr Setting kInputs[] = {{.name = "values",
                                .label = "Values",
                                .type = Type::kReals,
                                .minimum = -10,
                                .maximum = 10,
                                .step = 0.01,
                                .help = "The features of one example; those that are not kept are ignored.",
                                .length = "features"}};

constexpr Metric kMetrics[] = {
    {"loss", "Loss",
     "Binary cross-entropy of the attention network, averaged over about the last hundred steps.",
     "−mean(y ln p + (1 − y) ln(1 − p))", false, 0.22},
    {"epochLoss", "Loss of the last epoch", "The same over the last complete epoch.", "Σ loss / steps", false,
     0.22},
    {"rivalLoss", "Loss, plain network", "The same of the plain network.",
     "−mean(y ln p + (1 − y) ln(1 − p))", false, 0.05},
    {"rivalEpochLoss", "Loss of the last epoch, plain network", "The same of the plain network.",
     "Σ loss / steps", false, 0.05},
    {"accuracy", "Accuracy", "Share of held-out examples that the attention network answers rightly.",
     "mean [[p > ½] = y]", true, 0.92},
    {"rivalAccuracy", "Accuracy, plain network", "The same of the plain network.", "mean [[p > ½] = y]", true,
     0.99},
    {"massOnTruth", "Weight on the truth",
     "Mean attention on the two informative features together, over held-out examples.", "mean (aᵢ + aⱼ)",
     true, 0.7},
    {"alignmentAccuracy", "Features found",
     "Share of the informative features that are among the two with the largest mean attention.",
     "|top 2 ∩ {i, j}| / 2", true, 1},
    {"rivalMassOnTruth", "Weight on the truth, plain network",
     "Share of the first layer's absolute weights that belong to the two informative features.",
     "(|W|ᵢ + |W|ⱼ) / Σ |W|", true, 0.7}};

constexpr MapDescription kMaps[] = {
    {"attention", "Attention", "The weight of each feature, averaged over held-out examples.",
     "a = softmax(x W + b)"},
    {"rival", "Plain network",
     "What the plain network's first layer takes from each feature: its share of all absolute weights.",
     "Σₕ |W[f, h]| / Σ |W|"}};

constexpr std::string_view kViews[] = {"feature-bars", "decision-surface", "loss-curve"};

constexpr Preset kPresets[] = {
    {"article", "As in the article", "Ten features, 100,000 examples, the product of two decides.", ""},
    {"hundred-features", "A hundred features", "Ninety-eight distracting features: who still finds the two?",
     "features=100"},
    {"circle", "Circle", "Yes inside a circle, no outside: the attention network finds it hard.",
     "target=circle"},
    {"small-data", "Small data", "500 examples, gone through many times.", "examples=500;epochs=3000"},
    {"noise", "Noise", "Every fifth answer is wrong: nobody can be right in more than 80 %.", "noise=0.2"}};

[[noreturn]] void refuse(const Values& values, std::string_view name, std::string expected) {
  const Setting* setting = std::find_if(std::begin(kSettings), std::end(kSettings),
                                        [&](const Setting& one) { return one.name == name; });
  throw Error(Code::kBadParameter, std::string(name), value_text(*setting, values.at(name)).substr(0, 80),
              std::move(expected));
}

/// The task that the settings ask for. Throws BAD_PARAMETER for settings that contradict one another.
FeatureChoice::Options task_options(const Values& values) {
  using Target = FeatureChoice::Target;
  FeatureChoice::Options options;
  const std::string& target = values.choice("target");
  options.features = values.integer("features");
  options.target = target == "product"  ? Target::kProduct
                   : target == "sum"    ? Target::kSum
                   : target == "circle" ? Target::kCircle
                                        : Target::kEither;
  options.noise = static_cast<float>(values.real("noise"));
  const std::vector<int> informative = values.integers("informative");
  if (informative[0] == informative[1]) refuse(values, "informative", "two different features");
  options.informative = {informative[0], informative[1]};
  const int keep = values.integer("keep");
  if (keep == 1 || keep > options.features) {
    refuse(values, "keep", "0 for all, or from 2 to " + std::to_string(options.features));
  }
  options.columns = values.integers("kept");
  if (keep == 0) {
    options.columns.resize(static_cast<std::size_t>(options.features));
    std::iota(options.columns.begin(), options.columns.end(), 0);
  }
  std::vector<int> sorted = options.columns;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    refuse(values, "kept", "every feature at most once");
  }
  return options;
}

/// How surprised a network is whose score for yes is `logit`: −ln of what it gives the right answer.
double surprise(float logit, float target) {
  const auto x = static_cast<double>(logit);
  return std::max(x, 0.0) - x * static_cast<double>(target) + std::log1p(std::exp(-std::abs(x)));
}

/// Both networks, recorded for one batch size.
struct Twins {
  Node x;
  Node target;
  FeatureGateClassifier::Output attention;
  FeedForwardClassifier::Output rival;
  BinaryCrossEntropy loss;
  BinaryCrossEntropy rival_loss;
  Plan<float> plan;

  Twins(const FeatureGateClassifier& first, const FeedForwardClassifier& second,
        const Parameters<float>& parameters, int columns, int batch, bool trains)
      : plan(record(first, second, parameters, columns, batch, trains)) {}

  void fill(const FeatureChoice& task, std::span<const std::int32_t> examples) {
    task.fill(examples, plan.value(x).data(), plan.value(target).data());
  }

 private:
  Plan<float> record(const FeatureGateClassifier& first, const FeedForwardClassifier& second,
                     const Parameters<float>& parameters, int columns, int batch, bool trains) {
    Tape<float> tape(parameters);
    x = tape.input("values", {batch, columns});
    target = tape.input("target", {batch, 1});
    attention = first(tape, x);
    rival = second(tape, x);
    loss = binary_cross_entropy(tape, attention.logits, target);
    rival_loss = binary_cross_entropy(tape, rival.logits, target);
    const Node both = add(tape, loss.loss, rival_loss.loss);
    return std::move(tape).freeze(trains ? both : Node{});
  }
};

/// What was seen on held-out examples: sums over them.
struct Sums {
  int rows = 0;
  double loss = 0;
  int right = 0;
  int rival_right = 0;
  std::vector<double> weights;
  std::vector<double> scores;
};

class FeatureAttentionTrial final : public Trial {
 public:
  FeatureAttentionTrial(std::uint64_t seed, const Values& values)
      : values_(values),
        examples_(values.integer("examples")),
        train_(static_cast<int>(static_cast<std::int64_t>(examples_) * 7 / 10)),
        task_(seed, examples_, task_options(values)),
        columns_(static_cast<int>(task_.options().columns.size())),
        attention_(FeatureGateClassifier::declare(parameters_, "attention", columns_)),
        rival_(FeedForwardClassifier::declare(parameters_, "rival", columns_, task_.options().features)),
        initialised_(initialise(seed)),
        epochs_(seed, train_, values.integer("batchSize")),
        training_(attention_, rival_, parameters_, columns_, values.integer("batchSize"), true),
        looking_(attention_, rival_, parameters_, columns_, kLooking, false),
        single_(attention_, rival_, parameters_, columns_, 1, false) {}

  Parameters<float>& parameters() override { return parameters_; }
  Plan<float>& plan() override { return training_.plan; }
  std::vector<Node> losses() const override { return {training_.loss.loss, training_.rival_loss.loss}; }
  OptimiserSettings optimiser() const override { return {.epsilon = 1e-7}; }
  std::int64_t steps_per_epoch() const override { return epochs_.steps(); }

  void fill(std::int64_t step) override { training_.fill(task_, epochs_.batch(step)); }

  void set(const Values& values) override { values_ = values; }

  void declare(Frame& frame) override {
    const auto row = [&](const char* name) {
      return frame.declare(name, {1, columns_}, {"mean", "feature"});
    };
    const auto surface = [&](const char* name) {
      return frame.declare(name, {kGrid, kGrid}, {"second feature", "first feature"});
    };
    mean_ = row("attention");
    scores_ = row("attention.scores");
    low_ = row("attention.low");
    high_ = row("attention.high");
    share_ = row("rival");
    sizes_ = row("rival.scores");
    truth_ = row("truth");
    surface_ = surface("surface.attention");
    rival_surface_ = surface("surface.rival");
    true_surface_ = surface("surface.truth");
    frame.maps = {{"attention", "attention", "attention.scores", "truth"},
                  {"rival", "rival", "rival.scores", "truth"}};
    frame.row_labels = {"mean"};
    frame.column_labels = column_labels();
  }

  void describe(Json& json) const override {
    const auto count = [&](std::initializer_list<Parameter> all) {
      std::size_t sum = 0;
      for (const Parameter p : all) sum += parameters_.shape(p).size();
      return static_cast<int>(sum);
    };
    const auto network = [&](const Linear& first, const Linear& readout) {
      return count({first.weight, first.bias, readout.weight, readout.bias});
    };
    json.name("counts").object([&] {
      json.field("attention", network(attention_.gate, attention_.readout));
      json.field("rival", network(rival_.inner, rival_.readout));
    });
    json.field("train", train_).field("heldOut", examples_ - train_);
  }

  std::vector<double> probe(Frame& frame) override {
    const Sums sums = look(std::min(kLooking, examples_ - train_));
    means(sums.weights, sums.rows, frame.values(mean_));
    means(sums.scores, sums.rows, frame.values(scores_));
    spread(sums.rows, frame.values(low_), frame.values(high_));
    rival_sizes(frame.values(sizes_), frame.values(share_));
    truth(frame.values(truth_));
    draw_surfaces(frame);
    return measure(sums);
  }

  double evaluate(std::span<double> metrics) override {
    const Sums sums = look(examples_ - train_);
    const std::vector<double> better = measure(sums);
    std::copy(better.begin(), better.end(), metrics.begin());
    return sums.loss / sums.rows;
  }

  void predict(const Fields& input, Json& json) override {
    const bool typed = choose(input);
    const auto value = [&](Node node) { return single_.plan.value(node); };
    const auto output = value(single_.loss.probabilities);
    const auto rival_output = value(single_.rival_loss.probabilities);
    json.field("output", output[0]).field("rival", rival_output[0]);
    if (!typed) json.field("target", value(single_.target)[0]);
    json.name("attention").object([&] { write_example(json); });
    json.name("steps").array([&] {
      write_step(json, "input", "x", value(single_.x));
      write_step(json, "scores", "e = x W + b", value(single_.attention.attention.scores));
      write_step(json, "weights", "a = softmax(e)", value(single_.attention.attention.weights));
      write_step(json, "weighed", "z = a ⊙ x", value(single_.attention.attention.context));
      write_step(json, "logit", "l = z · w + c", value(single_.attention.logits));
      write_step(json, "probability", "p = 1 / (1 + e⁻ˡ)", output);
      write_step(json, "plain network: hidden", "h = max(x V + d, 0)", value(single_.rival.hidden));
      write_step(json, "plain network: logit", "m = h · v + f", value(single_.rival.logits));
      write_step(json, "plain network: probability", "q = 1 / (1 + e⁻ᵐ)", rival_output);
    });
  }

  void attention(const Fields& request, Json& json) override {
    const std::string* example = nullptr;
    bool of_rival = false;
    for (const auto& [name, text] : request) {
      if (name == "example") {
        example = &text;
      } else if (name != "map") {
        throw Error(Code::kBadParameter, name.substr(0, 80), text.substr(0, 80), "one of map, example");
      } else if (text != "attention" && text != "rival") {
        throw Error(Code::kBadParameter, "map", text.substr(0, 80), "one of attention, rival");
      } else {
        of_rival = text == "rival";
      }
    }
    if (example && of_rival) {
      throw Error(Code::kBadParameter, "example", example->substr(0, 80),
                  "the map attention; the plain network's first layer is the same for every example");
    }
    if (example) {
      choose({{"example", *example}});
      write_example(json);
      return;
    }
    std::vector<float> weights(width());
    std::vector<float> scores(width());
    if (of_rival) {
      rival_sizes(scores, weights);
    } else {
      const Sums sums = look(std::min(kLooking, examples_ - train_));
      means(sums.weights, sums.rows, weights);
      means(sums.scores, sums.rows, scores);
    }
    write_map(json, of_rival ? "rival" : "attention", "mean", weights, scores);
  }

 private:
  bool initialise(std::uint64_t seed) {
    parameters_.allocate();
    attention_.initialise(parameters_, seed);
    rival_.initialise(parameters_, seed);
    return true;
  }

  std::size_t width() const { return static_cast<std::size_t>(columns_); }

  std::vector<std::string> column_labels() const {
    std::vector<std::string> labels;
    for (const int column : task_.options().columns) labels.push_back("x" + std::to_string(column));
    return labels;
  }

  /// Calls take(column) for the informative features that are kept.
  template <class Take>
  void for_informative(const Take& take) const {
    const auto& columns = task_.options().columns;
    for (const int feature : task_.options().informative) {
      const auto found = std::find(columns.begin(), columns.end(), feature);
      if (found != columns.end()) take(static_cast<std::size_t>(found - columns.begin()));
    }
  }

  void truth(std::span<float> to) const {
    std::fill(to.begin(), to.end(), 0.0F);
    for_informative([&](std::size_t column) { to[column] = 0.5F; });
  }

  /// Runs the first `count` held-out examples through both networks.
  Sums look(int count) {
    Sums sums{.weights = std::vector<double>(width()), .scores = std::vector<double>(width())};
    std::vector<std::int32_t> examples(static_cast<std::size_t>(count));
    std::iota(examples.begin(), examples.end(), train_);
    for (std::span<const std::int32_t> left = examples; !left.empty();) {
      const auto now = left.first(std::min<std::size_t>(left.size(), kLooking));
      looking_.fill(task_, now);
      looking_.plan.forward();
      add_up(static_cast<int>(now.size()), sums);
      left = left.subspan(now.size());
    }
    return sums;
  }

  void add_up(int rows, Sums& sums) {
    const auto value = [&](Node node) { return looking_.plan.value(node).data(); };
    const float* target = value(looking_.target);
    const float* logit = value(looking_.attention.logits);
    const float* rival_logit = value(looking_.rival.logits);
    const float* weight = value(looking_.attention.attention.weights);
    const float* score = value(looking_.attention.attention.scores);
    for (int row = 0; row < rows; ++row) {
      const bool yes = target[row] > 0.5F;
      sums.loss += surprise(logit[row], target[row]);
      sums.right += (logit[row] > 0) == yes;
      sums.rival_right += (rival_logit[row] > 0) == yes;
      for (std::size_t column = 0; column < width(); ++column) {
        sums.weights[column] += static_cast<double>(*weight++);
        sums.scores[column] += static_cast<double>(*score++);
      }
    }
    sums.rows += rows;
  }

  static void means(std::span<const double> sums, int rows, std::span<float> to) {
    std::transform(sums.begin(), sums.end(), to.begin(),
                   [rows](double sum) { return static_cast<float>(sum / rows); });
  }

  /// The tenth and the ninetieth of a hundred weights, feature by feature, among the rows looked at last.
  void spread(int rows, std::span<float> low, std::span<float> high) {
    const auto weights = looking_.plan.value(looking_.attention.attention.weights);
    const auto less = [](float a, float b) { return a < b || (std::isnan(b) && !std::isnan(a)); };
    std::vector<float> sorted(static_cast<std::size_t>(rows));
    const auto at = [&](double share) {
      const auto place = sorted.begin() + static_cast<std::ptrdiff_t>(std::lround(share * (rows - 1)));
      std::nth_element(sorted.begin(), place, sorted.end(), less);
      return *place;
    };
    for (std::size_t column = 0; column < width(); ++column) {
      for (std::size_t row = 0; row < sorted.size(); ++row) sorted[row] = weights[row * width() + column];
      low[column] = at(0.1);
      high[column] = at(0.9);
    }
  }

  /// Σ_h |W[f, h]| of the rival's first layer, and each feature's share of them all.
  void rival_sizes(std::span<float> sizes, std::span<float> shares) const {
    const auto weights = parameters_.values(rival_.inner.weight);
    const std::size_t hidden = weights.size() / width();
    float total = 0;
    for (std::size_t column = 0; column < width(); ++column) {
      sizes[column] = 0;
      for (const float weight : weights.subspan(column * hidden, hidden)) sizes[column] += std::abs(weight);
      total += sizes[column];
    }
    for (std::size_t column = 0; column < width(); ++column) {
      shares[column] = total > 0 ? sizes[column] / total : 0;
    }
  }

  /// The experiment's own metrics, in the order of kMetrics.
  std::vector<double> measure(const Sums& sums) const {
    double mass = 0;
    int found = 0;
    double rival_mass = 0;
    std::vector<float> sizes(width());
    std::vector<float> shares(width());
    rival_sizes(sizes, shares);
    for_informative([&](std::size_t column) {
      const double weight = sums.weights[column];
      mass += weight / sums.rows;
      found += std::count_if(sums.weights.begin(), sums.weights.end(),
                             [weight](double other) { return other > weight; }) < 2;
      rival_mass += static_cast<double>(shares[column]);
    });
    return {static_cast<double>(sums.right) / sums.rows, static_cast<double>(sums.rival_right) / sums.rows,
            mass, found / 2.0, rival_mass};
  }

  /// How probable both networks find yes over the plane of the informative features, the others being zero.
  /// The first row is the top: the largest value of the second feature.
  void draw_surfaces(Frame& frame) {
    const auto x = looking_.plan.value(looking_.x);
    const auto& [first, second] = task_.options().informative;
    const auto& columns = task_.options().columns;
    const auto truth = frame.values(true_surface_);
    float* value = x.data();
    for (int cell = 0; cell < kGrid * kGrid; ++cell) {
      const auto along = [](int place) { return kEdge * (2 * static_cast<float>(place) / (kGrid - 1) - 1); };
      const float a = along(cell % kGrid);
      const float b = along(kGrid - 1 - cell / kGrid);
      for (const int column : columns) *value++ = column == first ? a : column == second ? b : 0;
      truth[static_cast<std::size_t>(cell)] = task_.answer(a, b) ? 1 : 0;
    }
    looking_.plan.forward();
    const auto copy = [&](Node from, FrameTensor to) {
      const auto numbers = looking_.plan.value(from);
      std::copy(numbers.begin(), numbers.end(), frame.values(to).begin());
    };
    copy(looking_.loss.probabilities, surface_);
    copy(looking_.rival_loss.probabilities, rival_surface_);
  }

  /// Runs "example" or typed values through the single reader; says whether they were typed.
  bool choose(const Fields& input) {
    const bool typed = !(input.size() == 1 && input[0].first == "example");
    if (typed) {
      const Values given = read_settings(kInputs, input, values_);
      const auto& numbers = given.list("values");
      const auto& columns = task_.options().columns;
      std::transform(columns.begin(), columns.end(), single_.plan.value(single_.x).begin(), [&](int column) {
        return static_cast<float>(numbers[static_cast<std::size_t>(column)]);
      });
    } else {
      const std::int32_t example = read_example(input[0].second, examples_);
      single_.fill(task_, {&example, 1});
    }
    single_.plan.forward();
    return typed;
  }

  void write_example(Json& json) {
    const Attention& seen = single_.attention.attention;
    write_map(json, "attention", "example", single_.plan.value(seen.weights),
              single_.plan.value(seen.scores));
  }

  void write_map(Json& json, const char* name, const char* row, std::span<const float> weights,
                 std::span<const float> scores) const {
    std::vector<float> marked(width());
    truth(marked);
    json.field("name", name);
    Frame::write_shape(json, {1, columns_});
    json.field("weights", weights).field("scores", scores).field("truth", marked);
    json.name("rowLabels").array([&] { json.value(row); });
    json.field("columnLabels", column_labels());
  }

  Values values_;
  int examples_;
  int train_;
  FeatureChoice task_;
  int columns_;
  Parameters<float> parameters_;
  FeatureGateClassifier attention_;
  FeedForwardClassifier rival_;
  bool initialised_;
  ShuffledEpochs epochs_;
  Twins training_;
  Twins looking_;
  Twins single_;
  FrameTensor mean_, scores_, low_, high_, share_, sizes_, truth_, surface_, rival_surface_, true_surface_;
};

}  // namespace

const Experiment kFeatureAttention = {
    .name = "feature-attention",
    .title = "Attention that picks what matters",
    .summary =
        "Of many numbers only two decide the answer. One network learns how much attention each number "
        "deserves, a plain one of the same size does without; both train side by side on the same data.",
    .article = "Softmax attention over features",
    .paper = "",
    .settings = kSettings,
    .twins = true,
    .metrics = kMetrics,
    .inputs = kInputs,
    .maps = kMaps,
    .views = kViews,
    .presets = kPresets,
    .bytes =
        [](const Values& values) {
          const double features = values.real("features");
          const double kept = values.real("keep") > 0 ? values.real("keep") : features;
          const double rows = 2 * values.real("batchSize") + kLooking;  // with gradients, and without
          return (values.real("examples") * (kept + 2) + rows * (4 * kept + 2 * features + 8) +
                  4 * (kept + 2) * (kept + features + 2)) *
                 sizeof(float);
        },
    .start = [](std::uint64_t seed, const Values& values, Data) -> std::unique_ptr<Trial> {
      return std::make_unique<FeatureAttentionTrial>(seed, values);
    },
};

}  // namespace attento
