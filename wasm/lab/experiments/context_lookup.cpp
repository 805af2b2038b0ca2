#include "lab/experiments/context_lookup.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "lab/common_settings.hpp"
#include "models/context_gate_regressor.hpp"
#include "ops/mean_squared_error.hpp"
#include "tasks/context_lookup.hpp"

namespace attento {
namespace {

constexpr int kHeldOut = 2048;  // samples after the training set, never trained on

constexpr Setting kSettings[] = {
    {.name = "examples",
     .label = "Training examples",
     .type = Type::kInteger,
     .minimum = 100,
     .maximum = 100000,
     .step = 100,
     .standard = "10000",
     .help = "How many rows of numbers one epoch goes through, always in the same order."},
    {.name = "sequenceLength",
     .label = "Sequence length",
     .type = Type::kInteger,
     .minimum = 2,
     .maximum = 64,
     .standard = "8",
     .unit = "positions",
     .help = "How many numbers there are to choose from."},
    {.name = "contexts",
     .label = "Contexts",
     .type = Type::kInteger,
     .minimum = 1,
     .maximum = 32,
     .standard = "5",
     .help = "How many contexts there are; each has its own true position."},
    {.name = "map",
     .label = "True positions",
     .type = Type::kIntegers,
     .standard = "2,7,3,5,1",
     .help = "The position that each context asks for. Change it while the network runs and watch it "
             "learn again.",
     .restart = false,
     .length = "contexts",
     .item_limit = "sequenceLength"},
    batch_size("1"),
    learning_rate("0.001"),
    epochs("4")};

constexpr Setting kInputs[] = {{.name = "context",
                                .label = "Context",
                                .type = Type::kInteger,
                                .help = "Which row of the attention table is used.",
                                .item_limit = "contexts"},
                               {.name = "values",
                                .label = "Values",
                                .type = Type::kReals,
                                .minimum = -10,
                                .maximum = 10,
                                .step = 0.01,
                                .help = "The numbers to look at.",
                                .length = "sequenceLength"}};

constexpr Metric kMetrics[] = {
    {"loss", "Loss",
     "Mean squared error on the training examples, averaged over about the last hundred steps.",
     "Σ (y − target)² / B", false, 5e-5},
    {"epochLoss", "Loss of the last epoch", "Mean squared error over the last complete epoch.",
     "Σ loss / steps", false, 5e-5},
    {"alignmentAccuracy", "Contexts found",
     "Share of contexts whose largest effective weight is at the true position.", "mean [argmax = truth]",
     true, 1},
    {"massOnTruth", "Weight on the truth", "Mean effective weight at the true positions.",
     "mean |a·w| / Σ|a·w|", true, 0.97},
    {"minimumMassOnTruth", "Least weight on the truth",
     "The effective weight at the truth of the context that has it least.", "min |a·w| / Σ|a·w|", true,
     0.97}};

constexpr MapDescription kMaps[] = {
    {"effective", "What the network uses",
     "The attention times the readout weight that follows it: what each position really adds to the answer.",
     "|a·w| / Σ|a·w|"},
    {"embedding", "What the table holds",
     "The attention table alone, as it is usually plotted. The readout behind it can shrink or turn an "
     "entry, "
     "so this picture is rougher than what the network does.",
     "|a| / Σ|a|"}};

constexpr Text kViews[] = {"context-bars", "loss-curve"};

/// A recording of the model for one batch size.
struct Reader {
  Ids context;
  Node values;
  Node target;
  Node output;
  Node loss;
  Plan<float> plan;

  Reader(const ContextGateRegressor& model, const Parameters<float>& parameters, int contexts, int length,
         int batch, bool trains)
      : plan(record(model, parameters, contexts, length, batch, trains)) {}

  void fill(const ContextLookup& task, int first, int count) {
    task.fill(first, count, plan.value(values).data(), plan.ids(context).data(), plan.value(target).data());
  }

 private:
  Plan<float> record(const ContextGateRegressor& model, const Parameters<float>& parameters, int contexts,
                     int length, int batch, bool trains) {
    Tape<float> tape(parameters);
    context = tape.ids("context", {batch}, contexts);
    values = tape.input("values", {batch, length});
    target = tape.input("target", {batch, 1});
    output = model(tape, context, values);
    loss = mean_squared_error(tape, output, target);
    return std::move(tape).freeze(trains ? loss : Node{});
  }
};

class ContextLookupTrial final : public Trial {
 public:
  ContextLookupTrial(std::uint64_t seed, const Values& values)
      : examples_(values.integer("examples")),
        length_(values.integer("sequenceLength")),
        contexts_(values.integer("contexts")),
        batch_(static_cast<std::size_t>(values.integer("batchSize"))),
        values_(values),
        task_(seed, examples_ + kHeldOut, length_, contexts_, values.integers("map")),
        model_(ContextGateRegressor::declare(parameters_, contexts_, length_)),
        initialised_(initialise(seed)),
        training_(model_, parameters_, contexts_, length_, values.integer("batchSize"), true),
        looking_(model_, parameters_, contexts_, length_, kHeldOut, false),
        single_(model_, parameters_, contexts_, length_, 1, false) {}

