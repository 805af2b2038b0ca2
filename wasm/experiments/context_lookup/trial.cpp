#include "experiments/context_lookup/trial.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "lab/recording.hpp"
#include "lab/trial_helpers.hpp"
#include "models/context_gate_regressor.hpp"
#include "ops/mean_squared_error.hpp"
#include "tasks/context_lookup.hpp"

namespace attento::context_lookup {
namespace {

constexpr int kHeldOut = 2048;  // samples after the training set, never trained on

struct LookupNodes {
  IdsNode context;
  Node values, target, output, objective;

  LookupNodes(Tape<float>& tape, bool, const ContextGateRegressor& model, int contexts, int length, int batch)
      : context(tape.ids("context", {batch}, contexts)),
        values(tape.input("values", {batch, length})),
        target(tape.input("target", {batch, 1})),
        output(model(tape, context, values)),
        objective(mean_squared_error(tape, output, target)) {}
};

struct LookupRecording : Recording<LookupNodes> {
  using Recording::Recording;

  void fill(const ContextLookup& task, int first, int count) {
    task.fill(first, count, plan.value(values).data(), plan.ids(context).data(), plan.value(target).data());
  }
};

class ContextLookupTrial final : public Trial {
 public:
  ContextLookupTrial(std::uint64_t seed, const Values& values)
      : Trial(values, {seed, values.integer("examples"), values.integer("batchSize")}),
        examples_(values.integer("examples")),
        length_(values.integer("sequenceLength")),
        contexts_(values.integer("contexts")),
        batch_(static_cast<std::size_t>(values.integer("batchSize"))),
        task_(seed, examples_ + kHeldOut, length_, contexts_, values.integers("map")),
        model_(ContextGateRegressor::declare(parameters_, contexts_, length_)),
        training_plan_(parameters_, true, model_, contexts_, length_, values.integer("batchSize")),
        probe_plan_(parameters_, false, model_, contexts_, length_, kHeldOut),
        predict_plan_(parameters_, false, model_, contexts_, length_, 1) {
    register_plans({&training_plan_.plan, &probe_plan_.plan, &predict_plan_.plan});
  }

  std::vector<Node> model_losses() const override { return {training_plan_.objective}; }
  std::int64_t steps_per_epoch() const override { return examples_ / static_cast<int>(batch_.size()); }

  std::span<const std::int32_t> examples(std::int64_t step) override {
    std::iota(batch_.begin(), batch_.end(),
              static_cast<std::int32_t>(step % steps_per_epoch()) * static_cast<int>(batch_.size()));
    return batch_;
  }

  void fill(std::span<const std::int32_t> examples) override {
    training_plan_.fill(task_, examples.front(), static_cast<int>(examples.size()));
  }

  void set(const Values& values) override {
    values_ = values;
    task_.map = values.integers("map");
  }

  void declare(Frame& frame) override {
    const std::vector<Axis> axes = /* translated */ {{"context", contexts_}, {"position", length_}};
    for (const MapDescription& map : kMaps) frame.add_map(map.name, axes);
    frame.add("truth", axes);
    for (int c = 0; c < contexts_; ++c) frame.row_labels.push_back("context " + std::to_string(c));
    frame.column_labels = number_labels(length_, 0);
  }

  MetricValues probe(Frame& frame) override {
    int right = 0;
    double mass = 0;
    double smallest_mass = 1;
    frame.clear();
    for (int c = 0; c < contexts_; ++c) {
      const auto row = [&](const char* name) { return frame[name].subspan(offset(c), width()); };
      write_scores(c, false, row("embedding.scores"));
      write_scores(c, true, row("effective.scores"));
      write_shares(row("embedding.scores"), row("embedding"));
      write_shares(row("effective.scores"), row("effective"));
      const auto position = static_cast<std::size_t>(task_.map[static_cast<std::size_t>(c)]);
      row("truth")[position] = 1;
      const auto weights = row("effective");
      right += std::max_element(weights.begin(), weights.end()) - weights.begin() ==
               static_cast<std::ptrdiff_t>(position);
      mass += static_cast<double>(weights[position]);
      smallest_mass = std::min(smallest_mass, static_cast<double>(weights[position]));
    }
    return {{"alignmentAccuracy", static_cast<double>(right) / contexts_},
            {"massOnTruth", mass / contexts_},
            {"minimumMassOnTruth", smallest_mass}};
  }

  Evaluation evaluate() override {
    probe_plan_.fill(task_, examples_, kHeldOut);
    probe_plan_.plan.forward();
    return {probe_plan_.number(probe_plan_.objective), {}};
  }

  Answer predict(const Fields& input, HeldWeights& held) override {
    held.check({{{.name = kMaps[0].name, .columns = length_}}});
    const bool is_typed = read_input(input);
    const int context = predict_plan_.plan.ids(predict_plan_.context)[0];
    const auto values = [&](Node node) { return predict_plan_.plan.value(node); };
    const auto x = values(predict_plan_.values);
    std::vector<float> a(width()), effective(width()), share(width()), contribution(width());
    write_scores(context, false, a);
    write_scores(context, true, effective);
    write_shares(effective, share);
    hold(held, effective, share);
    predict_plan_.plan.forward();
    for (std::size_t p = 0; p < width(); ++p) contribution[p] = effective[p] * x[p];
    Answer answer;
    answer.fields.add("output", values(predict_plan_.output)[0]);
    if (!is_typed) answer.fields.add("target", values(predict_plan_.target)[0]);
    answer.attention = row_map(kMaps[0].name, context, effective, share);
    answer.steps.add("input", "x", x);
    answer.steps.add("attention", "a = E[c]", a);
    answer.steps.add("reading", "w", parameters_.values(model_.readout.weight));
    answer.steps.add("contributions", "a ⊙ w ⊙ x", contribution);
    answer.steps.add("bias", "b", parameters_.values(model_.readout.bias));
    answer.steps.add("output", "y = Σ a ⊙ w ⊙ x + b", values(predict_plan_.output));
    return answer;
  }

