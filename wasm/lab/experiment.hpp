// An experiment is a task, a model, a description of its settings and the names of its views. `Experiment`
// describes it; `Trial` is one running instance, with task and model wired together.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tape.hpp"
#include "lab/answer.hpp"
#include "lab/explanation.hpp"
#include "lab/frame.hpp"
#include "lab/settings.hpp"
#include "nn/optimiser.hpp"
#include "nn/schedule.hpp"

namespace attento {

inline constexpr double kNoTarget = std::numeric_limits<double>::quiet_NaN();

/// A number that says how well a run does, with its definition.
struct Metric {
  std::string_view name;
  Text label;
  Text help;
  Text formula;
  bool higher_is_better = false;
  double target = kNoTarget;  // what a correct network reaches within its planned steps
  std::string_view needs{};   // kAlignments, kOwnData; it is told of such data only
};

/// What a metric may need: own data that somebody has aligned, own data of any kind.
inline constexpr std::string_view kAlignments = "alignments", kOwnData = "own-data";

/// A picture of attention, with its definition.
struct MapDescription {
  std::string_view name;
  Text label;
  Text help;
  Text formula;
};

/// Settings that together make a point.
struct Preset {
  std::string_view name;
  Text label;
  Text help;
  Text settings;  // "pooling=article;mask=false"; all others at their defaults
  Text
      targets{};  // of metrics whose target differs here, "exactMatch=0.95;loss="; nothing after the sign: it has none
  Text misses{};  // the metric whose target this preset does not reach, because it shows what goes wrong
};

/// What an experiment can learn from besides its own task.
struct DataDescription {
  Text label;
  Text help;
  std::size_t maximum_bytes = 0;  // 0: it takes none
};

/// The user's own data as it came, empty where the task makes its own.
using Data = std::span<const std::byte>;

/// True attention: one map for each of some examples, with its marks where the truth is.
struct TrueMaps {
  Shape shape;  // [examples, columns], or [examples, rows, columns]
  std::vector<float> marks;
};

/// Metrics by their names in the description.
using MetricValues = std::vector<std::pair<std::string_view, double>>;

struct Evaluation {
  double loss;
  MetricValues metrics;
};

/// The metrics of each loss, which the session keeps: of the only one or the first of twins, and of the rival.
struct LossNames {
  std::string_view now, epoch;
};
inline constexpr LossNames kLosses[] = {{"loss", "epochLoss"}, {"baselineLoss", "baselineEpochLoss"}};

/// What the session adds to the values of the settings: Experiment::parted.
inline constexpr std::string_view kParted = "parted";

/// One running experiment. Whoever makes it declares the models and lays out the plans; the session asks how large they are
/// and begins. Then, for each part of a batch, it calls weigh → fill → plan, takes the mean of the parts' gradients, and calls
/// adjust_gradients → optimiser; looking (probe, evaluate, predict) never trains.
class Trial {
 public:
  virtual ~Trial() = default;

  /// Bytes of the parameters, of the optimiser's moments and of all plans, counted before any of them is allocated.
  std::uint64_t bytes() const;

  /// Takes the memory and starts the models. Before, what is below may only be asked for shapes and counts.
  void begin(std::uint64_t seed);

  Parameters<float>& parameters() { return parameters_; }
  /// The training plan, of one part of a batch: where there are several, the one that fill() has chosen.
  Plan<float>& plan() { return *plans_[trained_]; }
  /// The one that holds every part.
  Plan<float>& largest_plan() { return *plans_.front(); }

  /// The losses in plan(): one, or for twins two whose sum is trained (they share no parameter, so each learns as if it were
  /// alone).
  virtual std::vector<Node> losses() const = 0;
  /// What one of them is, after plan() was replayed.
  float loss(std::size_t which) { return plan().value(losses_[trained_][which])[0]; }

  virtual std::int64_t steps_per_epoch() const = 0;

  /// So many equal parts has every batch. They can be computed in any order and place: none needs another.
  virtual int parts() const { return 1; }

  /// The training examples of a step, in the order of the batch: a pure function of the step. Valid until it is asked again.
  virtual std::span<const std::int32_t> examples(std::int64_t step) = 0;

  /// Tells the training plans what a part has to know of the whole batch: how many words its mean is taken over.
  virtual void weigh(std::span<const std::int32_t> /*batch*/) {}

  /// Writes one part of them into the inputs of a training plan that holds it, which is plan() from now on.
  virtual void fill(std::span<const std::int32_t> examples) = 0;

  /// Where attention ought to be in these training examples.
  virtual TrueMaps true_maps(std::span<const std::int32_t> examples) const = 0;

  /// What happens to gradients before the optimiser sees them: L2, clipping.
  virtual void adjust_gradients() {}

  /// The settings as they are in force: own data may not fit those that were asked for.
  const Values& values() const { return values_; }

  /// A live setting changed; `values` holds them all.
  virtual void set(const Values& values) { values_ = values; }

