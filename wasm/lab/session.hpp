// A session is one run. It trains in whole steps; between steps it can be probed, saved, restored and changed. Its
// state is a pure function of its configuration and the number of steps, unless live settings were changed during the
// run.
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

/// What determines a run, together with the user's own data. Settings that `parameters` lacks have their defaults.
struct Configuration {
  std::string experiment;
  double seed = 0;
  Fields parameters;
};

/// Parses {"experiment": …, "seed": …, "parameters": {…}}. Throws BAD_FILE.
Configuration parse_configuration(std::string_view json);

class Session {
 public:
  /// `data`: the user's own data, if any. Throws BAD_PARAMETER, BAD_FILE (the data) or OUT_OF_MEMORY.
  explicit Session(const Configuration& configuration, std::span<const std::byte> data = {});

  /// Replaces the run by a new one, as if the session were constructed again. After an error nothing has changed.
  void reset(const Configuration& configuration, std::span<const std::byte> data = {}) {
    replace(Session(WithoutMemory{}, configuration, data));
  }

  /// The configuration as JSON, with the current value of every setting.
  std::string configuration() const;

  /// JSON: layout of scalars and frame, labels, planned steps, parameters, operations.
  std::string manifest() const;

  std::int64_t step() const { return step_; }

  /// Trains `count` steps. If a loss or gradient is not finite, throws NOT_FINITE, naming step, parameter and
  /// operation. This step then has no effect: the state is that after the previous step.
  void train(std::int64_t count);

  /// Number of micro-batches. Several sessions in the same state can share a step: each computes losses and gradients
  /// of some micro-batches, a branch of MicroBatchSums, and gets the other branches' sums; then all take the step.
  int micro_batches() const { return trial_->micro_batches(); }
  /// Computes the micro-batches from `first` to before `end`. Throws BAD_PARAMETER.
  void compute_micro_batches(int first, int end);
  /// The sum of a branch, computed here or to be copied from another session. Empty if there is only one micro-batch.
  std::span<float> micro_batch_sum(int first, int end) {
    return sums_ ? sums_->sum(first, end) : std::span<float>();
  }
  /// Takes the step. Throws the errors of train(), and BAD_STATE if a branch is missing.
  void finish_step();

  /// Changes a live setting. Throws BAD_PARAMETER.
  void set(std::string_view name, const Value& value);

  /// Updates scalars() and frame(). Never changes the model.
  void probe();
  std::span<const double> scalars() const { return scalars_; }
  std::span<float> frame() const { return frame_.all(); }

  /// These return JSON, see the functions of Trial with the same names, and throw BAD_INPUT.
  std::string evaluate();
  /// The input may hold weights, see take_held_weights(). `numbers`: receives large lists, see Json::floats().
  std::string predict(Fields input, std::vector<float>* numbers = nullptr);
  std::string attention(const Fields& request, std::vector<float>* numbers = nullptr);

  /// Tests whether the map explains the answer. The field "test" names the test, see lab/explanation.hpp.
  std::string explain(Fields request);

  /// What the model would answer if a row of the map (or each row) attended to one position alone: see
  /// lab/counterfactual.hpp. The field "onlyExpected" selects positions with a known truth and right answer.
  std::string counterfactual(Fields request);

  /// A challenge of a game: the field "number" of the input selects it, see lab/challenge.hpp.
  std::string challenge(Fields input);

  /// The inputs of any past or future step with the present settings, as a safetensors file: inputs and dropout masks
  /// of the training plan by name, "examples" (their indices, I32 [B]), "truth" (see Trial::true_maps) and
  /// "learningRate" (F64). Throws BAD_INPUT, and TOO_LARGE if the file needs more memory than a run may have.
  std::vector<std::byte> batch(std::int64_t step);

  /// The inputs of the next steps, so that PyTorch can continue the run, as a safetensors file: the inputs of batch()
  /// by micro-batch as "<step>/<part>/<input>", where steps count from now; "learningRates" (F64 [steps]); and Adam's
  /// moments of each parameter, "first/<name>" and "second/<name>". Throws the errors of batch().
  std::vector<std::byte> training(std::int64_t steps);

  /// Saves all parameters as a safetensors file, or loads them. After an error nothing has changed. If the file has
  /// the metadata "fingerprint", it must match the numbers.
  std::vector<std::byte> save_weights() const;
  void load_weights(std::span<const std::byte> file);

  /// Saves the whole state of the run, exact to the bit, or restores it.
  std::vector<std::byte> checkpoint();
  void restore(std::span<const std::byte> file);

  /// A hash of the bits of all parameters, in 16 hexadecimal digits.
  std::string fingerprint() const;

 private:
  /// Selects the constructor that records plans without allocating them; allocate() allocates them later.
  struct WithoutMemory {};
  Session(WithoutMemory, const Configuration& configuration, std::span<const std::byte> data);
  void record_plans();
  void allocate();
  /// Releases this run before memory is allocated for the other run: a run may take half of the module's memory. If
  /// the allocation fails, the module crashes, and its host starts another module.
  void replace(Session&& other) noexcept;
  void compute_micro_batch(int micro_batch);
  void average_micro_batches();
  void check_finite();
  std::string find_first_non_finite_op();
  double learning_rate(std::int64_t step) const;  // includes the schedule
  double& scalar_named(std::string_view name);
  /// A number of the state, and the name under which checkpoints save it.
  struct Counter {
    std::string name;
    double* value;
  };
  std::vector<Counter> counters();
  std::int64_t planned_steps() const;  // number of steps after which a run stops by itself

  const Experiment* experiment_;
  std::uint64_t seed_ = 0;
  std::vector<std::byte> data_;
  Values values_;
  std::unique_ptr<Trial> trial_;
  std::unique_ptr<Adam<float>> optimizer_;
  Frame frame_;
  std::vector<std::string_view> scalar_names_;  // step, epoch and all metrics
  std::vector<double> scalars_;

  /// The averages of one loss.
  struct LossAverage {
    double current = 0;   // loss of the last step
    double smoothed = 0;  // Σ of losses, in which each step counts 1 % less than the next step
    double epoch_sum = 0;
    double last_epoch = 0;
  };
  std::vector<LossAverage> loss_averages_;
  double smoothing_weight_ = 0;  // Σ of the weights in `smoothed`
  std::int64_t step_ = 0;
  std::int64_t normalizer_step_ = -1;   // the step of the last set_loss_normalizer()
  std::optional<MicroBatchSums> sums_;  // of losses, then gradients; absent if there is only one micro-batch
};

}  // namespace attento
