// A session is one run: it trains in whole steps, and between them it can be probed, saved, restored and
// changed. Its state is a pure function of its configuration and of the number of steps, unless live settings
// were changed on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/counterfactual.hpp"
#include "lab/experiment.hpp"
#include "lab/micro_batch_sums.hpp"
#include "nn/adam.hpp"

namespace attento {

/// What determines a run, together with the user's own data. Settings that are not in `parameters` have their defaults.
struct Configuration {
  std::string experiment;
  double seed = 0;
  Fields parameters;
};

/// Parses {"experiment": …, "seed": …, "parameters": {…}}. Throws BAD_FILE.
Configuration parse_configuration(std::string_view json);

class Session {
 public:
  /// `data`: the user's own, where the experiment takes them. Throws BAD_PARAMETER, BAD_FILE (the data) or OUT_OF_MEMORY.
  explicit Session(const Configuration& configuration, std::span<const std::byte> data = {});

  /// Replaces the run by a new one, as if it were constructed. On an error nothing has changed.
  void reset(const Configuration& configuration, std::span<const std::byte> data = {}) {
    replace(Session(WithoutMemory{}, configuration, data));
  }

  /// The JSON of a Configuration, with every setting and the value that is in force.
  std::string configuration() const;

  /// JSON: layout of scalars and frame, labels, planned steps, parameters, operations.
  std::string manifest() const;

  std::int64_t step() const { return step_; }

  /// Runs `count` steps. When a loss or gradient is not finite, throws NOT_FINITE naming step, parameter and
  /// operation; the step is not taken, so the state is the last good one.
  void train(std::int64_t count);

  /// One step shared by several sessions in the same state: each computes losses and gradients of some micro-batches, a
  /// branch of MicroBatchSums, all get the sums of all branches, and each takes the same step. train() does it in one session.
  int micro_batches() const { return trial_->micro_batches(); }
  /// Computes the micro-batches from `first` to before `end`. Throws BAD_PARAMETER.
  void compute_micro_batches(int first, int end);
  /// The sum of a branch, from compute_micro_batches() or to be copied from another session; empty if there is one micro-batch.
  std::span<float> branch_sum(int first, int end) {
    return sums_ ? sums_->sum(first, end) : std::span<float>();
  }
  /// Throws as train() does, and BAD_STATE where a branch is missing.
  void finish_step();

  /// Changes a live setting. Throws BAD_PARAMETER.
  void set(std::string_view name, const Value& value);

  /// Updates scalars() and frame(). Never changes the training.
  void probe();
  std::span<const double> scalars() const { return scalars_; }
  std::span<float> frame() const { return frame_.all(); }

  /// JSON, see Trial. Throw BAD_INPUT.
  std::string evaluate();
  /// The input may hold weights, see take_held_weights(). `numbers`: where Json::floats() puts large lists, if not in the text.
  std::string predict(Fields input, std::vector<float>* numbers = nullptr);
  std::string attention(const Fields& request, std::vector<float>* numbers = nullptr);

  /// Tests whether the map explains the answer, by the field "test": see lab/explanation.hpp.
  std::string explain(Fields request);

  /// What the model would answer if a row of the map, or each of them, looked at each position in turn: see
  /// lab/counterfactual.hpp. With the field "onlyExpected" only where the truth and the right answer are known.
  std::string counterfactual(Fields request);

  /// A target for a game, the challenge "number" of an input: see lab/challenge.hpp.
  std::string challenge(Fields input);

  /// The inputs of any past or future step: a safetensors file of the training plan's inputs and dropout masks by name,
  /// "examples" (their numbers, I32 [B]), "truth" (see Trial::true_maps) and "learningRate" (F64), all with the present
  /// settings. Throws BAD_INPUT, and TOO_LARGE where the file needs more memory than a run may plan.
  std::vector<std::byte> batch(std::int64_t step);

  /// The inputs of the next steps, so that PyTorch can continue the run: a safetensors file of "<step>/<part>/<input>", steps
  /// counted from now, the inputs of batch() by micro-batch; "learningRates" (F64 [steps]); and Adam's moments of each
  /// parameter, "first/<name>" and "second/<name>". Throws as batch() does.
  std::vector<std::byte> training(std::int64_t steps);

  /// Saves all parameters as a safetensors file, and loads them. On an error nothing has changed. The metadata
  /// "fingerprint" of a file, if there is one, must match its numbers.
  std::vector<std::byte> save_weights() const;
  void load_weights(std::span<const std::byte> file);

  /// Saves the whole state of the run, exact to the bit, and restores it.
  std::vector<std::byte> checkpoint();
  void restore(std::span<const std::byte> file);

  /// A hash of the bits of all parameters, in 16 hexadecimal digits.
  std::string fingerprint() const;

 private:
  /// Selects the constructor that records the plans without allocating them; allocate() does that.
  struct WithoutMemory {};
  Session(WithoutMemory, const Configuration& configuration, std::span<const std::byte> data);
  void record_plans();
  void allocate();
  /// Releases this run before memory is allocated for the other: a run may take half of the module's memory. If it cannot be
  /// allocated, the module crashes, and its host starts another one.
  void replace(Session&& other) noexcept;
  void compute_micro_batch(int micro_batch);
  void average_micro_batches();
  void check_finite();
  std::string find_first_non_finite_op();
  double learning_rate(std::int64_t step) const;  // with the schedule
  double& scalar(std::string_view name);
  /// A number of the state that checkpoints save under its name.
  struct Counter {
    std::string name;
    double* value;
  };
  std::vector<Counter> counters();
  std::int64_t planned_steps() const;  // the number of steps after which a run stops by itself

  const Experiment* experiment_;
  std::uint64_t seed_ = 0;
  std::vector<std::byte> data_;
  Values values_;
  std::unique_ptr<Trial> trial_;
  std::unique_ptr<Adam<float>> optimizer_;
  Frame frame_;
  std::vector<std::string_view> scalar_names_;  // step, epoch and all metrics
  std::vector<double> scalars_;

  /// Averages of one loss.
  struct LossAverage {
    double current = 0;   // of the last step
    double smoothed = 0;  // Σ of losses; each step counts 1 % less than the next
    double epoch_sum = 0;
    double last_epoch = 0;
  };
  std::vector<LossAverage> loss_averages_;
  double smoothing_weight_ = 0;  // Σ of the weights of `smoothed`
  std::int64_t step_ = 0;
  std::int64_t normalizer_step_ = -1;   // the step of the last set_loss_normalizer()
  std::optional<MicroBatchSums> sums_;  // losses, then gradients; none with one micro-batch
};

}  // namespace attento
