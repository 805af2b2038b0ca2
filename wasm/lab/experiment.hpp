// An experiment is a task, a model, its settings and the names of its views: `Experiment` describes it. `Trial` is
// one running instance, in which task and model are connected.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tape.hpp"
#include "lab/answer.hpp"
#include "lab/epochs.hpp"
#include "lab/explanation.hpp"
#include "lab/frame.hpp"
#include "lab/held_weights.hpp"
#include "lab/settings.hpp"
#include "nn/adam.hpp"
#include "nn/schedule.hpp"

namespace attento {

inline constexpr double kNoTarget = std::numeric_limits<double>::quiet_NaN();

/// A number that says how good a run is, with its definition.
struct Metric {
  std::string_view name;
  Text label;
  Text help;
  Text formula;
  bool higher_is_better = false;
  double target = kNoTarget;  // value that a correct model reaches within its planned steps
  std::string_view needs{};   // kAlignments or kOwnData: the metric exists only for such data
  bool is_share = false;      // whether it is a share of examples, tokens, weight or pixels: 0 … 1
};

/// What a metric may need: the user's own data with alignments, or any of the user's own data.
inline constexpr std::string_view kAlignments = "alignments", kOwnData = "own-data";

/// An attention map of an experiment, with its definition.
struct MapDescription {
  std::string_view name;
  Text label;
  Text help;
  Text formula;
};

/// A named combination of settings.
struct Preset {
  std::string_view name;
  Text label;
  Text help;
  Text settings;   // "pooling=article;mask=false"; all other settings have their defaults
  Text targets{};  // metrics with another target: "exactMatch=0.95;loss="; an empty value means no target
  Text misses{};   // the metric whose target the preset misses, because it shows a fault
};

/// The user's own data that an experiment can learn from instead of its own task.
struct DataDescription {
  Text label;
  Text help;
  std::size_t maximum_bytes = 0;  // 0: the experiment takes no data
};

/// The bytes of the user's own data; empty if the task generates the examples.
using Data = std::span<const std::byte>;

/// The true attention of some examples: a map for each example, with positive numbers at the true positions.
struct TrueMaps {
  Shape shape;  // [examples, columns], or [examples, rows, columns]
  std::vector<float> marks;
};

/// Values of metrics, by the names in the description.
using MetricValues = std::vector<std::pair<std::string_view, double>>;

struct Evaluation {
  double loss;
  MetricValues metrics;
};

/// The names of the loss metrics, which the session computes: first those of the model, then those of its baseline.
struct LossNames {
  std::string_view current, epoch;
};
inline constexpr LossNames kLosses[] = {{"loss", "epochLoss"}, {"baselineLoss", "baselineEpochLoss"}};

/// Whether a metric is a loss of kLosses. All other metrics are measured on held-out data.
constexpr bool is_training_loss(std::string_view metric) {
  for (const auto& [current, epoch] : kLosses) {
    if (metric == current || metric == epoch) return true;
  }
  return false;
}

/// A value that the session adds to the settings for experiments with supports_micro_batches.
inline constexpr std::string_view kUseMicroBatches = "useMicroBatches";

/// One running experiment. The constructor declares the models and lays out the plans; the session checks their size and calls
/// allocate_and_initialize(). In each step it calls set_loss_normalizer → fill → plan for each micro-batch, averages the gradients, and calls
/// adjust_gradients → optimizer. probe(), evaluate() and predict() never train.
class Trial {
 public:
  virtual ~Trial() = default;

  /// Bytes of the parameters, of the optimizer's moments and of all plans, counted before any of them is allocated.
  std::uint64_t bytes() const;

  /// Allocates the memory and initializes the models. Before this call, only shapes and counts may be read.
  void allocate_and_initialize(std::uint64_t seed);

  Parameters<float>& parameters() { return parameters_; }
  /// The training plan of one micro-batch. If there are several training plans, the plan that fill() has chosen.
  Plan<float>& plan() { return *plans_[chosen_plan_]; }
  /// The training plan that fits every micro-batch.
  Plan<float>& largest_plan() { return *plans_.front(); }