  Parameters<float>& parameters() override { return parameters_; }
  Plan<float>& plan() override { return training_.plan; }
  std::vector<Node> losses() const override { return {training_.loss}; }
  std::int64_t steps_per_epoch() const override { return examples_ / static_cast<int>(batch_.size()); }

  std::span<const std::int32_t> examples(std::int64_t step) override {
    std::iota(batch_.begin(), batch_.end(),
              static_cast<std::int32_t>(step % steps_per_epoch()) * static_cast<int>(batch_.size()));
    return batch_;
  }

  void fill(std::span<const std::int32_t> examples) override {
    training_.fill(task_, examples.front(), static_cast<int>(examples.size()));
  }

  TrueMaps true_maps(std::span<const std::int32_t> examples) const override {
    TrueMaps maps{{static_cast<int>(examples.size()), length_}, {}};
    for (const std::int32_t example : examples) {
      maps.marks.resize(maps.marks.size() + width());
      const int position = task_.map[static_cast<std::size_t>(task_.context(example))];
      (maps.marks.end() - length_)[position] = 1;
    }
    return maps;
  }

  void set(const Values& values) override {
    values_ = values;
    task_.map = values.integers("map");
  }

  void declare(Frame& frame) override {
    const Shape shape{contexts_, length_};
    const std::vector<std::string> axes = {"context", "position"};
    effective_ = frame.declare("effective", shape, axes);
    effective_scores_ = frame.declare("effective.scores", shape, axes);
    embedding_ = frame.declare("embedding", shape, axes);
    embedding_scores_ = frame.declare("embedding.scores", shape, axes);
    truth_ = frame.declare("truth", shape, axes);
    frame.maps = {{"effective", "effective", "effective.scores", "truth"},
                  {"embedding", "embedding", "embedding.scores", "truth"}};
    for (int c = 0; c < contexts_; ++c) frame.row_labels.push_back("context " + std::to_string(c));
    for (int p = 0; p < length_; ++p) frame.column_labels.push_back(std::to_string(p));
  }

  std::vector<double> probe(Frame& frame) override {
    int right = 0;
    double mass = 0;
    double least = 1;
    const auto truth = frame.values(truth_);
    std::fill(truth.begin(), truth.end(), 0.0F);
    for (int c = 0; c < contexts_; ++c) {
      const auto row = [&](FrameTensor tensor) { return frame.values(tensor).subspan(offset(c), width()); };
      score(c, false, row(embedding_scores_));
      score(c, true, row(effective_scores_));
      shares(row(embedding_scores_), row(embedding_));
      shares(row(effective_scores_), row(effective_));
      const auto position = static_cast<std::size_t>(task_.map[static_cast<std::size_t>(c)]);
      row(truth_)[position] = 1;
      const auto weights = row(effective_);
      right += std::max_element(weights.begin(), weights.end()) - weights.begin() ==
               static_cast<std::ptrdiff_t>(position);
      mass += static_cast<double>(weights[position]);
      least = std::min(least, static_cast<double>(weights[position]));
    }
    return {static_cast<double>(right) / contexts_, mass / contexts_, least};
  }

  double evaluate(std::span<double>) override {
    looking_.fill(task_, examples_, kHeldOut);
    looking_.plan.forward();
    return static_cast<double>(looking_.plan.value(looking_.loss)[0]);
  }

  void predict(const Fields& input, Json& json) override {
    const bool typed = choose(input);
    single_.plan.forward();
    const int context = single_.plan.ids(single_.context)[0];
    const auto x = single_.plan.value(single_.values);
    std::vector<float> a(width());
    std::vector<float> effective(width());
    std::vector<float> share(width());
    std::vector<float> contribution(width());
    score(context, false, a);
    score(context, true, effective);
    shares(effective, share);
    for (std::size_t p = 0; p < width(); ++p) contribution[p] = effective[p] * x[p];
    json.field("output", single_.plan.value(single_.output)[0]);
    if (!typed) json.field("target", single_.plan.value(single_.target)[0]);
    json.name("attention").object([&] { write_row(json, "effective", context, effective, share); });
    json.name("steps").array([&] {
      const auto step = [&](const char* name, const char* formula, auto&& values) {
        json.object([&] { json.field("name", name).field("formula", formula).field("values", values); });
      };
      step("input", "x", x);
      step("attention", "a = E[c]", a);
      step("reading", "w", parameters_.values(model_.readout.weight));
      step("contributions", "a ⊙ w ⊙ x", contribution);
      step("bias", "b", parameters_.values(model_.readout.bias));
      step("output", "y = Σ a ⊙ w ⊙ x + b", single_.plan.value(single_.output));
    });
  }

