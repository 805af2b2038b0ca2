// A session is one run: it trains in whole steps, and between them it can be looked at, saved, restored and
// changed. Everything in it is a pure function of its configuration and of the number of steps, except where
// live settings were changed on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/experiment.hpp"
#include "lab/part_sums.hpp"
#include "nn/adam.hpp"

namespace attento {

class Session {
 public:
  /// `configuration`: "v1;experiment=context-lookup;seed=7;learningRate=0.01". `data`: the user's own, where
  /// the experiment takes them. Throws BAD_PARAMETER, BAD_FILE (the data) or OUT_OF_MEMORY.
  explicit Session(std::string_view configuration, std::span<const std::byte> data = {});

  /// JSON: experiment, seed and every setting with the value that is in force.
  std::string configuration() const;

  /// JSON: layout of scalars and frame, labels, planned steps, parameters, operations.
  std::string manifest() const;

  std::int64_t step() const { return step_; }

  /// Runs `count` steps. When a loss or gradient is not finite, throws NOT_FINITE naming step, parameter and
  /// operation; the step is not taken, so the state is the last good one.
  void train(std::int64_t count);

  /// A step in pieces, which other sessions in the same state may share: somebody computes the losses and gradients of each
  /// branch of parts (see PartSums), all sessions get all of them, and each takes the same step. train() is that in one place.
  int parts() const { return trial_->parts(); }
  /// The parts from `first` to before `end`. Throws BAD_PARAMETER.
  void compute(int first, int end);
  /// What compute() has left of a branch, or room for what another session's has; of a batch of more than one part.
  std::span<float> sum(int first, int end) { return sums_ ? sums_->sum(first, end) : std::span<float>(); }
  /// Throws as train() does, and BAD_STATE where a branch is missing.
  void finish_step();

  /// Changes a live setting. Throws BAD_PARAMETER.
  void set(std::string_view name, std::string_view text);

  /// Refreshes scalars() and frame(). Never changes what training does.
  void probe();
  std::span<const double> scalars() const { return scalars_; }
  std::span<float> frame() const { return frame_.all(); }

  /// JSON, see Trial. Throw BAD_INPUT.
  std::string evaluate();
  std::string predict(std::string_view input);
  std::string attention(std::string_view request);

  /// Tests whether the map explains the answer: "test=permute;example=3", see lab/explanation.hpp.
  std::string explain(std::string_view request);

  /// What the model is given at a step, whether that is past or to come: a safetensors file of the training plan's inputs
  /// and dropout masks by name, "examples" (their numbers, I32 [B]), "truth" (see Trial::true_maps) and "learningRate" (F64)
  /// by the present settings. Throws BAD_INPUT, and TOO_LARGE where the file needs more memory than a run may plan.
  std::vector<std::byte> batch(std::int64_t step);

  /// What the next steps are trained with, for somebody else to go on: a safetensors file of "<step>/<part>/<input>", steps
  /// counted from now, as batch() has them but part by part; "learningRates" (F64 [steps]); and Adam's moments of each
  /// parameter, "first/<name>" and "second/<name>". Throws as batch() does.
  std::vector<std::byte> training(std::int64_t steps);

  /// A safetensors file of all parameters, and back. On an error nothing has changed. The metadata "fingerprint" of a file,
  /// where there is one, has to be that of its numbers.
  std::vector<std::byte> save_weights() const;
  void load_weights(std::span<const std::byte> file);

  /// Everything that the future of the run depends on, exact to the bit, and back.
  std::vector<std::byte> checkpoint();
  void restore(std::span<const std::byte> file);

  /// 16 hexadecimal digits over the bits of all parameters.
  std::string fingerprint() const;

 private:
  /// Chooses a constructor that reads and records, but takes no memory for the run; begin() does.
  struct WithoutMemory {};
  Session(WithoutMemory, std::string_view configuration, std::span<const std::byte> data);
  void start();
  void begin();
  void replay(int part);
  void take_mean();
  void check_finite();
  std::string first_non_finite();
  double learning_rate(std::int64_t step) const;  // with the schedule
  double& scalar(std::string_view name);
  std::vector<double> counters() const;
  std::string configuration_text() const;
  std::int64_t planned_steps() const;  // after which a run stops by itself

  const Experiment* experiment_;
  std::uint64_t seed_ = 7;
  std::vector<std::byte> data_;
  Values values_;
  std::unique_ptr<Trial> trial_;
  std::unique_ptr<Adam<float>> optimiser_;
  Frame frame_;
  std::vector<std::string_view> names_;  // of the scalars: step and epoch besides the metrics
  std::vector<double> scalars_;

  /// What is remembered of one loss.
  struct Course {
    double now = 0;       // of the last step
    double smoothed = 0;  // Σ of losses, each older step counting 1 % less
    double epoch_sum = 0;
    double last_epoch = 0;
  };
  std::vector<Course> courses_;
  double smoothing_weight_ = 0;  // Σ of the weights of `smoothed`
  std::int64_t step_ = 0;
  std::int64_t weighed_ = -1;     // the step whose batch the trial knows
  std::optional<PartSums> sums_;  // losses, then gradients; none where a batch is whole
};

}  // namespace attento
