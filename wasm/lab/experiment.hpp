// An experiment is a task, a model, a description of its settings and the names of its views. `Experiment`
// describes it; `Trial` is one running instance, with task and model wired together.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/tape.hpp"
#include "lab/frame.hpp"
#include "lab/settings.hpp"

namespace attento {

/// A number that says how well a run does, with its definition.
struct Metric {
  std::string_view name;
  std::string_view label;
  std::string_view help;
  std::string_view formula;
  bool higher_is_better = false;
  double target = 0;  // what a correct run reaches
};

/// A picture of attention, with its definition.
struct MapDescription {
  std::string_view name;
  std::string_view label;
  std::string_view help;
  std::string_view formula;
};

/// One running experiment. The session calls fill → plan → optimiser; looking (probe, evaluate, predict)
/// never trains.
class Trial {
 public:
  virtual ~Trial() = default;

  virtual Parameters<float>& parameters() = 0;
  virtual Plan<float>& plan() = 0;  // the training plan

  virtual std::int64_t steps_per_epoch() const = 0;

  /// Writes the batch of step `step` into the inputs of the training plan.
  virtual void fill(std::int64_t step) = 0;

  /// A live setting changed; `values` holds them all.
  virtual void set(const Values& values) = 0;

  /// Declares tensors, maps and labels of the frame; called once.
  virtual void declare(Frame& frame) = 0;

  /// Fills the frame and returns the experiment's own metrics, in the order of its description after
  /// "loss" and "epochLoss".
  virtual std::vector<double> probe(Frame& frame) = 0;

  /// Loss on held-out data.
  virtual double evaluate() = 0;

  /// Answers a typed or chosen input: fields "output", "target", "attention", "steps" of an open JSON object.
  /// Throws BAD_PARAMETER for fields that it cannot take.
  virtual void predict(const Fields& input, Json& json) = 0;

  /// The attention map that is asked for: fields "name", "shape", "weights", "scores", "truth" and labels.
  virtual void attention(const Fields& request, Json& json) = 0;
};

struct Experiment {
  std::string_view name;
  std::string_view title;
  std::string_view summary;
  std::string_view article;
  std::string_view paper;
  std::vector<Setting> settings;
  std::vector<Metric> metrics;       // the first two are "loss" and "epochLoss", which every run has
  std::vector<Setting> inputs;       // what predict() takes
  std::vector<MapDescription> maps;  // the first is shown at the start
  std::vector<std::string_view> views;

  /// Bytes that a run with these settings needs, to be refused before it starts when that is too much.
  std::function<double(const Values&)> bytes;
  std::function<std::unique_ptr<Trial>(std::uint64_t seed, const Values&)> start;
};

/// All experiments, in the order of the page.
const std::vector<Experiment>& experiments();

/// By name; throws BAD_PARAMETER listing the names.
const Experiment& find_experiment(std::string_view name);

/// The registry as JSON: everything from which controls, links, checks and documentation are derived.
std::string describe();

inline constexpr double kMemoryLimit = 256.0 * 1024 * 1024;  // bytes one run may plan
inline constexpr std::size_t kConfigurationLimit = 4096;     // bytes of a configuration text

}  // namespace attento
