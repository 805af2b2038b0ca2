#include "experiments/feature_attention/trial.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>

#include "experiments/feature_attention/networks.hpp"
#include "lab/trial_helpers.hpp"

namespace attento::feature_attention {
namespace {

/// The options of the task. Throws BAD_PARAMETER for settings that contradict one another.
FeatureSelection::Options make_task_options(const Values& values) {
  FeatureSelection::Options options;
  options.features = values.integer("features");
  options.target = NamedChoice<kTargets>(values.choice("target"))->value;
  options.noise = static_cast<float>(values.real("noise"));
  const auto list = [&](std::string_view name) { return format_value(values.at(name)); };
  const std::vector<int> informative = values.integers("informativeFeatures");
  if (informative[0] == informative[1])
    throw_bad_parameter("informativeFeatures", list("informativeFeatures"), "two different features");
  options.informative = {informative[0], informative[1]};
  const int selected_count = values.integer("selectedFeatureCount");
  if (selected_count == 1)
    throw_bad_parameter("selectedFeatureCount", selected_count, "0 for all, or 2 or more");
  if (selected_count == 0 || selected_count >= options.features) {
    options.columns.resize(static_cast<std::size_t>(options.features));
    std::iota(options.columns.begin(), options.columns.end(), 0);
    return options;
  }
  options.columns = values.integers("selectedFeatures");
  for (const int column : options.columns) {
    if (std::count(options.columns.begin(), options.columns.end(), column) > 1) {
      throw_bad_parameter("selectedFeatures", list("selectedFeatures"), "every feature at most once");
    }
  }
  return options;
}

/// The number of training examples among all examples.
int count_training_examples(int examples) {
  return static_cast<int>(static_cast<std::int64_t>(examples) * 7 / 10);
}

class FeatureAttentionTrial final : public Trial {
 public:
  FeatureAttentionTrial(std::uint64_t seed, const Values& values)
      : Trial(values,
              {seed, count_training_examples(values.integer("examples")), values.integer("batchSize")}),
        examples_(values.integer("examples")),
        task_(seed, examples_, make_task_options(values)),
        columns_(static_cast<int>(task_.options().columns.size())),
        attention_(FeatureGateClassifier::declare(parameters_, "attention", columns_)),
        baseline_(
            FeedForwardClassifier::declare(parameters_, "baseline", columns_, task_.options().features)),
        training_plan_(parameters_, true, attention_, baseline_, columns_, values.integer("batchSize")),
        evaluator_(attention_, baseline_, parameters_, columns_),
        predict_plan_(parameters_, false, attention_, baseline_, columns_, 1) {
    register_plans({&training_plan_.plan, &evaluator_.plan(), &predict_plan_.plan});
  }

  std::vector<Node> model_losses() const override {
    return {training_plan_.loss.loss, training_plan_.baseline_loss.loss};
  }

  void fill(std::span<const std::int32_t> examples) override { training_plan_.fill(task_, examples); }

  void declare(Frame& frame) override {
    constexpr int kGrid = FeatureEvaluator::kGrid;
    const std::vector<Axis> row = /* translated */ {{"mean", 1}, {"feature", columns_}};
    frame.add_map("attention", row);
    frame.add("attention.low", row);
    frame.add("attention.high", row);
    frame.add_map("baseline", row);
    frame.add("truth", row);
    for (const char* name : {"surface.attention", "surface.baseline", "surface.truth"})
      frame.add(name, {{"second feature", kGrid}, {"first feature", kGrid}});
    frame.row_labels = {"mean"};
    frame.column_labels = column_labels();
  }

  void describe(Json& json) const override {
    write_counts(json, examples_ - epochs_.examples(), probe_count());
  }

  void describe_details(Json& json) const override {
    const auto count = [&](int hidden) { return hidden * (columns_ + 2) + 1; };
    json.name("parameterCounts").object([&] {
      json.field("attention", count(columns_)).field("baseline", count(task_.options().features));
    });
    json.field("surfaceEdge", FeatureEvaluator::kEdge);
  }

