// An experiment is a task, a model, a description of its settings and the names of its views. `Experiment`
// describes it; `Trial` is one running instance, with task and model wired together.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tape.hpp"
#include "lab/explanation.hpp"
#include "lab/frame.hpp"
#include "lab/settings.hpp"
#include "nn/optimiser.hpp"

namespace attento {

/// A number that says how well a run does, with its definition.
struct Metric {
  std::string_view name;
  Text label;
  Text help;
  Text formula;
  bool higher_is_better = false;
  double target = 0;  // what a correct run reaches
};

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

/// One running experiment. The session calls fill → plan → adjust_gradients → optimiser; looking (probe,
/// evaluate, predict) never trains.
class Trial {
 public:
  virtual ~Trial() = default;

  virtual Parameters<float>& parameters() = 0;
  virtual Plan<float>& plan() = 0;  // the training plan

  /// The losses in the training plan: one, or for twins two whose sum is trained (they share no parameter,
  /// so each learns as if it were alone).
  virtual std::vector<Node> losses() const = 0;

  virtual std::int64_t steps_per_epoch() const = 0;

  /// What the learning rate is multiplied by at a step.
  virtual double pace(std::int64_t step) const {
    static_cast<void>(step);
    return 1;
  }

  /// The training examples of a step, in the order of the batch: a pure function of the step. Valid until it is asked again.
  virtual std::span<const std::int32_t> examples(std::int64_t step) = 0;

  /// Writes a batch of them into the inputs of the training plan.
  virtual void fill(std::span<const std::int32_t> examples) = 0;

  /// Where attention ought to be in these training examples.
  virtual TrueMaps true_maps(std::span<const std::int32_t> examples) const = 0;

  /// What happens to gradients before the optimiser sees them: L2, clipping.
  virtual void adjust_gradients() {}

  /// A live setting changed; `values` holds them all.
  virtual void set(const Values& values) = 0;

  /// Declares tensors, maps and labels of the frame; called once.
  virtual void declare(Frame& frame) = 0;

  /// Further fields of the manifest: what the data are, how large the models.
  virtual void describe(Json& json) const { static_cast<void>(json); }

  /// Fills the frame and returns the experiment's own metrics, in the order of its description after the
  /// losses.
  virtual std::vector<double> probe(Frame& frame) = 0;

  /// Loss on held-out data. `metrics` holds what probe() returned; what all held-out data tell better is
  /// replaced.
  virtual double evaluate(std::span<double> metrics) = 0;

  /// Answers a typed or chosen input: fields "output", "target", "attention", "steps" of an open JSON object.
  /// Throws BAD_PARAMETER for fields that it cannot take.
  virtual void predict(const Fields& input, Json& json) = 0;

  /// What explain() tests: the answer to an input as predict() takes it, and the row of weights behind it, chosen by
  /// "map" and "row" where there are several. Throws as predict() does.
  virtual std::unique_ptr<Subject> subject(const Fields& request);

  /// The attention map that is asked for: fields "name", "shape", "weights", "scores", "truth" and labels.
  virtual void attention(const Fields& request, Json& json) = 0;
};

/// A description is a constant table: its texts are literals, its lists stand beside it.
struct Experiment {
  std::string_view name;
  Text title;
  Text summary;
  Text article{};
  Text paper{};
  std::span<const Setting> settings;
  bool twins = false;             // are two models trained side by side?
  OptimiserSettings optimiser{};  // of Adam
  Text schedule = "η";            // the learning rate of step t, from 0 on
  std::span<const Metric>
      metrics;  // "loss", "epochLoss", of twins "rivalLoss", "rivalEpochLoss", then its own
  std::span<const Setting> inputs;       // what predict() takes
  std::span<const MapDescription> maps;  // the first is shown at the start
  std::span<const Text> views;
  std::span<const Preset> presets{};
  DataDescription data{};
  bool explains = false;  // can its maps be tested with explain()?

  /// Bytes that a run with these settings needs, to be refused before it starts when that is too much.
  double (*bytes)(const Values&);
  std::unique_ptr<Trial> (*start)(std::uint64_t seed, const Values&, Data);

  /// How many of the metrics are losses.
  std::size_t losses() const { return twins ? 4 : 2; }
};

/// All experiments, in the order of the page.
std::span<const Experiment* const> experiments();

/// By name; throws BAD_PARAMETER listing the names.
const Experiment& find_experiment(std::string_view name);

/// The optimiser, whose settings no experiment changes but the learning rate: fields of an open JSON object.
void write_optimiser(Json& json, const Experiment& experiment);

/// The registry as JSON: everything from which controls, links, checks and documentation are derived. The
/// build asks it of a module that has all texts.
std::string describe();

inline constexpr double kMemoryLimit = 256.0 * 1024 * 1024;  // bytes one run may plan
inline constexpr std::size_t kConfigurationLimit = 4096;     // bytes of a configuration text

}  // namespace attento
