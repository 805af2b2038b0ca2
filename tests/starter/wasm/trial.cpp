#include "experiments/starter/trial.hpp"

#include <cmath>

#include "experiments/starter/task.hpp"
#include "lab/recording.hpp"
#include "lab/trial_helpers.hpp"
#include "models/context_gate_regressor.hpp"
#include "ops/mean_squared_error.hpp"

namespace attento::starter {
namespace {

constexpr int kHeldOut = 256;  // number of held-out samples, which follow the training set

struct StarterNodes {
  IdsNode context;
  Node x, target, output, objective;

  StarterNodes(Tape<float>& tape, bool, const ContextGateRegressor& model, int length, int batch)
      : context(tape.ids("context", {batch}, length)),
        x(tape.input("x", {batch, length})),
        target(tape.input("target", {batch, 1})),
        output(model(tape, context, x)),
        objective(mean_squared_error(tape, output, target)) {}
};

struct StarterRecording : Recording<StarterNodes> {
  using Recording::Recording;

  /// Fills row `index` of `rows` with sample `example`.
  void fill(const FromTheEnd& task, int example, int index, int rows) {
    const auto values = row(x, index, rows);
    const std::int32_t c = task.fill(example, values);
    plan.ids(context)[static_cast<std::size_t>(index)] = c;
    row(target, index, rows)[0] = values[values.size() - 1 - static_cast<std::size_t>(c)];
  }
};

class StarterTrial final : public Trial {
 public:
  StarterTrial(std::uint64_t seed, const Values& values)
      : Trial(values, {seed, values.integer("examples"), values.integer("batchSize")}),
        examples_(values.integer("examples")),
        length_(values.integer("length")),
        batch_(values.integer("batchSize")),
        task_{seed},
        model_(ContextGateRegressor::declare(parameters_, length_, length_)),
        training_plan_(parameters_, true, model_, length_, batch_),
        probe_plan_(parameters_, false, model_, length_, kHeldOut),
        predict_plan_(parameters_, false, model_, length_, 1) {
    register_plans({&training_plan_.plan, &probe_plan_.plan, &predict_plan_.plan});
  }

  std::vector<Node> model_losses() const override { return {training_plan_.objective}; }

  void declare(Frame& frame) override {
    const std::vector<Axis> axes = {{"context", length_}, {"position", length_}};
    frame.add_map("weights", axes);
    frame.add("truth", axes);
    for (int i = 0; i < length_; ++i) {
      frame.row_labels.push_back("context " + std::to_string(i));
      frame.column_labels.push_back(std::to_string(i));
    }
  }

  MetricValues probe(Frame& frame) override {
    double mass = 0;
    for (int c = 0; c < length_; ++c) {
      const AttentionMap map = make_map_row(c);
      const auto row = static_cast<std::size_t>(c);
      frame.write("weights", map.weights, row);
      frame.write("weights.scores", map.scores, row);
      frame.write("truth", map.truth, row);
      mass += static_cast<double>(map.weights[width() - 1 - static_cast<std::size_t>(c)]);
    }
    return {{"massOnTruth", mass / length_}};
  }

  Evaluation evaluate() override {
    for (int i = 0; i < kHeldOut; ++i) probe_plan_.fill(task_, examples_ + i, i, kHeldOut);
    probe_plan_.plan.forward();
    return {static_cast<double>(probe_plan_.plan.value(probe_plan_.objective)[0]), {}};
  }

  Answer predict(const Fields& input, HeldWeights& held) override {
    held.check({});  // throws if a row is held, since no row of this map can be
    const std::optional<int> example = read_example_field(input, examples_ + kHeldOut);
    if (!example) {
      const Values values = read_settings(kInputs, input, values_);
      predict_plan_.plan.ids(predict_plan_.context)[0] = values.integer("context");
      const auto& numbers = values.list("values");
      std::transform(numbers.begin(), numbers.end(), predict_plan_.plan.value(predict_plan_.x).begin(),
                     [](double number) { return static_cast<float>(number); });
    } else {
      predict_plan_.fill(task_, *example, 0, 1);
    }
    predict_plan_.plan.forward();
    Answer answer;
    answer.fields.add("output", predict_plan_.plan.value(predict_plan_.output)[0]);
    if (example) answer.fields.add("target", predict_plan_.plan.value(predict_plan_.target)[0]);
    answer.attention = make_map_row(predict_plan_.plan.ids(predict_plan_.context)[0]);
    answer.steps.add("input", "x", predict_plan_.plan.value(predict_plan_.x));
    answer.steps.add("output", "y = Σ a ⊙ w ⊙ x + b", predict_plan_.plan.value(predict_plan_.output));
    return answer;
  }

  AttentionMap attention(const Fields& request) override {
    const auto [name, example] = read_map_request(request, kMaps, examples_ + kHeldOut);
    if (example < 0) return probe_map(kMaps[0].name);
    predict_plan_.fill(task_, example, 0, 1);
    return make_map_row(predict_plan_.plan.ids(predict_plan_.context)[0]);
  }

 private:
  void initialize(std::uint64_t seed) override { model_.initialize(parameters_, seed); }

  void fill_row(int row, std::int32_t example) override { training_plan_.fill(task_, example, row, batch_); }
  Shape truth_shape() const override { return {length_}; }
  void mark_example(std::int32_t example, std::span<float> marks) const override {
    std::vector<float> x(width());
    marks[width() - 1 - static_cast<std::size_t>(task_.fill(example, x))] = 1;
  }

  std::size_t width() const { return static_cast<std::size_t>(length_); }

  std::vector<float> make_truth(int context) const {
    std::vector<float> truth(width(), 0.0F);
    truth[width() - 1 - static_cast<std::size_t>(context)] = 1;
    return truth;
  }

  /// |a·w| of a context, normalized to a sum of 1.
  AttentionMap make_map_row(int context) const {
    const auto a =
        parameters_.values(model_.table).subspan(static_cast<std::size_t>(context) * width(), width());
    const auto w = parameters_.values(model_.readout.weight);
    AttentionMap map{.name = kMaps[0].name,
                     .shape = {1, length_},
                     .truth = make_truth(context),
                     .row_labels = {"context " + std::to_string(context)}};
    float total = 0;
    for (std::size_t p = 0; p < width(); ++p) {
      map.column_labels.push_back(std::to_string(p));
      map.scores.push_back(a[p] * w[p]);
      total += std::abs(map.scores[p]);
    }
    for (const float score : map.scores) map.weights.push_back(total > 0 ? std::abs(score) / total : 0);
    return map;
  }

  int examples_, length_, batch_;
  FromTheEnd task_;
  ContextGateRegressor model_;
  StarterRecording training_plan_, probe_plan_, predict_plan_;
};

}  // namespace

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data) {
  if (values.integer("batchSize") > values.integer("examples")) {
    throw_bad_parameter("batchSize", values.integer("batchSize"), "no more than there are examples");
  }
  return std::make_unique<StarterTrial>(seed, values);
}

}  // namespace attento::starter
