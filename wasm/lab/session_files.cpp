// The functions of a session that write and read files.
#include <algorithm>

#include "core/hash.hpp"
#include "files/checkpoint.hpp"
#include "files/safetensors.hpp"
#include "lab/batch_inputs.hpp"
#include "lab/session.hpp"

namespace attento {
namespace {

std::vector<std::size_t> extents(const Shape& shape) {
  std::vector<std::size_t> list;
  for (const int extent : shape.extents()) list.push_back(static_cast<std::size_t>(extent));
  return list;
}

TensorView make_view(const InputTensor& one) {
  return one.ids.empty() ? tensor_view(one.name, extents(one.shape), one.values)
                         : tensor_view(one.name, extents(one.shape), one.ids);
}

}  // namespace

std::vector<std::byte> Session::batch(std::int64_t step) {
  constexpr std::int64_t kMax = 1'000'000'000;
  if (step < 0 || step > kMax) {
    throw Error(Code::kBadInput, "step", std::to_string(step), "a number from 0 to " + std::to_string(kMax));
  }
  const std::vector<InputTensor> input_tensors = read_batch_inputs(*trial_, step, [&] {
    Values values = values_;
    values.set(kUseMicroBatches, false);
    return experiment_->make_trial(seed_, values, data_);
  });
  normalizer_step_ = -1;
  const std::span<const std::int32_t> examples = trial_->examples(step);
  const double rate = learning_rate(step);
  const TrueMaps truth = trial_->true_maps(examples);
  std::vector<TensorView> tensors = {tensor_view("learningRate", {}, std::span(&rate, 1)),
                                     tensor_view("examples", {examples.size()}, examples),
                                     tensor_view("truth", extents(truth.shape), truth.marks)};
  for (const InputTensor& one : input_tensors) tensors.push_back(make_view(one));
  return write_safetensors(tensors);
}

std::vector<std::byte> Session::training(std::int64_t steps) {
  constexpr std::int64_t kMax = 1000;
  if (steps < 1 || steps > kMax) {
    throw Error(Code::kBadInput, "steps", std::to_string(steps),
                "a number from 1 to " + std::to_string(kMax));
  }
  check_memory("steps", static_cast<std::uint64_t>(steps * micro_batches()) *
                            count_numbers(trial_->largest_plan().inputs()));
  std::vector<double> rates;
  std::vector<InputTensor> input_tensors;
  for (std::int64_t i = 0; i < steps; ++i) {
    const std::span<const std::int32_t> batch = trial_->examples(step_ + i);
    rates.push_back(learning_rate(step_ + i));
    trial_->set_loss_normalizer(batch);
    for (int micro_batch = 0; micro_batch < micro_batches(); ++micro_batch) {
      fill_micro_batch(*trial_, batch, step_ + i, micro_batch);
      const std::string prefix = std::to_string(i) + "/" + std::to_string(micro_batch) + "/";
      for (const PlanInput<float>& input : trial_->plan().inputs()) {
        input_tensors.push_back({prefix + input.name,
                                 input.shape,
                                 {input.values.begin(), input.values.end()},
                                 {input.ids.begin(), input.ids.end()}});
      }
    }
  }
  normalizer_step_ = -1;
  std::vector<TensorView> tensors = {
      tensor_view("learningRates", {static_cast<std::size_t>(steps)}, std::span<const double>(rates))};
  for (const InputTensor& one : input_tensors) tensors.push_back(make_view(one));
  const Parameters<float>& parameters = trial_->parameters();
  for (int id = 0; id < static_cast<int>(parameters.entries().size()); ++id) {
    const auto& entry = parameters.entry(Parameter{id});
    const std::span<float> values = parameters.values(Parameter{id});
    const auto from = static_cast<std::size_t>(values.data() - parameters.all_values().data());
    tensors.push_back(tensor_view("first/" + entry.name, extents(entry.shape),
                                  optimizer_->first_moment().subspan(from, values.size())));
    tensors.push_back(tensor_view("second/" + entry.name, extents(entry.shape),
                                  optimizer_->second_moment().subspan(from, values.size())));
  }
  return write_safetensors(tensors, {{"format", "attentoscope"}, {"configuration", configuration()}});
}

std::vector<std::byte> Session::save_weights() const {
  const Parameters<float>& parameters = trial_->parameters();
  std::vector<TensorView> tensors;
  for (int id = 0; id < static_cast<int>(parameters.entries().size()); ++id) {
    const auto& entry = parameters.entry(Parameter{id});
    tensors.push_back(tensor_view(entry.name, extents(entry.shape), parameters.values(Parameter{id})));
  }
  return write_safetensors(
      tensors,
      {{"format", "attentoscope"}, {"configuration", configuration()}, {"fingerprint", fingerprint()}});
}

void Session::load_weights(std::span<const std::byte> file) {
  const Parameters<float>& parameters = trial_->parameters();
  const TensorFile tensors = read_safetensors(file);
  std::vector<std::vector<float>> read;
  std::uint64_t hash = kFnvOffsetBasis;
  for (const auto& entry : parameters.entries()) {
    read.push_back(tensors.values<float>(entry.name, extents(entry.shape)));
    hash = fnv1a64(std::as_bytes(std::span(read.back())), hash);
  }
  const auto& entries = parameters.entries();
  for (const TensorView& tensor : tensors.tensors) {
    const auto named = [&](const auto& entry) { return entry.name == tensor.name; };
    if (std::none_of(entries.begin(), entries.end(), named)) {
      throw Error(Code::kBadFile, tensor.name.substr(0, 80), "a tensor", "only the tensors of this model");
    }
  }
  const auto fingerprint_entry = tensors.metadata.find("fingerprint");
  if (fingerprint_entry != tensors.metadata.end() && fingerprint_entry->second != hex16(hash)) {
    throw Error(
        Code::kBadFile, "metadata fingerprint", fingerprint_entry->second.substr(0, 80),
        hex16(hash) +
            ", the hash of the numbers: the file is damaged, or was changed without removing this field");
  }
  for (std::size_t id = 0; id < read.size(); ++id) {
    std::copy(read[id].begin(), read[id].end(), parameters.values(Parameter{static_cast<int>(id)}).begin());
  }
}

std::vector<Session::Counter> Session::counters() {
  std::vector<Counter> counters = {{"smoothingWeight", &smoothing_weight_},
                                   {"adam.beta1Power", &optimizer_->beta1_power()},
                                   {"adam.beta2Power", &optimizer_->beta2_power()}};
  for (std::size_t i = 0; i < loss_averages_.size(); ++i) {
    LossAverage& average = loss_averages_[i];
    const std::string loss(kLosses[i].current);
    counters.push_back({loss + ".smoothed", &average.smoothed});
    counters.push_back({loss + ".epochSum", &average.epoch_sum});
    counters.push_back({loss + ".lastEpoch", &average.last_epoch});
  }
  return counters;
}

std::vector<std::byte> Session::checkpoint() {
  const Parameters<float>& parameters = trial_->parameters();
  const std::size_t n = parameters.all_values().size();
  const std::uint64_t data_hash = fnv1a64(data_);
  std::vector<TensorView> state = {tensor_view("step", {1}, std::span(&step_, 1)),
                                   tensor_view("data", {1}, std::span(&data_hash, 1)),
                                   tensor_view("parameters", {n}, parameters.all_values()),
                                   tensor_view("adam.first", {n}, optimizer_->first_moment()),
                                   tensor_view("adam.second", {n}, optimizer_->second_moment())};
  for (const Counter& counter : counters())
    state.push_back(tensor_view(counter.name, {1}, std::span(counter.value, 1)));
  return write_checkpoint(configuration(), state);
}

void Session::restore(std::span<const std::byte> file) {
  const Checkpoint checkpoint = read_checkpoint(file);
  Session restored(WithoutMemory{}, parse_configuration(checkpoint.configuration),
                   data_);  // also checks the configuration
  const Parameters<float>& parameters = trial_->parameters();
  const std::size_t n = parameters.all_values().size();
  if (restored.experiment_ != experiment_ ||
      restored.trial_->parameters().entries() != parameters.entries()) {
    throw Error(Code::kBadFile, "configuration", checkpoint.configuration.substr(0, 80),
                "a checkpoint of " + configuration());
  }
  std::vector<double> numbers;
  for (const Counter& counter : counters())
    numbers.push_back(checkpoint.state.values<double>(counter.name, {1})[0]);
  const std::int64_t step = checkpoint.state.values<std::int64_t>("step", {1})[0];
  const auto values = checkpoint.state.values<float>("parameters", {n});
  const auto first = checkpoint.state.values<float>("adam.first", {n});
  const auto second = checkpoint.state.values<float>("adam.second", {n});
  if (step < 0 || step > std::int64_t{1} << 53) {
    throw Error(Code::kBadFile, "step", std::to_string(step), "a number of steps");
  }
  if (checkpoint.state.values<std::uint64_t>("data", {1})[0] != fnv1a64(data_)) {
    throw Error(Code::kBadFile, "data", data_.empty() ? "none" : "other data",
                "the data that the checkpoint's run learned from");
  }
  replace(std::move(restored));
  std::copy(values.begin(), values.end(), trial_->parameters().all_values().begin());
  std::copy(first.begin(), first.end(), optimizer_->first_moment().begin());
  std::copy(second.begin(), second.end(), optimizer_->second_moment().begin());
  step_ = step;
  const std::vector<Counter> restored_counters = counters();
  for (std::size_t i = 0; i < numbers.size(); ++i) *restored_counters[i].value = numbers[i];
  probe();
}

std::string Session::fingerprint() const {
  const Parameters<float>& parameters = trial_->parameters();
  std::uint64_t hash = kFnvOffsetBasis;
  for (int id = 0; id < static_cast<int>(parameters.entries().size()); ++id) {
    hash = fnv1a64(std::as_bytes(parameters.values(Parameter{id})), hash);
  }
  return hex16(hash);
}

}  // namespace attento