  void attention(const Fields& request, Json& json) override {
    Frame frame;
    declare(frame);
    frame.allocate();
    probe(frame);
    std::string map = "effective";
    int context = -1;
    for (const auto& [name, text] : request) {
      if (name == "map") {
        if (text != "effective" && text != "embedding") {
          throw Error(Code::kBadParameter, "map", text.substr(0, 80), "one of effective, embedding");
        }
        map = text;
      } else {
        choose({{name, text}});
        context = single_.plan.ids(single_.context)[0];
      }
    }
    const bool whole = map == "effective";
    const auto scores = frame.values(whole ? effective_scores_ : embedding_scores_);
    const auto weights = frame.values(whole ? effective_ : embedding_);
    if (context >= 0) {
      write_row(json, map, context, scores.subspan(offset(context), width()),
                weights.subspan(offset(context), width()));
      return;
    }
    json.field("name", map);
    Frame::write_shape(json, {contexts_, length_});
    json.field("weights", weights).field("scores", scores).field("truth", frame.values(truth_));
    json.field("rowLabels", frame.row_labels).field("columnLabels", frame.column_labels);
  }

 private:
  bool initialise(std::uint64_t seed) {
    parameters_.allocate();
    model_.initialise(parameters_, seed);
    return true;
  }

  std::size_t width() const { return static_cast<std::size_t>(length_); }
  std::size_t offset(int context) const { return static_cast<std::size_t>(context) * width(); }

  /// The signed attention of a context: a, or a ⊙ w as the network really uses it.
  void score(int context, bool effective, std::span<float> to) const {
    const auto a = parameters_.values(model_.table).subspan(offset(context), width());
    const auto w = parameters_.values(model_.readout.weight);
    for (std::size_t p = 0; p < width(); ++p) to[p] = effective ? a[p] * w[p] : a[p];
  }

  /// |s| / Σ|s|, all zero where every score is.
  static void shares(std::span<const float> scores, std::span<float> to) {
    float total = 0;
    for (const float s : scores) total += std::abs(s);
    for (std::size_t p = 0; p < to.size(); ++p) to[p] = total > 0 ? std::abs(scores[p]) / total : 0;
  }

  /// Fills the single reader from "example" or from a typed context and values; says whether it was typed.
  bool choose(const Fields& input) {
    if (input.size() == 1 && input[0].first == "example") {
      const Setting example{.name = "example",
                            .label = "Example",
                            .type = Type::kInteger,
                            .maximum = static_cast<double>(examples_ + kHeldOut - 1)};
      single_.fill(task_, static_cast<int>(read_setting(example, input[0].second, {}).number), 1);
      return false;
    }
    const Values typed = read_settings(kInputs, input, values_);
    single_.plan.ids(single_.context)[0] = typed.integer("context");
    const auto& numbers = typed.list("values");
    std::transform(numbers.begin(), numbers.end(), single_.plan.value(single_.values).begin(),
                   [](double number) { return static_cast<float>(number); });
    return true;
  }

  void write_row(Json& json, const std::string& map, int context, std::span<const float> scores,
                 std::span<const float> weights) const {
    std::vector<float> truth(width(), 0.0F);
    truth[static_cast<std::size_t>(task_.map[static_cast<std::size_t>(context)])] = 1;
    json.field("name", map);
    Frame::write_shape(json, {1, length_});
    json.field("weights", weights).field("scores", scores).field("truth", truth);
    json.field("rowLabels", std::vector<std::string>{"context " + std::to_string(context)});
    json.name("columnLabels").array([&] {
      for (int p = 0; p < length_; ++p) json.value(std::to_string(p));
    });
  }

  int examples_;
  int length_;
  int contexts_;
  std::vector<std::int32_t> batch_;  // the examples of a step
  Values values_;
  ContextLookup task_;
  Parameters<float> parameters_;
  ContextGateRegressor model_;
  bool initialised_;
  Reader training_;
  Reader looking_;
  Reader single_;
  FrameTensor effective_, effective_scores_, embedding_, embedding_scores_, truth_;
};

}  // namespace

const Experiment kContextLookup = {
    .name = "context-lookup",
    .title = "A context that knows where to look",
    .summary =
        "A network gets a row of numbers and a context, and must return the number at the position that the "
        "context stands for. Nobody tells it the positions: one row of attention for each context finds "
        "them.",
    .article = "Context-indexed attention network",
    .settings = kSettings,
    .metrics = kMetrics,
    .inputs = kInputs,
    .maps = kMaps,
    .views = kViews,
    .bytes =
        [](const Values& values) {
          const double samples = values.real("examples") + kHeldOut;
          return samples * (values.real("sequenceLength") + 1) * sizeof(float) +
                 (values.real("batchSize") + kHeldOut) * values.real("sequenceLength") * 4 * sizeof(float);
        },
    .start = [](std::uint64_t seed, const Values& values, Data) -> std::unique_ptr<Trial> {
      if (values.integer("batchSize") > values.integer("examples")) {
        throw Error(Code::kBadParameter, "batchSize", std::to_string(values.integer("batchSize")),
                    "no more than there are examples");
      }
      return std::make_unique<ContextLookupTrial>(seed, values);
    },
};

}  // namespace attento