  /// The losses in plan(): that of the model and, if there is one, that of its baseline. Their sum is trained. The
  /// two share no parameter, so each learns as if it were alone.
  virtual std::vector<Node> model_losses() const = 0;
  /// The value of the loss at index `which` of model_losses(), after a forward pass of plan().
  float loss(std::size_t which) { return plan().value(losses_[chosen_plan_][which])[0]; }

  virtual std::int64_t steps_per_epoch() const { return epochs_.steps(); }

  /// Number of equal, independent micro-batches that each batch is split into.
  int micro_batches() const { return epochs_.micro_batches(); }

  /// The training examples of a step, in the order of the batch: a pure function of the step. Valid until the next call.
  virtual std::span<const std::int32_t> examples(std::int64_t step) { return epochs_.batch(step); }

  /// Sets the number of tokens of the whole batch, by which the losses of its micro-batches are divided.
  virtual void set_loss_normalizer(std::span<const std::int32_t> /*batch*/) {}

  /// Writes one micro-batch into the inputs of a training plan that fits it. From then on, plan() returns this plan.
  virtual void fill(std::span<const std::int32_t> examples) {
    for (int row = 0; const std::int32_t example : examples) fill_row(row++, example);
  }

  /// Returns the true attention of the given training examples.
  TrueMaps true_maps(std::span<const std::int32_t> examples) const;

  /// Changes the gradients before the optimizer step. By default, clips the norm of all gradients together.
  virtual void adjust_gradients();

  /// The current settings. If the user's own data require it, they differ from the requested settings.
  const Values& values() const { return values_; }

  /// Called when a live setting has changed; `values` holds all settings.
  virtual void set(const Values& values) { values_ = values; }

  /// Adds tensors, maps and labels to the frame. The session calls this once.
  virtual void declare(Frame& frame) = 0;

  /// Writes further fields of the manifest: about the data, and numbers of examples.
  virtual void describe(Json& /*json*/) const {}
  /// Writes the fields of "details" in the manifest, which only the views of this experiment read.
  virtual void describe_details(Json& /*json*/) const {}

  /// Fills the frame and returns the metrics of the experiment. Metrics that it does not return are NaN.
  virtual MetricValues probe(Frame& frame) = 0;

  /// Computes the loss on all held-out data and the metrics that need all held-out data.
  virtual Evaluation evaluate() = 0;

  /// Answers a typed or chosen input, with the weights that the caller holds. Throws BAD_PARAMETER.
  virtual Answer predict(const Fields& input, HeldWeights& held) = 0;

  /// Ends all edits of the trial's plans. Edits refer to held weights and must not outlive them, see EditScope.
  void clear_edits() {
    for (Plan<float>* plan : plans_) plan->clear_edits();
  }

  /// Returns what explain() tests: the answer to an input of predict(), and the row of weights that led to it. The
  /// fields "map" and "row" choose the row if there are several. Throws the errors of predict().
  virtual ExplainedAnswer make_explained_answer(const Fields& request);

  /// Returns the requested attention map.
  virtual AttentionMap attention(const Fields& request) = 0;

  /// Whether the weights of a map come from an attention mechanism. A mean, a last state or a random window has
  /// weights too, but the user cannot be asked to predict them.
  virtual bool has_attention(std::string_view /*map*/) const { return true; }

 protected:
  Trial(const Values& values, ShuffledEpochs epochs) : values_(values), epochs_(std::move(epochs)) {}

  /// Clips the gradients of the model and of its baseline, whose parameters are called "baseline…", each by its own norm.
  void clip_each_model();

  /// Writes how many examples are for training, how many are held out, and how many held-out ones a probe reads.
  void write_counts(Json& json, int held_out_count, int probe_count) const {
    json.field("train", epochs_.examples())
        .field("heldOut", held_out_count)
        .field("probeExampleCount", probe_count);
  }

  /// Returns a map of the current model, as a frame would show it.
  AttentionMap probe_map(std::string_view map);

  /// Registers plans that the trial replays. The first registered plan is the training plan.
  void register_plans(const std::vector<Plan<float>*>& plans) {
    plans_.insert(plans_.end(), plans.begin(), plans.end());
  }

