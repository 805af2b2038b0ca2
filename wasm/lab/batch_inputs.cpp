#include "lab/batch_inputs.hpp"

#include <algorithm>

namespace attento {
namespace {

/// Copies micro-batch `index` into the whole batch, row by row of the last axis. Micro-batches are concatenated along
/// the one axis in which `full`, their largest shape, differs from `whole`. Shorter ones are padded with 0.
template <class T>
void copy_micro_batch(std::span<const T> micro_batch, const Shape& shape, const Shape& full,
                      const Shape& whole, int index, std::vector<T>& to) {
  const auto width = static_cast<std::size_t>(shape.last());
  for (std::size_t row = 0; row * width < micro_batch.size(); ++row) {
    std::size_t at = 0, stride = 1, rest = row * width;
    for (int axis = shape.rank() - 1; axis >= 0; --axis) {
      const auto extent = static_cast<std::size_t>(shape[axis]);
      const int begin = full[axis] == whole[axis] ? 0 : index * full[axis];
      at += (rest % extent + static_cast<std::size_t>(begin)) * stride;
      rest /= extent;
      stride *= static_cast<std::size_t>(whole[axis]);
    }
    std::copy_n(micro_batch.begin() + static_cast<std::ptrdiff_t>(row * width), width,
                to.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

}  // namespace

void fill_micro_batch(Trial& trial, std::span<const std::int32_t> batch, std::int64_t step, int micro_batch) {
  const std::size_t rows = batch.size() / static_cast<std::size_t>(trial.micro_batches());
  trial.fill(batch.subspan(static_cast<std::size_t>(micro_batch) * rows, rows));
  trial.plan().memory().step = static_cast<std::uint32_t>(step * trial.micro_batches() + micro_batch);
}

std::uint64_t count_numbers(const std::vector<PlanInput<float>>& inputs) {
  std::uint64_t sum = 0;
  for (const PlanInput<float>& input : inputs) sum += static_cast<std::uint64_t>(input.shape.size());
  return sum;
}

void check_memory(std::string_view parameter, std::uint64_t numbers) {
  const std::uint64_t bytes = 2 * sizeof(float) * numbers;
  if (bytes > kMemoryLimit) {
    throw Error(Code::kTooLarge, std::string(parameter), std::to_string(bytes) + " bytes",
                "at most " + std::to_string(kMemoryLimit) + " bytes");
  }
}

std::vector<InputTensor> read_batch_inputs(
    Trial& trial, std::int64_t step, const std::function<std::unique_ptr<Trial>()>& make_unsplit_trial) {
  const int micro_batches = trial.micro_batches();
  const std::unique_ptr<Trial> unsplit_trial = micro_batches > 1 ? make_unsplit_trial() : nullptr;
  const std::vector<PlanInput<float>> shapes = (unsplit_trial ? *unsplit_trial : trial).plan().inputs();
  check_memory("batch", count_numbers(shapes));
  std::vector<InputTensor> all;
  for (const PlanInput<float>& input : shapes) {
    const auto size = static_cast<std::size_t>(input.shape.size());
    all.push_back({input.name, input.shape, std::vector<float>(input.holds_ids ? 0 : size),
                   std::vector<std::int32_t>(input.holds_ids ? size : 0)});
  }
  const std::vector<PlanInput<float>> full = trial.largest_plan().inputs();
  const std::span<const std::int32_t> batch = trial.examples(step);
  trial.set_loss_normalizer(batch);
  for (int micro_batch = 0; micro_batch < micro_batches; ++micro_batch) {
    fill_micro_batch(trial, batch, step, micro_batch);
    const std::vector<PlanInput<float>> inputs = trial.plan().inputs();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      // A plan for shorter pairs has the same inputs in the same order, but may have fewer random draws at the end.
      const auto found = std::find_if(all.begin(), all.end(),
                                      [&](const InputTensor& one) { return one.name == full[i].name; });
      if (found == all.end()) continue;  // only micro-batches have this input
      if (inputs[i].ids.empty())
        copy_micro_batch<float>(inputs[i].values, inputs[i].shape, full[i].shape, found->shape, micro_batch,
                                found->values);
      else
        copy_micro_batch<std::int32_t>(inputs[i].ids, inputs[i].shape, full[i].shape, found->shape,
                                       micro_batch, found->ids);
    }
  }
  return all;
}

}  // namespace attento