  MetricValues probe(Frame& frame) override {
    const FeatureEvaluator::Sums sums = evaluator_.run_examples(task_, epochs_.examples(), probe_count());
    sums.write_means(sums.weights, frame["attention"]);
    sums.write_means(sums.scores, frame["attention.scores"]);
    evaluator_.write_percentiles(sums.rows, frame["attention.low"], frame["attention.high"]);
    measure_baseline(frame["baseline.scores"], frame["baseline"]);
    write_truth(frame["truth"]);
    evaluator_.write_surfaces(task_, frame["surface.attention"], frame["surface.baseline"],
                              frame["surface.truth"]);
    return compute_metrics(sums);
  }

  Evaluation evaluate() override {
    const FeatureEvaluator::Sums sums =
        evaluator_.run_examples(task_, epochs_.examples(), examples_ - epochs_.examples());
    return {sums.loss / sums.rows, compute_metrics(sums)};
  }

  Answer predict(const Fields& input, HeldWeights& held) override {
    held.check({{{.name = kMaps[0].name, .columns = columns_}}});
    if (!held.empty())
      held.edit(predict_plan_.plan, predict_plan_.attention.attention.weights, {.map = kMaps[0].name});
    const bool is_typed = read_input(input);
    const auto value = [&](Node node) { return predict_plan_.plan.value(node); };
    const Attention& attention = predict_plan_.attention.attention;
    Answer answer;
    answer.fields.add("output", value(predict_plan_.loss.probabilities)[0]);
    answer.fields.add("baseline", value(predict_plan_.baseline_loss.probabilities)[0]);
    if (!is_typed) answer.fields.add("target", value(predict_plan_.target)[0]);
    answer.attention = example_map();
    add_steps(answer.steps, predict_plan_.plan,
              {{"input", "x", predict_plan_.x},
               {"scores", "e = x W + b", attention.scores},
               {"weights", "a = softmax(e)", attention.weights},
               {"weighed", "z = a ⊙ x", attention.context},
               {"logit", "l = z · w + c", predict_plan_.attention.logits},
               {"probability", "p = 1 / (1 + e⁻ˡ)", predict_plan_.loss.probabilities},
               {"hidden", "h = max(x V + d, 0)", predict_plan_.baseline.hidden, "baseline"},
               {"logit", "m = h · v + f", predict_plan_.baseline.logits, "baseline"},
               {"probability", "q = 1 / (1 + e⁻ᵐ)", predict_plan_.baseline_loss.probabilities, "baseline"}});
    return answer;
  }

  ExplainedAnswer make_explained_answer(const Fields& request) override {
    Fields input = request;
    if (const std::string map = take_text(input, "map"); map == "baseline") {
      throw_bad_parameter("map", map, "attention: the plain network weighs nothing");
    }
    if (const auto row = take_field(input, "row")) read_example(*row, 1, "row");
    read_input(input);
    // To leave out a feature, it is set to its mean, zero.
    return {.plan = &predict_plan_.plan,
            .weights = predict_plan_.attention.attention.weights,
            .labels = column_labels(),
            .fill =
                [x = predict_plan_.plan.value(predict_plan_.x),
                 example = copy_numbers(predict_plan_.plan.value(predict_plan_.x))](int left_out) {
                  std::copy(example.begin(), example.end(), x.begin());
                  if (left_out != ExplainedAnswer::kNone) x[static_cast<std::size_t>(left_out)] = 0;
                },
            .answer = read_logit(predict_plan_.plan.value(predict_plan_.attention.logits)),
            .answer_label = [](std::size_t answer) { return std::string(answer == 1 ? "yes" : "no"); }};
  }

  bool has_attention(std::string_view map) const override { return map == kMaps[0].name; }

  AttentionMap attention(const Fields& request) override {
    const auto [map, example] = read_map_request(request, kMaps, examples_);
    const bool is_baseline = map == "baseline";
    if (example >= 0) {
      if (is_baseline) {
        throw_bad_parameter("example", example, "no example: a first layer is the same for all");
      }
      run_example(example);
      return example_map();
    }
    std::vector<float> weights(width());
    std::vector<float> scores(width());
    if (is_baseline) {
      measure_baseline(scores, weights);
    } else {
      const FeatureEvaluator::Sums sums = evaluator_.run_examples(task_, epochs_.examples(), probe_count());
      sums.write_means(sums.weights, weights);
      sums.write_means(sums.scores, scores);
    }
    return row_map(map, "mean", weights, scores);
  }