  /// Registers alternative training plans: before all other plans, and the largest first. They share memory, so all
  /// together need only as much as the largest.
  template <class Recordings>
  void register_alternative_plans(Recordings& recordings) {
    for (auto& one : recordings) {
      one.plan.use_shared_arena(shared_arena_);
      plans_.push_back(&one.plan);
    }
    training_plan_count_ = plans_.size();
  }

  /// Chooses the alternative training plan (by its index) that the next training step replays.
  void choose_training_plan(std::size_t plan) { chosen_plan_ = plan; }
  std::size_t chosen_plan() const { return chosen_plan_; }

  Values values_;  // current values of all settings
  ShuffledEpochs epochs_;
  Parameters<float> parameters_;

 private:
  /// Writes the initial values of the models and of the plans' inputs.
  virtual void initialize(std::uint64_t seed) = 0;

  /// Writes a training example into a row of the training plan. Trials that override fill() need not override this.
  virtual void fill_row(int /*row*/, std::int32_t /*example*/) {}

  /// The shape of the true attention of one example and, below, a function that marks it in a row of zeros.
  virtual Shape truth_shape() const = 0;
  virtual void mark_example(std::int32_t example, std::span<float> marks) const = 0;

  /// The setting "clip", the largest norm of gradients. 0 means no limit, also if there is no such setting.
  double clip_limit() const { return values_.has("clip") ? values_.real("clip") : 0; }

  SharedArena<float> shared_arena_;
  std::vector<Plan<float>*> plans_;
  std::size_t training_plan_count_ = 1;  // number of training plans, which come first in plans_
  std::size_t chosen_plan_ = 0;
  std::vector<std::vector<Node>> losses_;                   // losses of each training plan
  std::array<std::vector<Parameter>, 2> model_parameters_;  // parameters of the model and of its baseline
};

/// Ends the edits of a trial's plans when it goes out of scope, also after an error.
struct EditScope {
  Trial& trial;
  ~EditScope() { trial.clear_edits(); }
};

/// The description of an experiment: the constant kExperiment in experiments/<folder>/describe.cpp, in namespace
/// <folder>. CMake finds it there and reads its place and module.
struct Experiment {
  std::string_view name;  // name of the folder, with hyphens
  int place = 0;          // position on the page, from 1; 0: the experiment has no page yet
  Text module;            // name of the WebAssembly module that contains the experiment
  Text title;
  Text summary;
  Text article{};
  Text paper{};
  std::span<const Setting> settings;
  bool has_baseline = false;            // whether a baseline is trained beside the model
  bool supports_micro_batches = false;  // whether a batch can be split into micro-batches for several workers
  AdamSettings optimizer{};
  Schedule schedule{};                   // schedule of the learning rate
  std::span<const Metric> metrics;       // including those of kLosses
  std::span<const Setting> inputs;       // inputs of predict()
  std::span<const MapDescription> maps;  // the first is shown at the start
  std::span<const Text> views;
  std::span<const Preset> presets{};
  DataDescription data{};
  bool supports_explanation = false;  // whether its maps can be tested with explain()

  std::unique_ptr<Trial> (*make_trial)(std::uint64_t seed, const Values&, Data);
};

/// The experiments of this build, in the order of the page. CMake generates this function.
std::span<const Experiment* const> experiments();

/// Returns the experiment with this name. Throws BAD_PARAMETER, with a list of all names.
const Experiment& find_experiment(std::string_view name);

/// Writes the optimizer's settings, except the learning rate, as fields of an open JSON object.
void write_optimizer(Json& json, const Experiment& experiment);

/// Returns the descriptions of all experiments as JSON, from which controls, links, checks and documentation are
/// derived. The build calls this in a module that has all texts.
std::string describe();

/// The minimum number of steps of a run on the user's own data, unless a setting gives the number of steps.
inline constexpr std::int64_t kMinOwnSteps = 600;

inline constexpr std::uint64_t kMemoryLimit = 256 << 20;  // bytes that one run may allocate
/// Maximum multiply-adds of one step. On a slow device they take seconds, in which the worker cannot answer.
inline constexpr std::uint64_t kWorkLimit = std::uint64_t{1} << 33;

}  // namespace attento