  /// Declares tensors, maps and labels of the frame; called once.
  virtual void declare(Frame& frame) = 0;

  /// Further fields of the manifest: what the data are, how large the models.
  virtual void describe(Json& json) const { static_cast<void>(json); }

  /// Fills the frame and returns the experiment's own metrics. One that is not there is not-a-number.
  virtual MetricValues probe(Frame& frame) = 0;

  /// Loss on held-out data, and those metrics that all of them tell better than a probe.
  virtual Evaluation evaluate() = 0;

  /// Answers a typed or chosen input. Throws BAD_PARAMETER for fields that it cannot take.
  virtual Answer predict(const Fields& input) = 0;

  /// What explain() tests: the answer to an input as predict() takes it, and the row of weights behind it, chosen by
  /// "map" and "row" where there are several. Throws as predict() does.
  virtual std::unique_ptr<Subject> subject(const Fields& request);

  /// The attention map that is asked for.
  virtual AttentionMap attention(const Fields& request) = 0;

  /// Whether the weights of a map come from an attention mechanism. A mean, a last state or a random window has weights,
  /// too, but there is nothing to predict about them.
  virtual bool has_attention(std::string_view /*map*/) const { return true; }

 protected:
  explicit Trial(const Values& values) : values_(values) {}

  /// Makes the gradient no longer than the setting "clip" says; 0 leaves it as it is.
  void clip_all();

  /// A map as the frame would show it now.
  AttentionMap shown_map(std::string_view map);

  /// Notes plans that the trial replays; the first of all is the one that is trained.
  void hold(const std::vector<Plan<float>*>& plans) {
    plans_.insert(plans_.end(), plans.begin(), plans.end());
  }

  /// Notes recordings that are trained in turn, before all others and the largest first. They share memory, so many of them
  /// need no more than one.
  template <class Recordings>
  void hold_in_turn(Recordings& recordings) {
    for (auto& one : recordings) {
      one.plan.share(room_);
      plans_.push_back(&one.plan);
    }
    alternatives_ = plans_.size();
  }

  /// Chooses among them.
  void choose(std::size_t plan) { trained_ = plan; }
  std::size_t chosen() const { return trained_; }

  Values values_;  // of all settings, as they are now
  Parameters<float> parameters_;

 private:
  /// Writes the values that the models and the inputs of the plans start with.
  virtual void initialise(std::uint64_t seed) = 0;

  Room<float> room_;
  std::vector<Plan<float>*> plans_;
  std::size_t alternatives_ = 1;  // so many of them, the first, are trained
  std::size_t trained_ = 0;
  std::vector<std::vector<Node>> losses_;  // of each of them
};

/// A description is a constant table: its texts are literals, its lists stand beside it. `kExperiment` of
/// experiments/<folder>/describe.cpp, in a namespace named as the folder; CMake finds it and reads place and module.
struct Experiment {
  std::string_view name;  // the folder's, with hyphens
  int place = 0;          // on the page; 0: it has no page yet
  Text module;            // of the page, by name: those who look at one experiment load no other module
  Text title;
  Text summary;
  Text article{};
  Text paper{};
  std::span<const Setting> settings;
  bool twins = false;                    // are two models trained side by side?
  bool parted = false;                   // is a batch cut into parts, which several workers may share?
  OptimiserSettings optimiser{};         // of Adam
  Schedule schedule{};                   // of the learning rate
  std::span<const Metric> metrics;       // kLosses, then its own
  std::span<const Setting> inputs;       // what predict() takes
  std::span<const MapDescription> maps;  // the first is shown at the start
  std::span<const Text> views;
  std::span<const Preset> presets{};
  DataDescription data{};
  bool explains = false;  // can its maps be tested with explain()?

  std::unique_ptr<Trial> (*start)(std::uint64_t seed, const Values&, Data);

  /// All metrics but the losses.
  std::span<const Metric> own_metrics() const { return metrics.subspan(twins ? 4 : 2); }
};

/// The experiments that this build holds, in the order of the page; the function is written by CMake.
std::span<const Experiment* const> experiments();

/// By name; throws BAD_PARAMETER listing the names.
const Experiment& find_experiment(std::string_view name);

/// The optimiser, whose settings no experiment changes but the learning rate: fields of an open JSON object.
void write_optimiser(Json& json, const Experiment& experiment);

/// The registry as JSON: everything from which controls, links, checks and documentation are derived. The
/// build asks it of a module that has all texts.
std::string describe();

/// A run on own data takes so many steps at least, however few there are. Where a setting counts the steps, it decides.
inline constexpr std::int64_t kLeastOwnSteps = 600;

inline constexpr std::uint64_t kMemoryLimit = 256 << 20;  // bytes that one run may plan
/// Multiply-adds of one step: seconds on a slow device, within which its worker answers nobody.
inline constexpr std::uint64_t kWorkLimit = std::uint64_t{1} << 33;
inline constexpr std::size_t kConfigurationLimit = 4096;  // bytes of a configuration text

}  // namespace attento