 private:
  /// The number of held-out examples that a probe reads.
  int probe_count() const { return std::min(FeatureEvaluator::kRows, examples_ - epochs_.examples()); }

  void initialize(std::uint64_t seed) override {
    attention_.initialize(parameters_, seed);
    baseline_.initialize(parameters_, seed);
  }

  Shape truth_shape() const override { return {columns_}; }
  void mark_example(std::int32_t, std::span<float> marks) const override { write_truth(marks); }

  std::size_t width() const { return static_cast<std::size_t>(columns_); }

  std::vector<std::string> column_labels() const {
    std::vector<std::string> labels;
    for (const int column : task_.options().columns) labels.push_back("x" + std::to_string(column));
    return labels;
  }

  /// Calls use(column) for each selected column that holds an informative feature.
  template <class Use>
  void for_each_informative_column(const Use& use) const {
    const auto& [first, second] = task_.options().informative;
    for (std::size_t column = 0; column < width(); ++column) {
      const int feature = task_.options().columns[column];
      if (feature == first || feature == second) use(column);
    }
  }

  void write_truth(std::span<float> to) const {
    std::fill(to.begin(), to.end(), 0.0F);
    for_each_informative_column([&](std::size_t column) { to[column] = 0.5F; });
  }

  void measure_baseline(std::span<float> sizes, std::span<float> shares) const {
    measure_first_layer(parameters_.values(baseline_.inner.weight), sizes, shares);
  }

  MetricValues compute_metrics(const FeatureEvaluator::Sums& sums) const {
    double mass = 0;
    int found = 0;
    double baseline_mass = 0;
    std::vector<float> sizes(width());
    std::vector<float> shares(width());
    measure_baseline(sizes, shares);
    for_each_informative_column([&](std::size_t column) {
      const double weight = sums.weights[column];
      mass += weight / sums.rows;
      found += std::count_if(sums.weights.begin(), sums.weights.end(),
                             [weight](double other) { return other > weight; }) < 2;
      baseline_mass += static_cast<double>(shares[column]);
    });
    return {{"accuracy", static_cast<double>(sums.correct) / sums.rows},
            {"baselineAccuracy", static_cast<double>(sums.baseline_correct) / sums.rows},
            {"massOnTruth", mass},
            {"alignmentAccuracy", found / 2.0},
            {"baselineMassOnTruth", baseline_mass}};
  }

  /// Runs the plan for single inputs on an input; returns whether it was typed.
  bool read_input(const Fields& input) {
    if (const std::optional<int> example = read_example_field(input, examples_)) {
      run_example(*example);
      return false;
    }
    const Values typed = read_settings(kInputs, input, values_);
    float* value = predict_plan_.plan.value(predict_plan_.x).data();
    for (const int column : task_.options().columns)
      *value++ = static_cast<float>(typed.list("values")[static_cast<std::size_t>(column)]);
    predict_plan_.plan.forward();
    return true;
  }

  /// Runs the plan for single inputs on an example.
  void run_example(std::int32_t example) {
    predict_plan_.fill(task_, {&example, 1});
    predict_plan_.plan.forward();
  }

  AttentionMap example_map() const {
    const Attention& attention = predict_plan_.attention.attention;
    return row_map(kMaps[0].name, "example", predict_plan_.plan.value(attention.weights),
                   predict_plan_.plan.value(attention.scores));
  }

  AttentionMap row_map(std::string_view name, const char* row, std::span<const float> weights,
                       std::span<const float> scores) const {
    AttentionMap map{.name = name,
                     .shape = {1, columns_},
                     .weights = copy_numbers(weights),
                     .scores = copy_numbers(scores),
                     .truth = std::vector<float>(width()),
                     .row_labels = {row},
                     .column_labels = column_labels()};
    write_truth(map.truth);
    return map;
  }

  int examples_;
  FeatureSelection task_;
  int columns_;
  FeatureGateClassifier attention_;
  FeedForwardClassifier baseline_;
  FeatureRecording training_plan_;
  FeatureEvaluator evaluator_;
  FeatureRecording predict_plan_;
};

}  // namespace

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data) {
  return std::make_unique<FeatureAttentionTrial>(seed, values);
}

}  // namespace attento::feature_attention