  AttentionMap attention(const Fields& request) override {
    const auto [name, example] = read_map_request(request, kMaps, examples_ + kHeldOut);
    AttentionMap map = probe_map(name);
    if (example < 0) return map;
    predict_plan_.fill(task_, example, 1);
    const int context = predict_plan_.plan.ids(predict_plan_.context)[0];
    const auto row = [&](const std::vector<float>& of) {
      return std::span(of).subspan(offset(context), width());
    };
    return row_map(map.name, context, row(map.scores), row(map.weights));
  }

 private:
  void initialize(std::uint64_t seed) override { model_.initialize(parameters_, seed); }

  Shape truth_shape() const override { return {length_}; }
  void mark_example(std::int32_t example, std::span<float> marks) const override {
    marks[static_cast<std::size_t>(task_.map[static_cast<std::size_t>(task_.context(example))])] = 1;
  }

  std::size_t width() const { return static_cast<std::size_t>(length_); }
  std::size_t offset(int context) const { return static_cast<std::size_t>(context) * width(); }

  /// Writes the signed attention of a context: a, or if `effective` a ⊙ w, by which the network multiplies its input.
  void write_scores(int context, bool effective, std::span<float> to) const {
    const auto a = parameters_.values(model_.table).subspan(offset(context), width());
    const auto w = parameters_.values(model_.readout.weight);
    for (std::size_t p = 0; p < width(); ++p) to[p] = effective ? a[p] * w[p] : a[p];
  }

  /// Writes |s| / Σ|s|, or zeros if all scores are zero.
  static void write_shares(std::span<const float> scores, std::span<float> to) {
    float total = 0;
    for (const float s : scores) total += std::abs(s);
    for (std::size_t p = 0; p < to.size(); ++p) to[p] = total > 0 ? std::abs(scores[p]) / total : 0;
  }

  /// Replaces shares by the held weights; the plan for single inputs uses them until clear_edits(). The sum Σ|a·w| of
  /// all shares does not change. Where a held share differs from the learned one, a·w becomes positive; elsewhere it keeps
  /// its sign.
  void hold(const HeldWeights& held, std::span<float> effective, std::span<float> share) {
    if (held.empty()) return;
    const std::vector<float> learned = copy_numbers(share);
    held.apply({.map = kMaps[0].name}, width(), share);
    float total = 0, change = 0;
    for (const float weight : effective) total += std::abs(weight);
    for (std::size_t p = 0; p < width(); ++p) {
      if (share[p] == learned[p]) continue;
      const float sign = held.rows.empty() && effective[p] < 0 ? -1.0F : 1.0F;
      change += (sign * share[p] * total - effective[p]) * predict_plan_.plan.value(predict_plan_.values)[p];
      effective[p] = sign * share[p] * total;
    }
    predict_plan_.plan.edit(predict_plan_.output, [change](std::span<float> y) { y[0] += change; });
  }

  /// Fills the plan for single inputs from "example" or typed context and values; returns whether typed.
  bool read_input(const Fields& input) {
    if (const auto example = read_example_field(input, examples_ + kHeldOut)) {
      predict_plan_.fill(task_, *example, 1);
      return false;
    }
    const Values typed = read_settings(kInputs, input, values_);
    predict_plan_.plan.ids(predict_plan_.context)[0] = typed.integer("context");
    const auto& numbers = typed.list("values");
    std::transform(numbers.begin(), numbers.end(), predict_plan_.plan.value(predict_plan_.values).begin(),
                   [](double number) { return static_cast<float>(number); });
    return true;
  }

  AttentionMap row_map(std::string_view name, int context, std::span<const float> scores,
                       std::span<const float> weights) const {
    std::vector<float> truth(width(), 0.0F);
    truth[static_cast<std::size_t>(task_.map[static_cast<std::size_t>(context)])] = 1;
    return {.name = name,
            .shape = {1, length_},
            .weights = copy_numbers(weights),
            .scores = copy_numbers(scores),
            .truth = truth,
            .row_labels = {"context " + std::to_string(context)},
            .column_labels = number_labels(length_, 0)};
  }

  int examples_;
  int length_;
  int contexts_;
  std::vector<std::int32_t> batch_;  // the examples of a step
  ContextLookup task_;
  ContextGateRegressor model_;
  LookupRecording training_plan_, probe_plan_, predict_plan_;
};

}  // namespace

std::unique_ptr<Trial> make_trial(std::uint64_t seed, const Values& values, Data) {
  if (values.integer("batchSize") > values.integer("examples")) {
    throw_bad_parameter("batchSize", values.integer("batchSize"), "no more than there are examples");
  }
  return std::make_unique<ContextLookupTrial>(seed, values);
}

}  // namespace attento::context_lookup
